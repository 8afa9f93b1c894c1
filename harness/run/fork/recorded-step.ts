import type { Exchange } from "../../kernel/exchange.ts";
import type { ScriptedBlock, Step } from "../../mock/script.ts";
import { readAnswer } from "../../dialects/anthropic-messages/read-answer.ts";

const PLAIN: Step = {
  reply: { kind: "message", content: [{ type: "text", text: "I will look into it." }], stopReason: "end_turn" },
  hold: null,
  cutAfterEvents: null,
};

/**
 * What the mocked model answers a recorded parent where the scenario does not say: what the recording's model answered, so
 * that calls which the fork inherits are the real ones; a plain sentence where there is no whole answer.
 */
export function recordedStep(parent: Exchange | null): Step {
  const response = parent?.response ?? null;
  const answer = response === null || response.status !== 200 ? null : readAnswer(response);
  if (answer === null) return PLAIN;
  const content = answer.content.flatMap(toScripted);
  if (content.length === 0) return PLAIN;
  const stopReason = content.some(({ type }) => type === "call") ? "tool_use" : "end_turn";
  return { reply: { kind: "message", content, stopReason }, hold: null, cutAfterEvents: null };
}

function toScripted(block: { readonly [member: string]: unknown }): readonly ScriptedBlock[] {
  const { type, text, thinking, name, input } = block;
  if (type === "text" && typeof text === "string" && text !== "") return [{ type: "text", text }];
  if (type === "thinking" && typeof thinking === "string" && thinking !== "")
    return [{ type: "thinking", text: thinking }];
  return type === "tool_use" && typeof name === "string" ? [{ type: "call", tool: name, input: input ?? {} }] : [];
}
