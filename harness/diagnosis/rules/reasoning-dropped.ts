import type { Change } from "../changes/change.ts";
import { sameValue } from "../json-value.ts";
import type { Rule } from "../rule.ts";
import { countOf } from "../text/count-of.ts";

export const reasoningDropped: Rule = {
  code: "CB413",
  slug: "reasoning-dropped",
  segment: "messages",
  severity: "high",
  weight: "cause",
  providerReason: "messages_changed",
  title: "Reasoning of the history is missing or changed",
  when: "A thinking block, or its signature, is missing or differs.",
  why: "Thinking blocks and their signatures are part of the prefix. Histories that pass through a store or a converter that does not know them lose the prefix at the last turn that thought.",
  mend: "Keep thinking blocks with their signatures and replay them byte by byte.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"thinking","thinking":"A greeting.","signature":"c2ln"},{"type":"text","text":"Hello."}]},{"role":"user","content":"Thanks."}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"text","text":"Hello."}]},{"role":"user","content":"Thanks."},{"role":"user","content":"go"}]}`,
    mended: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"thinking","thinking":"A greeting.","signature":"c2ln"},{"type":"text","text":"Hello."}]},{"role":"user","content":"Thanks."},{"role":"user","content":"go"}]}`,
  },
  detect({ changes }) {
    const explains = changes.filter(isReasoning);
    const absent = explains.filter(({ is }) => is === "removed").length;
    const changed = explains.length - absent;
    const said = [
      ...(absent > 0 ? [`${countOf(absent, "thinking block")} ${absent === 1 ? "is" : "are"} missing`] : []),
      ...(changed > 0 ? [`${countOf(changed, "thinking block")} ${changed === 1 ? "differs" : "differ"}`] : []),
    ];
    return { explains, observed: said.join(", ") };
  },
};

function isReasoning(change: Change): boolean {
  if (change.of === "message") {
    return (
      change.is === "removed" &&
      change.parent.blocks.length > 0 &&
      change.parent.blocks.every(({ kind }) => kind === "thinking")
    );
  }
  if (change.of !== "block") return false;
  switch (change.is) {
    case "removed":
      return change.parent.kind === "thinking";
    case "added":
      return change.child.kind === "thinking";
    case "edited":
      return change.parent.kind === "thinking" && !sameValue(change.parent.value, change.child.value);
  }
}
