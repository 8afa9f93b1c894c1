import { type JsonObject, isJsonObject } from "../../kernel/json.ts";
import { type Fields } from "../../cassette/lines/fields.ts";
import type { LinesFormat } from "../foreign-format.ts";
import { usageExchange } from "../usage-exchange.ts";

/**
 * A session that Claude Code keeps: an assistant's turn is 2 to 10 lines, each of which repeats the request's usage. Neither
 * system prompt nor tools are in it, so what it yields has no body.
 */
export const claudeSession: LinesFormat = {
  kind: "lines",
  name: "Claude Code session",
  recognises: ({ sessionId, uuid, message }) =>
    typeof sessionId === "string" && typeof uuid === "string" && isJsonObject(message),
  read: function* (lines, notes) {
    const seen = new Set<string>();
    for (const { fields } of lines) {
      const message = fields.objectOrNull("message");
      const usage = message?.jsonOrNull("usage") ?? null;
      const id = fields.textOrNull("requestId") ?? message?.textOrNull("id") ?? null;
      if (usage === null || id === null) notes.leftOut("lines without usage");
      else if (message?.raw("model") === SYNTHETIC) notes.leftOut("messages that Claude Code wrote itself");
      else if (seen.has(id)) notes.leftOut("lines that repeat a request's usage");
      else {
        seen.add(id);
        // A side chain is an agent of its own, and has its own prefix.
        const chain = fields.raw("isSidechain") === true ? ["side chain", fields.textOrNull("agentId") ?? ""] : [];
        const session = [fields.textOrNull("sessionId") ?? "", ...chain].join(" ").trim();
        yield usageExchange(id, usage, fields.timeOrNull("timestamp"), "anthropic-messages", {
          model: message?.textOrNull("model") ?? null,
          session: session === "" ? null : session,
        });
      }
    }
  },
};

/** The model of a notice, such as that of an interruption or a limit: no request was sent for it. */
const SYNTHETIC = "<synthetic>";

/**
 * A rollout that Codex keeps. The usage of a turn comes in `token_count` events, which repeat if no request was sent in between.
 * `input_tokens` include the cached ones, as OpenAI counts.
 */
export const codexRollout: LinesFormat = {
  kind: "lines",
  name: "Codex rollout",
  recognises: ({ type, payload }) => type === "session_meta" && isJsonObject(payload),
  read: function* (lines, notes) {
    let total = "";
    let model: string | null = null;
    for (const { number, fields } of lines) {
      const info = tokenCount(fields);
      if (fields.textOrNull("type") === "turn_context")
        model = fields.objectOrNull("payload")?.textOrNull("model") ?? model;
      const usage = info?.jsonOrNull("last_token_usage") ?? null;
      const now = JSON.stringify(info?.raw("total_token_usage") ?? null);
      if (usage === null) notes.leftOut("lines without usage");
      else if (now === total) notes.leftOut("lines that repeat a request's usage");
      else {
        total = now;
        yield usageExchange(String(number), openAiNames(usage), fields.timeOrNull("timestamp"), "openai-responses", {
          model,
          session: null,
        });
      }
    }
  },
};

function tokenCount(line: Fields): Fields | null {
  if (line.textOrNull("type") !== "event_msg") return null;
  const payload = line.objectOrNull("payload");
  return payload?.textOrNull("type") === "token_count" ? payload.objectOrNull("info") : null;
}

/** As the provider spells it, so that the dialect reads it like a response of its own. */
function openAiNames({ cached_input_tokens: cached, ...usage }: JsonObject): JsonObject {
  return cached === undefined ? usage : { ...usage, input_tokens_details: { cached_tokens: cached } };
}
