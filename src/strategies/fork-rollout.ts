import { isJsonObject, parseJsonObject, stringOrNull, type JsonObject } from "../wire/json-object.ts";
import { checkOptions } from "./check-options.ts";
import { keepsItem } from "./sanitized-history.ts";

/** How much of a rollout a fork inherits. `turns` is at least 1. */
export type RolloutMode = { readonly kind: "full" } | { readonly kind: "last-turns"; readonly turns: number };

export type ForkedRollout = {
  /** The lines that the fork's own rollout begins with, each as it was. */
  readonly lines: readonly string[];
  /** The newest turn context, from which a full fork tells only what has changed; null where the fork must build its own. */
  readonly baseline: JsonObject | null;
  /** Lines that are no JSON object of a known form, from 1. A crash can leave the last one half written. */
  readonly unreadable: readonly number[];
};

/**
 * What a fork inherits of a Codex rollout, JSON Lines as Codex writes them (src/FORK-SYSTEMS.md#history-of-codex). Full: sanitized
 * items and the turn contexts. Last turns: the same inside the window, without contexts. A rollout holds no tools and no
 * request parameters: it can seed a history and prove nothing about a cache. Throws RangeError for an unknown or invalid mode.
 */
export function forkRollout(jsonl: string, mode: RolloutMode): ForkedRollout {
  checkMode(mode);
  const read = jsonl.split("\n").flatMap((text, index) => (text.trim() === "" ? [] : [readLine(text, index + 1)]));
  const entries = applyRollbacks(read.filter((entry) => entry !== null && typeof entry !== "number"));
  const unreadable = read.filter((entry) => typeof entry === "number");
  const inWindow = mode.kind === "full" ? entries : lastTurns(entries, mode.turns);
  const kept = inWindow.filter((entry) => keepsEntry(entry, mode));
  return {
    lines: kept.map(({ text }) => text),
    baseline: kept.findLast(({ type }) => type === "turn_context")?.payload ?? null,
    unreadable,
  };
}

function checkMode(mode: RolloutMode): void {
  checkOptions("forkRollout", mode, mode.kind === "full" ? ["kind"] : ["kind", "turns"]);
  if (mode.kind === "full" || (mode.kind === "last-turns" && Number.isSafeInteger(mode.turns) && mode.turns >= 1))
    return;
  throw new RangeError('forkRollout: pass { kind: "full" }, or { kind: "last-turns", turns } with turns from 1');
}

type Entry = { readonly text: string; readonly type: string; readonly payload: JsonObject };

function readLine(text: string, number: number): Entry | number {
  const line = parseJsonObject(text);
  const type = line === null ? null : stringOrNull(line["type"]);
  const payload = line === null ? null : line["payload"];
  return type === null || !isJsonObject(payload) ? number : { text, type, payload };
}

function keepsEntry({ type, payload }: Entry, mode: RolloutMode): boolean {
  switch (type) {
    case "response_item":
      return keepsItem(payload);
    case "turn_context":
    case "world_state":
      return mode.kind === "full";
    case "session_meta":
    case "compacted":
    case "event_msg":
      return true;
    default:
      return false;
  }
}

/** A rollback takes back the newest turns: what it undid is gone before anything is counted. */
function applyRollbacks(entries: readonly Entry[]): readonly Entry[] {
  const kept: Entry[] = [];
  for (const entry of entries) {
    if (entry.type !== "event_msg" || entry.payload["type"] !== "thread_rolled_back") {
      kept.push(entry);
      continue;
    }
    const undone = Number(entry.payload["num_turns"] ?? 1);
    const start = boundaries(kept).at(-undone);
    if (start !== undefined) kept.length = start;
  }
  return kept;
}

/** From the n-th last boundary, or from the first; the session's own line stays. Without a boundary, nothing else does. */
function lastTurns(entries: readonly Entry[], turns: number): readonly Entry[] {
  const starts = boundaries(entries);
  const start = starts.at(-turns) ?? starts[0] ?? entries.length;
  return entries.filter(({ type }, index) => index >= start || type === "session_meta");
}

/** Where turns begin: a real message of the user, or a message between agents that is flagged to start one. */
function boundaries(entries: readonly Entry[]): readonly number[] {
  return entries.flatMap(({ type, payload }, index) => {
    if (type === "inter_agent_communication") return payload["trigger_turn"] === true ? [index] : [];
    if (type !== "response_item" || payload["type"] !== "message") return [];
    if (payload["role"] === "assistant") return triggersTurn(payload) ? [index] : [];
    return payload["role"] === "user" && !isContext(payload) ? [index] : [];
  });
}

/** Older rollouts keep a message between agents as an assistant message whose text is its JSON. */
function triggersTurn(payload: JsonObject): boolean {
  return textsOf(payload).some((text) => parseJsonObject(text)?.["trigger_turn"] === true);
}

/** User messages that the client writes itself: environment and instructions, in tags of their own. */
function isContext(payload: JsonObject): boolean {
  const texts = textsOf(payload);
  return texts.length > 0 && texts.every((text) => /^\s*<(environment_context|user_instructions)>/.test(text));
}

function textsOf({ content }: JsonObject): readonly string[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: unknown) => (isJsonObject(part) ? (stringOrNull(part["text"]) ?? []) : []));
}
