import { isRepeatedMember, memberOf } from "../changes/repeated-member.ts";
import type { Change } from "../changes/change.ts";
import { sameValue } from "../json-value.ts";
import type { ReadBlock } from "../read-block.ts";
import type { Rule } from "../rule.ts";
import { countOf } from "../text/count-of.ts";

export const encodingDrift: Rule = {
  code: "CB420",
  slug: "encoding-drift",
  segment: "messages",
  severity: "medium",
  weight: "cause",
  providerReason: "messages_changed",
  title: "Equal values are spelled with other bytes",
  when: "Values are equal; escapes, number forms, the order of members or duplicate keys differ.",
  why: "A body that is parsed and encoded again changes escapes, number forms, the order of members and duplicate keys. The values are equal, the prefix is not, where the provider hashes what it is sent.",
  mend: "Splice new messages into the parent's raw body instead of encoding it again.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":"caf\\u00e9"},{"role":"assistant","content":"hello"}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":"café"},{"role":"assistant","content":"hello"},{"role":"user","content":"go"}]}`,
    mended: `{"model":"m","messages":[{"role":"user","content":"caf\\u00e9"},{"role":"assistant","content":"hello"},{"role":"user","content":"go"}]}`,
  },
  detect({ changes }) {
    const explains = changes.filter(isRespelled);
    const { length } = explains;
    const repeated = explains.map(memberOf).find((name) => name !== null);
    if (repeated !== undefined) {
      return { explains, observed: `one of the two bodies writes its top-level "${repeated}" twice` };
    }
    const noun = explains.some(({ of }) => of === "message") ? "message envelope" : "block";
    return {
      explains,
      observed: `${countOf(length, noun)} ${length === 1 ? "is" : "are"} equal as ${length === 1 ? "a value" : "values"} and spelled otherwise`,
    };
  },
};

function isRespelled(change: Change): boolean {
  switch (change.of) {
    case "tool":
      return isRepeatedMember(change) || (change.is === "edited" && change.member === "");
    case "system":
      return change.is === "edited" && sameValue(valuesOf(change.parent), valuesOf(change.child));
    case "block":
      return change.is === "edited" && sameValue(change.parent.value, change.child.value);
    case "message":
      return change.is === "edited" && sameValue(change.parent.members(), change.child.members());
  }
}

/** A system block with what stands around it, where its wire writes it as a message. */
function valuesOf({ value, frame }: ReadBlock): readonly unknown[] {
  return [value, frame?.members() ?? null];
}
