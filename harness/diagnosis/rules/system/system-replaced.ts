import { changesInSystem, systemText } from "../../changes/system/system-text.ts";
import type { Rule } from "../../rule.ts";
import { similarity } from "../../text/similarity.ts";
import { formatCount } from "../../../kernel/text/format-count.ts";

/** Less in common than this is another prompt (harness/diagnosis/CODES.md). */
const OTHER_PROMPT = 0.2;

export const systemReplaced: Rule = {
  code: "CB309",
  slug: "system-replaced",
  segment: "system",
  severity: "high",
  weight: "cause",
  before: ["CB416"],
  providerReason: "system_changed",
  title: "The fork has a system prompt of its own",
  when: "Less than a fifth of the longer system text is shared: lines, or runs of 32 bytes where a text is one line.",
  why: "A fork that falls back to a default prompt, or takes a persona's, shares the tools at most. The history that it inherits is paid for in full.",
  fix: "Send the parent's rendered system prompt and put the persona into the fork's own message.",
  example: {
    parent: `{"model":"m","system":"You are a patient reviewer of code. Read the whole change before you judge it.","messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","system":"Summarise what the user asked for in three short bullet points, nothing else.","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","system":"You are a patient reviewer of code. Read the whole change before you judge it.","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect({ changes, parent, child }) {
    const explains = changesInSystem(changes);
    if (explains.length === 0) return null;
    const [before, after] = [systemText(parent), systemText(child)];
    const alike = similarity(before, after);
    if (alike >= OTHER_PROMPT) return null;
    const share = Math.floor(alike * 100);
    return {
      explains,
      observed: `${share} % of the system prompt is shared: ${formatCount(before.length)} characters in the parent, ${formatCount(after.length)} in the fork`,
    };
  },
};
