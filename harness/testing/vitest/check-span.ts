import type { BreakGate } from "../../kernel/break-gate.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { answeredPairs, countAnswers } from "../../kernel/inspection/answered-requests.ts";
import type { Inspection } from "../../kernel/inspection/inspection.ts";
import type { MockFault } from "../../mock/script/fault.ts";
import { breakGate } from "../../verdict/break-gate.ts";
import { inspectKept } from "../judging/inspect.ts";
import { faultsText } from "../judging/script-faults.ts";
import { breaksText, withoutAccepted } from "../matchers/to-have-no-cache-breaks.ts";
import { misuse } from "../misuse.ts";
import { asRecording, type ExchangeSource } from "../tape/exchange-source.ts";
import type { WatchedSpan } from "./watched-span.ts";

/**
 * Judges the requests of a test among all others of their tapes. Says how many of them were answered and compared with the request that
 * they continue, also where it throws: a run in which every test is red has compared. The scripts of `finished` sources must be used up.
 *
 * @throws HarnessError HX544 for a break, a possible break, a request that could not be judged, and a script that was not followed
 */
export function checkSpan(
  span: WatchedSpan,
  finished: ReadonlySet<ExchangeSource>,
  onCompared: (requests: number) => unknown,
): void {
  for (const [source, ids] of span.requests) {
    const inspection = inspected(source);
    if (inspection === null) continue;
    const gate = gateOf(inspection, ids, span.accepted);
    // Tests of errors expect no answer: they pass, and count for nothing.
    onCompared(gate.answered);
    if (gate.passed || gate.compared + gate.notJudged.length === 0) continue;
    const fix = "keep the parent's bytes; if the break is intended, acceptBreaks([codes]) in the test";
    throw misuse(
      "HX544",
      `a turn or fork of ${span.owner()} breaks its parent's prefix\n\n${breaksText(inspection, gate, source.exchanges())}`,
      fix,
    );
  }
  const faults = faultsIn(span, finished);
  if (faults.length === 0) return;
  const fix = "correct the script, and await every turn and fork of the agent";
  throw misuse("HX544", `the agent of ${span.owner()} and its script do not match\n${faultsText(faults)}`, fix);
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

/** Faults of the span's own requests, and of the whole script of a finished source. */
function faultsIn(span: WatchedSpan, finished: ReadonlySet<ExchangeSource>): readonly MockFault[] {
  return [...new Set([...finished, ...span.requests.keys()])].flatMap((source) => {
    const ids = span.requests.get(source);
    return source.faults().filter(({ where }) => {
      const [, request] = /^request (\d+)$/.exec(where) ?? [];
      return request === undefined ? finished.has(source) : (ids?.has(request) ?? false);
    });
  });
}
