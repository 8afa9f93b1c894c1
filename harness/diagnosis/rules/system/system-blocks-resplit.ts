import { changesInSystem } from "../../changes/system/system-text.ts";
import { otherTextForm } from "../../changes/text-forms.ts";
import type { ReadBlock } from "../../reading/read-block.ts";
import type { Rule } from "../../rule.ts";
import { isSameJoined } from "../../text/is-same-joined.ts";

export const systemBlocksResplit: Rule = {
  code: "CB310",
  slug: "system-blocks-resplit",
  segment: "system",
  severity: "medium",
  weight: "cause",
  before: ["CB302", "CB303", "CB304", "CB305"],
  providerReason: "system_changed",
  title: "The same system text is cut into other blocks",
  when: "The system text is the same, its blocks are cut otherwise. A string against one text block is a note, and a cause if the model tells them apart and the parent had stored the text.",
  why: "Blocks are hashed one by one, so the same words with another boundary are another prefix. Newer models even distinguish a string from one text block.",
  fix: "Send the system prompt in the parent's blocks; move only the breakpoints.",
  example: {
    parent: `{"model":"m","system":[{"type":"text","text":"You review code.\\n"},{"type":"text","text":"Answer briefly."}],"messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","system":[{"type":"text","text":"You review code.\\nAnswer briefly."}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","system":[{"type":"text","text":"You review code.\\n"},{"type":"text","text":"Answer briefly."}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect({ changes, parent, child }) {
    const explains = changesInSystem(changes);
    const [before, after] = [parent.system(), child.system()];
    if (explains.length === 0 || !isResplit(before, after)) return null;
    return { explains, observed: describe(before, after) };
  },
  beside(evidence) {
    return otherTextForm(evidence, "system");
  },
};

/**
 * Where as many blocks stand in the same form, only a boundary inside the text can have moved: not a byte of it may differ. A
 * prompt that only one request has is not cut.
 */
function isResplit(before: readonly ReadBlock[], after: readonly ReadBlock[]): boolean {
  if (before.length === 0 || after.length === 0 || differInOneBlock(before, after)) return false;
  const [texts, others] = [before.map(({ text }) => text ?? ""), after.map(({ text }) => text ?? "")];
  if (texts.length !== others.length) return isSameJoined(texts, others);
  const isMoved = formOf(before) !== formOf(after) || texts.some((text, index) => text !== others[index]);
  return (isMoved || opensOthers(before, after)) && texts.join("") === others.join("");
}

/**
 * Whether the same number of blocks stands in the same form, and at most one of them differs: then the whole text differs if that block's
 * does. Long prompts with a clock in one block are not parsed for this.
 */
function differInOneBlock(before: readonly ReadBlock[], after: readonly ReadBlock[]): boolean {
  if (before.length !== after.length || formOf(before) !== formOf(after) || opensOthers(before, after)) return false;
  return before.filter(({ raw }, at) => raw !== after[at]?.raw).length <= 1;
}

/** Whether a block behind the first begins a message in one request alone: the prompt is cut into other messages. */
function opensOthers(before: readonly ReadBlock[], after: readonly ReadBlock[]): boolean {
  return before.some(({ frame }, at) => at > 0 && (frame === null) !== (after[at]?.frame === null));
}

function describe(before: readonly ReadBlock[], after: readonly ReadBlock[]): string {
  const [form, other] = [formOf(before), formOf(after)];
  return form === other
    ? `the same text in ${other}, cut at other places`
    : `the same text in ${other} instead of ${form}`;
}

function formOf(blocks: readonly ReadBlock[]): string {
  if (blocks.length === 1) return blocks[0]?.raw.startsWith('"') === true ? "a string" : "1 block";
  return `${blocks.length} blocks`;
}
