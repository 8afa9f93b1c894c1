import type { Reply, Script as MockScript, ScriptedBlock, Step } from "../../mock/script/script.ts";
import type { Siblings } from "../../scenario/fork-section.ts";
import type {
  Lane,
  ProviderSection,
  ScriptedAnswer,
  ScriptedError,
  ScriptedMessage,
} from "../../scenario/provider-section.ts";

/**
 * The mocked provider's script for a scenario's: a lane for each sibling, and one for the parent's answer.
 * The first response to siblings that start together is held for zero time, which lasts until all of them wait, since time stands
 * still as long as one of them runs. So no sibling reads what another writes. If the others must wait for the first one's first
 * byte, its response is held in the same way: a sibling that does not wait always asks before that byte.
 */
export function toMockScript(
  { script, matchers }: Pick<ProviderSection, "script" | "matchers">,
  parentAnswer: Step,
  { count, start }: { readonly count: number; readonly start: Siblings["start"] | "unscheduled" },
): MockScript {
  const waits = new Map<string, number>();
  const stepsOf = (lane: Lane, answers: readonly ScriptedAnswer[]): readonly Step[] =>
    answers.map((answer, at) => {
      const isAwaited =
        start === "together" ? lane !== "parent" : start === "after-first-byte" && count > 1 && lane === "fork";
      const isHeld = answer.waitMs > 0 || (isAwaited && at === 0);
      const gate = `${lane} ${at + 1}`;
      if (isHeld) waits.set(gate, answer.waitMs);
      return toStep(answer, isHeld ? { gate, afterEvents: 0 } : null);
    });
  const forks = Array.from({ length: count }, (_, at) => laneOf(at + 1));
  const lanes = new Map<string, readonly Step[]>([
    ["parent", script.parent === undefined ? [parentAnswer] : stepsOf("parent", script.parent)],
    ...forks.map((lane) => [lane, stepsOf(lane, script[lane] ?? script.fork ?? [])] as const),
  ]);
  const own = new Map(
    (["parent", ...forks] as const).flatMap((lane) => {
      const matcher = matchers[lane === "parent" || script[lane] !== undefined ? lane : "fork"];
      return matcher === undefined ? [] : [[lane, matcher] as const];
    }),
  );
  return { lanes, waits, ...(own.size > 0 && { matchers: own }) };
}

/** The lane of a sibling, from 1. */
export function laneOf(sibling: number): Exclude<Lane, "parent" | "grader"> {
  return sibling === 1 ? "fork" : `fork[${sibling}]`;
}

function toStep(answer: ScriptedAnswer, hold: Step["hold"]): Step {
  return answer.kind === "error"
    ? { reply: toError(answer), hold, cutAfterEvents: null }
    : { reply: toMessage(answer), hold, cutAfterEvents: answer.cutAfterEvents };
}

function toMessage({ thinking, text, calls, stop }: ScriptedMessage): Reply {
  const content: readonly ScriptedBlock[] = [
    ...(thinking === null ? [] : [{ type: "thinking", text: thinking } as const]),
    ...(text === null ? [] : [{ type: "text", text } as const]),
    ...calls.map(({ tool, input }) => ({ type: "call", tool, input }) as const),
  ];
  return { kind: "message", content, stopReason: STOP_REASONS[stop] ?? (calls.length > 0 ? "tool_use" : "end_turn") };
}

const STOP_REASONS = { end: null, length: "max_tokens", refusal: "refusal" } as const;

function toError({ status, type, message, retryAfterMs }: ScriptedError): Reply {
  return {
    kind: "error",
    status,
    type,
    message,
    retryAfter: retryAfterMs === null ? null : retryAfterMs / 1_000,
  };
}
