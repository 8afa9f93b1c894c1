import { plainText } from "../../wires/shared/said/said-item.ts";
import type { SaidItem } from "../../wires/shared/said/said-item.ts";
import { readMessage } from "../../wires/shared/said/read-message.ts";
import { messagesStart } from "../../kernel/memo/fold-messages-memo.ts";
import { testPattern } from "../../io/workers/pattern-worker.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { LaneMatcher } from "../../kernel/lane/lane-matcher.ts";
import type { Layout } from "../../kernel/layout.ts";

/**
 * The parts of a request that a lane's `when` checks: the text of the last user message, and the tools whose results the request
 * brings.
 */
export type MatchedParts = { readonly text: string; readonly tools: readonly string[] };

/** Every condition that a `when` names must hold. */
export function matchesRequest({ contains, matches, tool }: LaneMatcher, { text, tools }: MatchedParts): boolean {
  if (contains !== null && !text.includes(contains) && !plainText(text).includes(plainText(contains))) return false;
  if (matches !== null && !hasMatch(matches, text)) return false;
  return tool === null || tools.some((name) => name === tool || name.endsWith(`.${tool}`));
}

/** Under a deadline, as `expect` searches. @throws HarnessError HX424 for a pattern that does not end in time */
function hasMatch(pattern: string, text: string): boolean {
  const found = testPattern(pattern, text);
  if (found !== "too slow") return found === "matches";
  throw new HarnessError({
    code: "HX424",
    what: `the lane's pattern /${pattern}/u did not end on ${text.length} characters in time`,
    fix: "rewrite it without nested repetition",
    exit: 2,
  });
}

/** Reads from the end: only what stands behind the model's last answer is new. */
export function matchedParts(layout: Layout): MatchedParts {
  const { body, units } = layout;
  const first = messagesStart(units);
  const results: SaidItem[] = [];
  let text: string | null = null;
  let end = units.length;
  for (let at = end - 1; at >= first; at -= 1) {
    if (units[at]?.unit === "block" && at > first) continue;
    const { by, items } = readMessage(layout, at, end);
    if (by === "model") return { text: text ?? "", tools: toolsAnswered(layout, end, results) };
    const texts = units.slice(at, end).flatMap((unit) => {
      const isText = by === "user" && unit.unit === "block" && unit.kind === "text";
      return isText ? rawText(body.toString("utf8", unit.span.start, unit.span.end)) : [];
    });
    if (text === null && texts.length > 0) text = texts.join("\n");
    results.unshift(...items.filter(({ kind }) => kind === "result"));
    end = at;
  }
  return { text: text ?? "", tools: [] };
}

/** Names of the calls that the results answer; a wire without ids answers them in their order. */
function toolsAnswered(layout: Layout, end: number, results: readonly SaidItem[]): readonly string[] {
  if (results.length === 0) return [];
  const calls: (SaidItem & { readonly kind: "call" })[] = [];
  const { units } = layout;
  const ids = new Set(results.flatMap((result) => (result.kind === "result" ? (result.callId ?? []) : [])));
  let to = end;
  for (let at = end - 1; at >= messagesStart(units); at -= 1) {
    if (units[at]?.unit === "block" && at > messagesStart(units)) continue;
    const { by, items } = readMessage(layout, at, to);
    if (by === "user" && calls.length > 0) break;
    calls.unshift(...items.filter((item) => item.kind === "call"));
    to = at;
  }
  const byId = calls.filter(({ id }) => id !== null && ids.has(id));
  return (byId.length > 0 ? byId : calls.slice(0, results.length)).map(({ name }) => name);
}

/** The text of a string or of a text block, as it was sent. */
function rawText(json: string): readonly string[] {
  const value: unknown = JSON.parse(json);
  if (typeof value === "string") return [value];
  const text = typeof value === "object" && value !== null && "text" in value ? value.text : null;
  return typeof text === "string" ? [text] : [];
}
