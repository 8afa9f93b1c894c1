import { findMovedText } from "../../changes/moved-text.ts";
import type { Rule } from "../../rule.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";

export const messageHoisted: Rule = {
  code: "CB415",
  slug: "message-hoisted",
  segment: "system",
  severity: "high",
  weight: "cause",
  before: ["CB310", "CB416"],
  providerReason: "system_changed",
  title: "A message of the history moved into the system prompt, or out of it",
  when: "A message, or a part of one, is missing. Its text stands in the system prompt, which otherwise equals the parent's. Or the other way round. Developer items that a Responses input begins with count as a system prompt.",
  why: "Gateways that know system text only in front take a mid-conversation system message there. The system prompt grows with it, and everything behind is another prefix.",
  fix: "Keep each note where the parent has it: send it as a user message, or through a gateway that leaves it in its place.",
  example: {
    parent: `{"model":"m","system":"You review code.","messages":[{"role":"user","content":"Read add.js."},{"role":"system","content":"The user prefers short answers."},{"role":"user","content":"Thanks."}]}`,
    broken: `{"model":"m","system":"You review code.\\nThe user prefers short answers.","messages":[{"role":"user","content":"Read add.js."},{"role":"user","content":"Thanks."},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","system":"You review code.","messages":[{"role":"user","content":"Read add.js."},{"role":"system","content":"The user prefers short answers."},{"role":"user","content":"Thanks."},{"role":"user","content":"go"}]}`,
  },
  detect(evidence) {
    const moved = findMovedText(evidence);
    if (moved === null) return null;
    const { into, explains, messages, parts, roles } = moved;
    const counted = [
      ...(messages > 0 ? [pluralize(messages, "message")] : []),
      ...(parts > 0 ? [`${pluralize(parts, "part")} of a message`] : []),
    ].join(" and ");
    const [whose, where] =
      into === "system" ? ["parent's", "fork's system prompt"] : ["fork's", "parent's system prompt"];
    const verb = messages + parts === 1 ? "stands" : "stand";
    return {
      explains,
      names: roles,
      observed: `${counted} (${roles.join(", ")}) of the ${whose} ${verb} in the ${where}`,
    };
  },
};
