import type { JsonObject } from "../../kernel/json.ts";
import { providers } from "../../providers/list.ts";

/** The wire formats that a grader's prompt is written in. */
export type GraderWire = "anthropic-messages" | "openai-chat" | "gemini-generate";

/** The longest answer of a grader, reasoning included. */
const MAX_TOKENS = 4_000;

/** The model's own provider, and the wire format that it takes; of an unknown model the common one. */
export function graderWireOf(model: string): { readonly wire: GraderWire; readonly provider?: string } {
  for (const { name, models, live } of providers) {
    const wire = live?.wires.find(isGraderWire);
    if (wire !== undefined && models?.test(model) === true) return { wire, provider: name };
  }
  return { wire: "openai-chat" };
}

function isGraderWire(wire: string): wire is GraderWire {
  return wire === "anthropic-messages" || wire === "openai-chat" || wire === "gemini-generate";
}

/** The path and the body that ask a model for one answer. */
export function graderRequest(
  wire: GraderWire,
  model: string,
  prompt: string,
): { readonly path: string; readonly body: JsonObject } {
  const messages = [{ role: "user", content: prompt }];
  switch (wire) {
    case "anthropic-messages":
      return { path: "/v1/messages", body: { model, max_tokens: MAX_TOKENS, messages } };
    case "openai-chat":
      return { path: "/v1/chat/completions", body: { model, max_completion_tokens: MAX_TOKENS, messages } };
    case "gemini-generate": {
      const contents = [{ role: "user", parts: [{ text: prompt }] }];
      const body = { contents, generationConfig: { maxOutputTokens: MAX_TOKENS } };
      return { path: `/v1beta/models/${encodeURIComponent(model)}:generateContent`, body };
    }
  }
}
