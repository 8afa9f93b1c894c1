import { changesInSystem, systemText } from "../../changes/system/system-text.ts";
import type { Rule } from "../../rule.ts";
import { formatCount, pluralize } from "../../../kernel/text/format-count.ts";
import { commonEnds } from "../../text/common-ends.ts";

export const systemChanged: Rule = {
  code: "CB301",
  slug: "system-changed",
  segment: "system",
  severity: "high",
  weight: "cause",
  providerReason: "system_changed",
  title: "The system prompt differs from the parent's",
  when: "The system text differs and no other code explains it.",
  why: "The system prompt stands between tools and messages. Instructions, skills or flags that were read again after the parent's request uncache the rest of it and every message.",
  fix: "Keep the rendered system prompt of the parent and send it unchanged; say what is new in the fork's own message.",
  example: {
    parent: `{"model":"m","system":"You are a patient reviewer of code. Read the whole change before you judge it. Name the file and the line for each remark. Skills: lint.","messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","system":"You are a patient reviewer of code. Read the whole change before you judge it. Name the file and the line for each remark. Skills: lint, deploy and release.","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","system":"You are a patient reviewer of code. Read the whole change before you judge it. Name the file and the line for each remark. Skills: lint.","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect({ changes, parent, child }) {
    const explains = changesInSystem(changes);
    if (explains.length === 0) return null;
    const alone = parent.system().length === 0 ? "fork" : child.system().length === 0 ? "parent" : null;
    const [before, after] = [systemText(parent), systemText(child)];
    return { explains, observed: alone !== null && before === after ? onlyIn(alone) : describe(before, after) };
  },
};

function onlyIn(side: "parent" | "fork"): string {
  return `a system prompt without a text stands in the ${side} alone`;
}

function describe(before: string, after: string): string {
  const [head, tail] = commonEnds(before, after);
  const [gone, come] = [before.length - head - tail, after.length - head - tail];
  if (gone + come === 0) return "the texts are equal; other members of the block differ";
  if (gone === 0)
    return `${characters(come)} ${be(come)} added behind character ${formatCount(head)} of ${formatCount(before.length)}`;
  const of = `${formatCount(gone)} of ${characters(before.length)}`;
  if (come === 0) return `${of} ${gone === 1 ? "is" : "are"} missing behind character ${formatCount(head)}`;
  return `${of} became ${formatCount(come)} ${come === 1 ? "other" : "others"}, behind character ${formatCount(head)}`;
}

function characters(count: number): string {
  return pluralize(count, "character");
}

function be(count: number): string {
  return count === 1 ? "was" : "were";
}
