import type { Change } from "../../changes/change.ts";
import type { ReadBlock } from "../../reading/read-block.ts";
import type { Rule } from "../../rule.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";
import { isTagged, isThought, untag } from "../../text/tagged-sections.ts";

export const reminderChanged: Rule = {
  code: "CB407",
  slug: "reminder-changed",
  segment: "messages",
  severity: "high",
  weight: "cause",
  before: ["CB404", "CB406"],
  providerReason: "messages_changed",
  title: "A tagged reminder of the history was added, removed or rewritten",
  when: "A text that is wholly wrapped in XML-like tags was added, removed or changed, as a block or inside a text.",
  why: "Reminders that a client injects into one turn and strips or renews in the next rewrite the past. One in the first message uncaches the whole conversation.",
  fix: "Keep a reminder where it was once sent, also on resume, and send a new one in a message at the end.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"<system-reminder>\\nThe date is 20 November.\\n</system-reminder>"},{"type":"text","text":"hi"}]}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"hi"}]},{"role":"assistant","content":"Hello."},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"<system-reminder>\\nThe date is 20 November.\\n</system-reminder>"},{"type":"text","text":"hi"}]},{"role":"assistant","content":"Hello."},{"role":"user","content":"go"}]}`,
  },
  detect({ changes }) {
    const explains = changes.filter(isReminder);
    const turns = explains.map(turnOf);
    const did = (is: Turn["is"], verb: string): readonly string[] => {
      const count = turns.reduce((sum, turn) => sum + (turn.is === is ? turn.count : 0), 0);
      return count === 0 ? [] : [`${pluralize(count, "reminder")} ${count === 1 ? "was" : "were"} ${verb}`];
    };
    return {
      explains,
      names: [...new Set(explains.flatMap(tagsOf))],
      observed: [...did("removed", "removed"), ...did("added", "added"), ...did("edited", "rewritten")].join(", "),
    };
  },
};

function isReminder(change: Change): boolean {
  const { before, after } = textsOf(change);
  if (change.of === "block" && change.is === "edited") return isReminderEdit(change.parent, change.child);
  return before.length + after.length > 0 && [...before, ...after].every(isTaggedText);
}

/** The text that a change took out of the history, and the text that it put in. */
function textsOf(change: Change): { readonly before: readonly ReadBlock[]; readonly after: readonly ReadBlock[] } {
  if (change.of === "message" && change.is === "removed") return { before: change.parent.blocks, after: [] };
  if (change.of === "message" && change.is === "added") return { before: [], after: change.child.blocks };
  if (change.of !== "block") return { before: [], after: [] };
  return {
    before: change.is === "added" ? [] : [change.parent],
    after: change.is === "removed" ? [] : [change.child],
  };
}

function isTaggedText({ kind, text }: ReadBlock): boolean {
  return kind === "text" && text !== null && isTagged(text);
}

/** Only tagged sections differ. What is all tags in a tool result is the tool's own output, not a client's reminder. */
function isReminderEdit(parent: ReadBlock, child: ReadBlock): boolean {
  if (parent.kind !== child.kind || (parent.kind !== "text" && parent.kind !== "tool-result")) return false;
  if (parent.text === null || child.text === null || parent.text === child.text) return false;
  const [before, after] = [untag(parent.text), untag(child.text)];
  if (before.rest !== after.rest || (before.rest === "" && parent.kind === "tool-result")) return false;
  // Rules of thoughts see to those.
  const sections = ({ sections }: typeof before): string =>
    sections.flatMap((each) => (isThought(each) ? [] : [each.text])).join("\n");
  return sections(before) !== sections(after);
}

/** The kind of change, and the number of reminders. */
type Turn = { readonly is: "removed" | "added" | "edited"; readonly count: number };

/** Inside a text that both sides have, a reminder comes or goes by itself. */
function turnOf(change: Change): Turn {
  const { gone, come } = aloneIn(change);
  if (change.is === "removed" || (change.is === "edited" && come.length === 0 && gone.length > 0))
    return { is: "removed", count: change.is === "removed" ? 1 : gone.length };
  if (change.is === "added" || (change.is === "edited" && gone.length === 0 && come.length > 0))
    return { is: "added", count: change.is === "added" ? 1 : come.length };
  return { is: "edited", count: 1 };
}

function tagsOf(change: Change): readonly string[] {
  const { gone, come } = aloneIn(change);
  return [...gone, ...come];
}

/** The tags of the sections that only one side has. */
function aloneIn(change: Change): { readonly gone: readonly string[]; readonly come: readonly string[] } {
  const { before, after } = textsOf(change);
  const sections = (blocks: readonly ReadBlock[]): ReadonlyMap<string, string> =>
    new Map(blocks.flatMap(({ text }) => untag(text ?? "").sections.map(({ text, tag }) => [text, tag])));
  const [ours, theirs] = [sections(before), sections(after)];
  return {
    gone: [...ours].flatMap(([text, tag]) => (theirs.has(text) ? [] : [tag])),
    come: [...theirs].flatMap(([text, tag]) => (ours.has(text) ? [] : [tag])),
  };
}
