import { isRepeatedMember, repeatedIn } from "../../changes/tools/repeated-member.ts";
import type { Change } from "../../changes/change.ts";
import { sameValue } from "../../reading/json-value.ts";
import { isSameMember, type ReadBlock } from "../../reading/read-block.ts";
import { isSameTool, type ReadTool } from "../../reading/read-tools.ts";
import type { ReadMessage } from "../../reading/read-messages.ts";
import type { Rule } from "../../rule.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";
import { howRespelled } from "../../text/how-respelled.ts";

export const encodingDrift: Rule = {
  code: "CB420",
  slug: "encoding-drift",
  segment: "messages",
  severity: "medium",
  weight: "cause",
  before: ["CB301", "CB405"],
  providerReason: "messages_changed",
  title: "Equal values are spelled with other bytes",
  when: "Values are equal; escapes, number forms, the order of members or duplicate keys differ.",
  why: "A body that is parsed and encoded again changes escapes, number forms, the order of members and duplicate keys. The values are equal, the prefix is not, where the provider hashes what it is sent.",
  fix: "Splice new messages into the parent's raw body instead of encoding it again.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":"caf\\u00e9"},{"role":"assistant","content":"hello"}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":"café"},{"role":"assistant","content":"hello"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":"caf\\u00e9"},{"role":"assistant","content":"hello"},{"role":"user","content":"go"}]}`,
  },
  detect({ changes }) {
    const explains = changes.filter(isRespelled);
    const [first] = explains;
    if (first === undefined) return null;
    const { length } = explains;
    const noun = explains.some(({ of }) => of === "message") ? "message" : "block";
    const is = length === 1 ? "is equal as a value" : "are equal as values";
    const repeated = repeatedIn(first);
    if (repeated !== null) return { explains, observed: `one of the two bodies writes ${repeated} twice` };
    return { explains, observed: `${pluralize(length, noun)} ${is} and spelled otherwise: ${howOf(first)}` };
  },
};

/** Of the first one: others mostly follow from the same encoder. */
function howOf(change: Change): string {
  if (change.is !== "edited") return "";
  if (change.of === "message") return howRespelled(around(change.parent), around(change.child));
  const [before, after] = [change.parent.raw, change.child.raw];
  if (change.of === "tool" && isElsewhere(change.parent, change.child))
    return "the same declarations are shared out to other lists";
  if (before !== after || change.of === "tool") return howRespelled(before, after);
  const [ours, theirs] = [change.parent.frame, change.child.frame];
  return ours === null || theirs === null
    ? "a list stands around it in one of the two"
    : howRespelled(around({ ...change.parent, ...ours }), around({ ...change.child, ...theirs }));
}

/** A message without what its blocks say. */
function around({ layout, envelope }: Pick<ReadMessage, "layout" | "envelope">): string {
  const { members, bearers } = envelope;
  const pieces = [...members, ...bearers].sort((left, right) => left.start - right.start);
  const texts = pieces.map((piece) => {
    const raw = layout.body.toString("utf8", piece.start, piece.end);
    return bearers.includes(piece) ? `${raw}:0` : raw;
  });
  return `{${texts.join(",")}}`;
}

/** Whether tools differ in nothing but where they are declared: in another list, or in an element of their own. */
function isElsewhere(parent: ReadTool, child: ReadTool): boolean {
  return isSameTool(parent, child) || parent.raw.startsWith('"') !== child.raw.startsWith('"');
}

function isRespelled(change: Change): boolean {
  switch (change.of) {
    case "tool":
      return isRepeatedMember(change) || (change.is === "edited" && change.member === "");
    case "system":
      return change.is === "edited" && sameValue(valuesOf(change.parent), valuesOf(change.child));
    case "block":
      return (
        change.is === "edited" &&
        isSameMember(change.parent, change.child) &&
        sameValue(change.parent.value, change.child.value)
      );
    case "message":
      return change.is === "edited" && sameValue(change.parent.members(), change.child.members());
  }
}

/** A system block with what stands around it, where its wire writes it as a message. */
function valuesOf({ value, frame }: ReadBlock): readonly unknown[] {
  return [value, frame?.members() ?? null];
}
