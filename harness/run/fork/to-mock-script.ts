import { errorOfStatus } from "../../mock/anthropic/provider-error.ts";
import type { Reply, Script as MockScript, ScriptedBlock, Step } from "../../mock/script.ts";
import type { Siblings } from "../../scenario/fork-section.ts";
import type { Lane, Script, ScriptedAnswer, ScriptedError, ScriptedMessage } from "../../scenario/provider-section.ts";

/** A response that waits in virtual time is held at a gate of its own; `waits` says for how long. */
export type TimedScript = { readonly script: MockScript; readonly waits: ReadonlyMap<string, number> };

/** Siblings that start together are held here until all have asked: none may read what another writes. */
export const TOGETHER = "together";

/** The mocked provider's script for a scenario's: a lane for each sibling, and one for the parent's answer. */
export function toMockScript(script: Script, parentAnswer: Step, { count, start }: Siblings): TimedScript {
  const waits = new Map<string, number>();
  const steps = (name: string, answers: readonly ScriptedAnswer[]): readonly Step[] =>
    answers.map((answer, at) => toStep(answer, `${name} ${at + 1}`, waits));
  const lanes = new Map<string, readonly Step[]>();
  lanes.set("parent", script.parent === undefined ? [parentAnswer] : steps("parent", script.parent));
  for (let sibling = 1; sibling <= count; sibling += 1) {
    const lane = laneOf(sibling);
    const [first, ...others] = steps(lane, script[lane] ?? script.fork ?? []);
    const held =
      first !== undefined && start === "together" ? { ...first, hold: { gate: TOGETHER, afterEvents: 0 } } : first;
    lanes.set(lane, held === undefined ? [] : [held, ...others]);
  }
  return { script: { lanes }, waits };
}

/** The lane of a sibling, from 1. */
export function laneOf(sibling: number): Exclude<Lane, "parent"> {
  return sibling === 1 ? "fork" : `fork[${sibling}]`;
}

function toStep(answer: ScriptedAnswer, gate: string, waits: Map<string, number>): Step {
  if (answer.waitMs > 0) waits.set(gate, answer.waitMs);
  const hold = answer.waitMs > 0 ? { gate, afterEvents: 0 } : null;
  return answer.kind === "error"
    ? { reply: toError(answer), hold, cutAfterEvents: null }
    : { reply: toMessage(answer), hold, cutAfterEvents: answer.cutAfterEvents };
}

function toMessage({ thinking, text, calls, stop }: ScriptedMessage): Reply {
  const content: ScriptedBlock[] = [];
  if (thinking !== null) content.push({ type: "thinking", text: thinking });
  if (text !== null) content.push({ type: "text", text });
  for (const { tool, input } of calls) content.push({ type: "call", tool, input });
  const ended = calls.length > 0 ? "tool_use" : "end_turn";
  const stopReason = stop === "length" ? "max_tokens" : stop === "refusal" ? "refusal" : ended;
  return { kind: "message", content, stopReason };
}

function toError({ status, type, message, retryAfterMs }: ScriptedError): Reply {
  const usual = errorOfStatus(status);
  return {
    kind: "error",
    status,
    type: type ?? usual.type,
    message: message ?? usual.message,
    retryAfter: retryAfterMs === null ? null : retryAfterMs / 1_000,
  };
}
