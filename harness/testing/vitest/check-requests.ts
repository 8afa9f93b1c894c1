import type { BreakGate } from "../../kernel/break-gate.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { answeredPairs, countAnswers } from "../../kernel/inspection/answered-requests.ts";
import type { Inspection } from "../../kernel/inspection/inspection.ts";
import { breakGate } from "../../verdict/break-gate.ts";
import { inspectKept } from "../judging/inspect.ts";
import { breaksText, withoutAccepted } from "../matchers/to-have-no-cache-breaks.ts";
import { misuse } from "../misuse.ts";
import { asRecording, type ExchangeSource } from "../tape/exchange-source.ts";

/** Ids of the requests that were sent, by who kept them. */
export type WatchedRequests = Map<ExchangeSource, Set<string>>;

export type CheckedRequests = { readonly requests: WatchedRequests; readonly accepted: ReadonlySet<unknown> };

/**
 * Judges requests among all others of their tapes. Says how many of them were answered and compared with the request that they continue, also
 * where it throws: a run in which every test is red has compared.
 *
 * @throws HarnessError HX544 for a break, a possible break, and a request that could not be judged
 */
export function checkRequests({ requests, accepted }: CheckedRequests, onCompared: (requests: number) => void): void {
  for (const [source, ids] of requests) {
    const inspection = inspected(source);
    if (inspection === null) continue;
    const gate = gateOf(inspection, ids, accepted);
    // Tests of errors expect no answer: they pass, and count for nothing.
    onCompared(gate.answered);
    if (gate.passed || gate.compared + gate.notJudged.length === 0) continue;
    const fix = "keep the parent's bytes; if the break is intended, acceptBreaks([codes]) in the test";
    throw misuse(
      "HX544",
      `a turn or fork of this test breaks its parent's prefix\n\n${breaksText(inspection, gate, source.exchanges())}`,
      fix,
    );
  }
}

/** Null for fewer than two comparable requests: most tests of an agent send one. */
function inspected({ name, exchanges }: ExchangeSource): Inspection | null {
  try {
    return inspectKept(asRecording(name, exchanges()), {});
  } catch (fault) {
    if (fault instanceof HarnessError && fault.code === "HX252") return null;
    throw fault;
  }
}

function gateOf({ exchanges }: Inspection, ids: ReadonlySet<string>, accepted: ReadonlySet<unknown>): BreakGate {
  const whole = breakGate(exchanges.map((each) => withoutAccepted(each, accepted)));
  const breaks = whole.breaks.filter(({ id }) => ids.has(id));
  const suspected = whole.suspected.filter((id) => ids.has(id));
  const notJudged = whole.notJudged.filter((id) => ids.has(id));
  const own = exchanges.filter(({ id }) => ids.has(id));
  const compared = own.filter(({ parent, verdict }) => parent !== null && verdict !== "not-comparable").length;
  const answered = answeredPairs(exchanges).filter((id) => ids.has(id)).length;
  const isClean = suspected.length === 0 && notJudged.length === 0 && breaks.every(({ origin }) => origin !== "ours");
  return { passed: isClean, compared, answered, ...countAnswers(own), breaks, suspected, notJudged };
}
