import type { BlockChange, Change } from "../../changes/change.ts";
import { sameValue } from "../../reading/json-value.ts";
import type { ReadBlock } from "../../reading/read-block.ts";
import type { ReadMessage } from "../../reading/read-messages.ts";
import type { Rule } from "../../rule.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";
import { commonEnds } from "../../text/common-ends.ts";

export const messageEdited: Rule = {
  code: "CB405",
  slug: "message-edited",
  segment: "messages",
  severity: "high",
  weight: "cause",
  providerReason: "messages_changed",
  title: "A message of the history has other content",
  when: "A message that both have differs in content, role or another member, and no other code explains it.",
  why: "History is append-only for a cache. A scratchpad, a plan or a status that is rewritten in place uncaches everything from there on, however small the edit.",
  fix: "Leave sent messages as they are and append the new state as a message.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":"Plan: read, write, test."},{"role":"assistant","content":"I read add.js."},{"role":"user","content":"Thanks."}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":"Plan: read (done), write, test."},{"role":"assistant","content":"I read add.js."},{"role":"user","content":"Thanks."},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":"Plan: read, write, test."},{"role":"assistant","content":"I read add.js."},{"role":"user","content":"Thanks."},{"role":"user","content":"Reading is done. go"}]}`,
  },
  detect({ changes }) {
    const explains = changes.filter(
      (change) => change.of === "block" || (change.of === "message" && change.is === "edited"),
    );
    const [first] = explains;
    if (first === undefined) return null;
    const others = explains.length - 1;
    const more = others === 0 ? "" : `; ${pluralize(others, "more difference")} behind it`;
    return { explains, observed: `${describe(first)}${more}` };
  },
};

function describe(change: Change): string {
  if (change.of === "message" && change.is === "edited") return describeMembers(change.parent, change.child);
  if (change.of !== "block") return "";
  switch (change.is) {
    case "removed":
      return `a ${nounOf(change.parent)} is missing`;
    case "added":
      return `a ${nounOf(change.child)} was added`;
    case "edited":
      return describeEdit(change);
  }
}

function describeMembers(parent: ReadMessage, child: ReadMessage): string {
  if (parent.role !== child.role) return `the role changed from ${named(parent.role)} to ${named(child.role)}`;
  const [before, after] = [parent.members(), child.members()];
  if ("" in before || "" in after) return "a value that is not a message changed";
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differing = names.filter((name) => !sameValue(before[name], after[name]));
  if (differing.length === 1 && differing[0] === "content")
    return `the content of a message was ${spelled(before["content"])} and is ${spelled(after["content"])}`;
  return `${differing.join(", ")} of a message ${differing.length === 1 ? "differs" : "differ"}`;
}

function named(role: string): string {
  return role === "" ? "none" : role;
}

/** Content without a block: missing, or a value that means missing. */
function spelled(content: unknown): string {
  return content === undefined ? "left out" : JSON.stringify(content);
}

function nounOf({ kind }: ReadBlock): string {
  return kind === "other" ? "block of an unknown type" : `${kind} block`;
}

function describeEdit({ parent, child }: Extract<BlockChange, { readonly is: "edited" }>): string {
  const isText = parent.text !== null && child.text !== null && parent.text !== child.text;
  const [before, after] = isText ? [parent.text, child.text] : [parent.raw, child.raw];
  const [head, tail] = commonEnds(before, after);
  const longer = Math.max(before.length, after.length);
  const differing = longer - head - tail;
  const where = isText ? `a ${nounOf(parent)}` : `a ${nounOf(parent)}'s JSON`;
  const verb = differing === 1 ? "differs" : "differ";
  return `${count(differing)} of ${count(longer)} characters of ${where} ${verb}, from character ${count(head)} on`;
}

function count(characters: number): string {
  return characters.toLocaleString("en");
}
