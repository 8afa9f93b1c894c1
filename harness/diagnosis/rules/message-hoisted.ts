import { changesOf } from "../changes/change.ts";
import { changesInSystem, systemText } from "../changes/system-text.ts";
import type { ReadMessage } from "../read-messages.ts";
import type { Rule } from "../rule.ts";
import { countOf } from "../text/count-of.ts";

/** A gateway moves a few notes to the front, not a conversation; each is searched for in the whole system prompt. */
const MOST = 32;

export const messageHoisted: Rule = {
  code: "CB415",
  slug: "message-hoisted",
  segment: "system",
  severity: "high",
  weight: "cause",
  providerReason: "system_changed",
  title: "A message of the history moved into the system prompt",
  when: "The text of a message that is missing stands in the system prompt, which is the parent's otherwise.",
  why: "Gateways that know system text only in front take a mid-conversation system message there. The system prompt grows with it, and everything behind is another prefix.",
  mend: "Send mid-conversation notes as user messages, or through a gateway that leaves them in their place.",
  example: {
    parent: `{"model":"m","system":"You review code.","messages":[{"role":"user","content":"Read add.js."},{"role":"system","content":"The user prefers short answers."},{"role":"user","content":"Thanks."}]}`,
    broken: `{"model":"m","system":"You review code.\\nThe user prefers short answers.","messages":[{"role":"user","content":"Read add.js."},{"role":"user","content":"Thanks."},{"role":"user","content":"go"}]}`,
    mended: `{"model":"m","system":"You review code.","messages":[{"role":"user","content":"Read add.js."},{"role":"system","content":"The user prefers short answers."},{"role":"user","content":"Thanks."},{"role":"user","content":"go"}]}`,
  },
  detect({ changes, parent, child }) {
    const inSystem = changesInSystem(changes);
    const removed = changesOf(changes, "message", "removed");
    if (inSystem.length === 0 || removed.length === 0 || removed.length > MOST) return null;
    const [before, after] = [systemText(parent), systemText(child)];
    const hoisted = removed.filter((change) => {
      const text = textOf(change.parent);
      return text !== "" && after.includes(text) && !before.includes(text);
    });
    const rest = hoisted.reduce((text, change) => text.replace(textOf(change.parent), () => ""), after);
    if (hoisted.length === 0 || spaceless(rest) !== spaceless(before)) return null;
    const names = [...new Set(hoisted.map((change) => change.parent.role))];
    const observed = `${countOf(hoisted.length, "message")} (${names.join(", ")}) of the parent's ${hoisted.length === 1 ? "stands" : "stand"} in the system prompt`;
    return { explains: [...inSystem, ...hoisted], names, observed };
  },
};

function textOf({ blocks }: ReadMessage): string {
  return blocks
    .map(({ text }) => text ?? "")
    .join("\n")
    .trim();
}

function spaceless(text: string): string {
  return text.replaceAll(/\s+/g, "");
}
