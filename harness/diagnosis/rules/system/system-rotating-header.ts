import { changesOf } from "../../changes/change.ts";
import { sameValue } from "../../reading/json-value.ts";
import type { Rule } from "../../rule.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";

/** Bytes of a header at most (harness/diagnosis/CODES.md). */
const LONGEST_HEADER = 300;

export const systemRotatingHeader: Rule = {
  code: "CB307",
  slug: "system-rotating-header",
  segment: "system",
  severity: "high",
  weight: "cause",
  before: ["CB308"],
  providerReason: "system_changed",
  title: "Only a short first system block differs",
  when: "The first system block differs, has at most 300 bytes, and all blocks behind it are equal.",
  why: "Clients put billing or routing text into a block of its own in front of the system prompt. Where the provider hashes it, a value that rotates uncaches all the rest.",
  fix: "Send the header's text unchanged within a session, or as an HTTP header.",
  example: {
    parent: `{"model":"m","system":[{"type":"text","text":"x-route: build=amber lane=left"},{"type":"text","text":"You review code."}],"messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","system":[{"type":"text","text":"x-route: build=olive lane=right"},{"type":"text","text":"You review code."}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","system":[{"type":"text","text":"x-route: build=amber lane=left"},{"type":"text","text":"You review code."}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect({ changes, parent }) {
    const edited = changesOf(changes, "system", "edited");
    const [first] = edited;
    const others = changes.filter((change) => change.of === "system" && change !== first);
    if (first?.place !== 0 || others.length > 0 || parent.system().length < 2) return null;
    // Text that is only spelled differently holds no rotating value.
    if (sameValue(first.parent.value, first.child.value)) return null;
    const sizes = [first.parent, first.child].map(({ text }) => Buffer.byteLength(text ?? ""));
    if (sizes.some((size) => size > LONGEST_HEADER)) return null;
    const behind = parent.system().length - 1;
    const rest = `${pluralize(behind, "block")} behind it ${behind === 1 ? "is" : "are"} equal`;
    return { explains: [first], observed: `the first system block of ${sizes[0]} bytes differs, ${rest}` };
  },
};
