import { type Change, changesOf } from "../../changes/change.ts";
import { thinkingLeftOut } from "../../changes/left-out-thinking.ts";
import { sameValue } from "../../reading/json-value.ts";
import { isSameMember, type ReadBlock } from "../../reading/read-block.ts";
import type { Rule } from "../../rule.ts";
import { isThought, untag } from "../../text/tagged-sections.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";

export const reasoningDropped: Rule = {
  code: "CB413",
  slug: "reasoning-dropped",
  segment: "messages",
  severity: "high",
  weight: "cause",
  before: ["CB408", "CB414"],
  providerReason: "messages_changed",
  title: "Reasoning of the history is missing or changed",
  when: "A thinking block, or its signature, is missing or differs. Or the model leaves out the thinking of earlier turns once a text of the user follows tool results (Claude before Opus 4.5 and Sonnet 4.6), and the fork's directive is such a text; a note on the next turn of a conversation.",
  why: "Thinking blocks and their signatures are part of the prefix. Histories that pass through a store or a converter that does not know them lose the prefix at the last turn that thought.",
  fix: "Keep thinking blocks with their signatures and replay them byte by byte.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"thinking","thinking":"A greeting.","signature":"c2ln"},{"type":"text","text":"Hello."}]},{"role":"user","content":"Thanks."}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"text","text":"Hello."}]},{"role":"user","content":"Thanks."},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"thinking","thinking":"A greeting.","signature":"c2ln"},{"type":"text","text":"Hello."}]},{"role":"user","content":"Thanks."},{"role":"user","content":"go"}]}`,
  },
  detect({ changes }) {
    const signatures = changes.filter(isSignature);
    const explains = changes.filter(
      (change) => (isReasoning(change) && !wentWithTurn(change, changes)) || signatures.includes(change),
    );
    const count = (kind: Change["is"]): number =>
      explains.filter((change) => change.is === kind && !signatures.includes(change)).length;
    const said = [
      say(count("removed"), "thinking block", ["is missing", "are missing"]),
      say(count("edited"), "thinking block", ["differs", "differ"]),
      say(count("added"), "thinking block", ["was added", "were added"]),
      say(signatures.length, "thought's signature", ["is missing or differs", "are missing or differ"]),
    ];
    return { explains, observed: said.filter((each) => each !== "").join(", ") };
  },
  beside: thinkingLeftOut,
};

function say(count: number, noun: string, [one, many]: readonly [one: string, many: string]): string {
  return count === 0 ? "" : `${pluralize(count, noun)} ${count === 1 ? one : many}`;
}

/** Gemini signs a thought on the part that came of it: a call, or a text. */
function isSignature(change: Change): boolean {
  if (change.of !== "block" || change.is !== "edited") return false;
  const { thoughtSignature: before, ...parent } = change.parent.value;
  const { thoughtSignature: after, ...child } = change.child.value;
  return !sameValue(before, after) && sameValue(parent, child);
}

/** Responses writes a thought as an item before the call or the text that came of it: where that is gone too, the turn is. */
function wentWithTurn(change: Change, changes: readonly Change[]): boolean {
  if (change.of !== "message") return false;
  const gone = new Map(changesOf(changes, "message", "removed").map((each) => [each.place, each]));
  let next = gone.get(change.place + 1);
  while (next !== undefined && isReasoning(next)) next = gone.get(next.place + 1);
  return next !== undefined;
}

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
      return isOtherThought(change.parent, change.child);
  }
}

function isOtherThought(parent: ReadBlock, child: ReadBlock): boolean {
  if (parent.kind === "thinking") return !sameValue(parent.value, child.value) || !isSameMember(parent, child);
  return parent.kind === "text" && child.kind === "text" && hasOtherThoughts(parent.text ?? "", child.text ?? "");
}

/** Open models write their thoughts in front of the answer, in a text. */
function hasOtherThoughts(before: string, after: string): boolean {
  const [ours, theirs] = [untag(before), untag(after)];
  const thoughts = ({ sections }: typeof ours): string =>
    sections.flatMap((each) => (isThought(each) ? each.text : [])).join("\n");
  const others = ({ rest, sections }: typeof ours): string =>
    [rest, ...sections.flatMap((each) => (isThought(each) ? [] : each.text))].join("\n");
  return others(ours) === others(theirs) && thoughts(ours) !== thoughts(theirs);
}
