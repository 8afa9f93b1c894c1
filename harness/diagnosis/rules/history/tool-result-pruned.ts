import type { Change } from "../../changes/change.ts";
import { isResultMessage } from "../../changes/result-message.ts";
import type { ReadBlock } from "../../reading/read-block.ts";
import type { Rule } from "../../rule.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";
import { commonEnds } from "../../text/common-ends.ts";

/** A placeholder is at most this long and says nothing of what it stands for (harness/diagnosis/CODES.md). */
const PLACEHOLDER_BYTES = 200;

export const toolResultPruned: Rule = {
  code: "CB406",
  slug: "tool-result-pruned",
  segment: "messages",
  severity: "high",
  weight: "cause",
  before: ["CB420"],
  providerReason: "messages_changed",
  title: "A tool result of the history was cut down",
  when: "A tool result became at most half as long. Or at most 200 bytes that share no line with it are left: shorter than it was, or a text in brackets.",
  why: "Pruning old tool output saves context and rewrites the past: from the first pruned result on, nothing can be read. Pruned a little at a time, it costs a miss each time.",
  fix: "Keep results as they were sent; prune all at once and rarely, or bound a result before it is sent for the first time.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":"Read add.js."},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"read","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"export function add(a, b) {\\n  return a + b;\\n}\\n"}]}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":"Read add.js."},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"read","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"[old output]"}]},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":"Read add.js."},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"read","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"export function add(a, b) {\\n  return a + b;\\n}\\n"}]},{"role":"user","content":"go"}]}`,
  },
  detect({ changes }) {
    const pruned = new Map<object, Result>();
    const explains = changes.filter((change) => {
      const result = resultOf(change);
      const isCut = result !== null && isPruned(result);
      if (isCut) pruned.set(result.of, result);
      return isCut;
    });
    const sum = (side: "before" | "after"): number =>
      [...pruned.values()].reduce((bytes, result) => bytes + Buffer.byteLength(result[side]), 0);
    const observed = `${pluralize(pruned.size, "tool result")} of ${sum("before")} bytes became ${sum("after")}`;
    return { explains, observed };
  },
};

/** The output of a tool, and the rest that remains of it; `of` is the block that holds it, or its message if that has several. */
type Result = { readonly of: object; readonly before: string; readonly after: string };

function resultOf(change: Change): Result | null {
  if (change.of !== "block") return null;
  const { parent, child } = change.within;
  if (isResultMessage(parent) && isResultMessage(child))
    return { of: parent, before: textOf(parent.blocks), after: textOf(child.blocks) };
  if (change.is !== "edited" || change.parent.kind !== "tool-result" || change.child.kind !== "tool-result")
    return null;
  return { of: change.parent, before: textOf([change.parent]), after: textOf([change.child]) };
}

function textOf(blocks: readonly ReadBlock[]): string {
  return blocks.map(({ text }) => text ?? "").join("");
}

function isPruned({ before, after }: Result): boolean {
  if (before === "" || before === after) return false;
  const [bytes, left] = [Buffer.byteLength(before), Buffer.byteLength(after)];
  if (left * 2 <= bytes) return true;
  const standsFor = left <= PLACEHOLDER_BYTES && !sharesLine(before, after) && !isEdited(before, after);
  return standsFor && (left < bytes || IN_BRACKETS.test(after));
}

/** What a client writes in place of any result, however short: `[Old tool result content cleared]`. */
const IN_BRACKETS = /^\s*(?:\[[^[\]]*\p{L}[^[\]]*\]|\([^()]*\p{L}[^()]*\)|<[^<>]*\p{L}\s[^<>]*>)\s*$/u;

/** More than half of what is left was there before: an answer of one line in which a word changed shares no line with itself. */
function isEdited(before: string, after: string): boolean {
  const [head, tail] = commonEnds(before, after);
  return (head + tail) * 2 > after.length;
}

function sharesLine(before: string, after: string): boolean {
  const lines = new Set(before.split("\n"));
  return after.split("\n").some((line) => line !== "" && lines.has(line));
}
