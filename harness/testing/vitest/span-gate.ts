import type { BreakGate } from "../../kernel/break-gate.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import { answeredPairs, countAnswers } from "../../kernel/inspection/answered-requests.ts";
import type { Inspection } from "../../kernel/inspection/inspection.ts";
import { breakGate } from "../../verdict/break-gate.ts";
import { inspectKept } from "../judging/inspect.ts";
import { withoutAccepted } from "../matchers/to-have-no-cache-breaks.ts";
import { asRecording } from "../tape/exchange-source.ts";

/** Null for fewer than two comparable requests: most tests of an agent send one. */
export function inspectSent(name: string, exchanges: readonly Exchange[]): Inspection | null {
  try {
    return inspectKept(asRecording(name, exchanges), {});
  } catch (fault) {
    if (fault instanceof HarnessError && fault.code === "HX252") return null;
    throw fault;
  }
}

/** The gate on some requests of an inspection. */
export function spanGate(
  { exchanges }: Inspection,
  ids: ReadonlySet<string>,
  accepted: ReadonlySet<unknown>,
): BreakGate {
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
