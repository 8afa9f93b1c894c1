import { formatCount } from "../../../kernel/text/format-count.ts";
import { changesInSystem, systemText } from "../../changes/system/system-text.ts";
import type { Rule } from "../../rule.ts";
import { commonEnds } from "../../text/common-ends.ts";

/** Where the difference must begin, and how much of the longer text its tail must be (harness/diagnosis/CODES.md). */
const HEAD = 0.1;
const TAIL = 0.8;

export const systemVaryingHead: Rule = {
  code: "CB308",
  slug: "system-varying-head",
  segment: "system",
  severity: "high",
  weight: "cause",
  before: ["CB309"],
  providerReason: "system_changed",
  title: "A varying text stands in front of a constant one in the system prompt",
  when: "The difference begins in the first tenth of the system text, and at least 80 % of the longer text is a common tail.",
  why: "A prefix ends at its first difference. Whatever is equal behind a varying head, and that is most of this system prompt, cannot be read.",
  fix: "Put the constant part first and the varying part last, or into a message.",
  example: {
    parent: `{"model":"m","system":"Mood: calm. You are a patient reviewer of code. Read the whole change before you judge it, name the file and the line for each remark, say why it matters, propose a fix, and end with one sentence that sums up the change.","messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","system":"Mood: brisk. You are a patient reviewer of code. Read the whole change before you judge it, name the file and the line for each remark, say why it matters, propose a fix, and end with one sentence that sums up the change.","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","system":"Mood: calm. You are a patient reviewer of code. Read the whole change before you judge it, name the file and the line for each remark, say why it matters, propose a fix, and end with one sentence that sums up the change.","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect({ changes, parent, child }) {
    const explains = changesInSystem(changes);
    if (explains.length === 0) return null;
    const [before, after] = [systemText(parent), systemText(child)];
    const longer = Math.max(before.length, after.length);
    const [head, tail] = commonEnds(before, after);
    if (longer === 0 || head > longer * HEAD || tail < longer * TAIL) return null;
    return {
      explains,
      observed: `the texts differ from character ${formatCount(head)} on; their last ${formatCount(tail)} of ${formatCount(longer)} characters are equal`,
    };
  },
};
