import { describeValue } from "../../wire/describe-value.ts";
import type { ForkParams } from "../params/fork-params.ts";
import type { ForkResult } from "../fork-result.ts";
import { messageOf } from "../records/run-log.ts";

/** The part of a fork's final text that its parent gets. */
export type HandOn = (text: string) => string;

/**
 * The result as its parent may see it: by the caller's word, else by that of the strategy, else whole. Where that word
 * fails, the run counts as failed: nothing of its text is safe to hand on then.
 */
export function handedOn(result: ForkResult, { strategy }: Pick<ForkParams, "strategy">, asked?: HandOn): ForkResult {
  const handOn = asked ?? strategy?.handOn;
  if (handOn === undefined || result.finalText === null) return result;
  try {
    const report: unknown = handOn(result.finalText);
    return typeof report === "string"
      ? { ...result, finalText: report }
      : failed(result, `it gave back ${describeValue(report)}`);
  } catch (fault) {
    return failed(result, messageOf(fault));
  }
}

function failed(result: ForkResult, reason: string): ForkResult {
  const message = `the fork's report cannot be handed on: handOn failed: ${reason}`;
  return { ...result, finalText: null, stop: { cause: "error", error: { kind: "defect", message } } };
}
