import type { Change } from "../../changes/change.ts";
import { openCalls } from "../../changes/open-calls.ts";
import type { ReadBlock } from "../../reading/read-block.ts";
import type { Rule } from "../../rule.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";

export const openToolUseFiltered: Rule = {
  code: "CB417",
  slug: "open-tool-use-filtered",
  segment: "messages",
  severity: "high",
  weight: "cause",
  before: ["CB407"],
  providerReason: "messages_changed",
  title: "A tool call that the parent left open is missing in the fork",
  when: "A tool call that the parent's request leaves unanswered is missing in the fork.",
  why: "Filtering incomplete tool calls makes a history valid by changing it. The prefix ends where the call stood, and everything that the parent cached behind it is lost.",
  fix: "Keep the call and answer it with a result at the head of the fork's first own message.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"text","text":"I start a helper."},{"type":"tool_use","id":"toolu_1","name":"fork","input":{}}]}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"text","text":"I start a helper."}]},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"text","text":"I start a helper."},{"type":"tool_use","id":"toolu_1","name":"fork","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"started"},{"type":"text","text":"go"}]}]}`,
  },
  detect({ changes, parent, child }) {
    if (!changes.flatMap(removedBlocks).some(({ kind }) => kind === "tool-use")) return null;
    const open = openCalls(parent.messages());
    if (open.size === 0) return null;
    const kept = new Set(child.messages().flatMap(({ blocks }) => blocks.map(({ callId }) => callId)));
    const isFiltered = ({ kind, callId }: ReadBlock): boolean =>
      kind === "tool-use" && callId !== null && open.has(callId) && !kept.has(callId);
    const explains = changes.filter((change) => removedBlocks(change).some(isFiltered));
    const filtered = explains.flatMap(removedBlocks).filter(isFiltered);
    return {
      explains,
      names: filtered.map(({ value }) => (typeof value["name"] === "string" ? value["name"] : "")),
      observed: `${pluralize(filtered.length, "unanswered tool call")} of the parent's ${filtered.length === 1 ? "is" : "are"} missing`,
    };
  },
};

function removedBlocks(change: Change): readonly ReadBlock[] {
  if (change.is !== "removed") return [];
  if (change.of === "message") return change.parent.blocks;
  return change.of === "block" ? [change.parent] : [];
}
