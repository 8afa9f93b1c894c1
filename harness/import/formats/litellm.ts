import { isJsonObject } from "../../kernel/json.ts";
import type { LinesFormat } from "../foreign-format.ts";
import { bodyOf, importedExchange } from "../imported-exchange.ts";

/** With `turn_off_message_logging` each prompt is this text, and all prompts would look the same. */
function isRedacted(messages: unknown): boolean {
  return JSON.stringify(messages).includes('"redacted-by-litellm"');
}

/**
 * LiteLLM's standard logging payload: the client's request to the gateway, before its translation for the provider. The body is
 * put together from its members, so even its member order is the gateway's. `cache_hit` is LiteLLM's own cache.
 */
export const liteLlm: LinesFormat = {
  kind: "lines",
  name: "LiteLLM payload log",
  recognises: ({ call_type: callType, messages, model_parameters: parameters }) =>
    typeof callType === "string" && messages !== undefined && isJsonObject(parameters),
  read: function* (lines, notes) {
    for (const { number, fields } of lines) {
      const messages = fields.raw("messages");
      if (fields.raw("cache_hit") === true) notes.leftOut("answers from LiteLLM's own cache");
      else if (isRedacted(messages))
        yield fields.fault([...fields.path, "messages"], "messages is redacted, so the prompt is unknown");
      else if (messages === null || typeof messages === "string") notes.leftOut("payloads without messages");
      else {
        const isMessages = fields.text("call_type").includes("anthropic_messages");
        const body = { model: fields.textOrNull("model"), ...fields.jsonOrNull("model_parameters"), messages };
        const started = fields.numberOrNull("startTime");
        const first = fields.numberOrNull("completionStartTime");
        const answer = fields.raw("response");
        yield importedExchange({
          id: fields.textOrNull("id") ?? String(number),
          fidelity: "B",
          url: isMessages ? "/v1/messages" : "/v1/chat/completions",
          request: bodyOf(body).bytes,
          startedAtMs: started === null ? null : started * 1000,
          firstByteMs: started === null || first === null ? null : (first - started) * 1000,
          response: isJsonObject(answer)
            ? { status: 200, headers: [["content-type", "application/json"]], body: bodyOf(answer).bytes }
            : null,
        });
      }
    }
  },
};
