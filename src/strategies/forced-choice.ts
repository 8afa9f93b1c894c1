import type { CacheSafeParams } from "../cache-safe/cache-safe-params.ts";
import { isJsonObject, parseJson, type JsonObject } from "../wire/json-object.ts";

/**
 * A note on a parent whose request demands a call; null for any other parent. The fork's requests demand one too, since on Anthropic
 * a changed choice loses the cache of the messages (harness/providers/FACTS.md#anthropic-prefix): it calls in every turn, and only a limit ends it.
 */
export function forcedChoiceNote({ toolChoice }: CacheSafeParams, override?: unknown): string | null {
  if (override !== undefined)
    return demandsCall(override) ? `The override toolChoice demands a call in every turn. ${limit}` : null;
  if (toolChoice === null || !demandsCall(parseJson(toolChoice))) return null;
  return `The parent's request demands a call (${toolChoice}), and so do the fork's: it calls in every turn, and ends at maxTurns at the latest. Fork from a request that leaves the choice to the model.`;
}

const limit = "A fork that is to answer once needs maxTurns: 1.";

/** In the words of every wire: `any` and `required`, a tool by name, `mode: ANY` of Gemini's function calling. */
function demandsCall(choice: unknown): boolean {
  if (!isJsonObject(choice)) return choice === "required" || choice === "any";
  if (isJsonObject(choice["functionCallingConfig"])) return choice["functionCallingConfig"]["mode"] === "ANY";
  const { type } = choice;
  if (type === "allowed_tools") return modeOf(choice) === "required";
  return typeof type === "string" && type !== "auto" && type !== "none";
}

/** Chat writes the other members of a Responses choice one level deeper. */
function modeOf({ mode, allowed_tools: allowed }: JsonObject): unknown {
  return isJsonObject(allowed) ? allowed["mode"] : mode;
}
