import type { Change } from "../changes/change.ts";
import type { ReadBlock } from "../read-block.ts";
import type { Rule } from "../rule.ts";
import { countOf } from "../text/count-of.ts";
import { isTagged, untag } from "../text/tagged-sections.ts";

export const reminderChanged: Rule = {
  code: "CB407",
  slug: "reminder-changed",
  segment: "messages",
  severity: "high",
  weight: "cause",
  providerReason: "messages_changed",
  title: "A tagged reminder of the history was added, removed or rewritten",
  when: "A text that is wholly wrapped in XML-like tags was added, removed or changed, as a block or inside a text.",
  why: "Reminders that a client injects into one turn and strips or renews in the next rewrite the past. One in the first message uncaches the whole conversation.",
  mend: "Keep a reminder where it was once sent, also on resume, and send a new one in a message at the end.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"<system-reminder>\\nThe date is 20 November.\\n</system-reminder>"},{"type":"text","text":"hi"}]}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"hi"}]},{"role":"assistant","content":"Hello."},{"role":"user","content":"go"}]}`,
    mended: `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"<system-reminder>\\nThe date is 20 November.\\n</system-reminder>"},{"type":"text","text":"hi"}]},{"role":"assistant","content":"Hello."},{"role":"user","content":"go"}]}`,
  },
  detect({ changes }) {
    const explains = changes.filter(isReminder);
    const did = (is: Change["is"], verb: string): readonly string[] => {
      const count = explains.filter((change) => change.is === is).length;
      return count === 0 ? [] : [`${countOf(count, "reminder")} ${count === 1 ? "was" : "were"} ${verb}`];
    };
    return {
      explains,
      names: [...new Set(explains.flatMap(tagsOf))],
      observed: [...did("removed", "removed"), ...did("added", "added"), ...did("edited", "rewritten")].join(", "),
    };
  },
};

function isReminder(change: Change): boolean {
  if (change.of === "message") {
    const blocks = change.is === "removed" ? change.parent.blocks : change.is === "added" ? change.child.blocks : [];
    return blocks.length > 0 && blocks.every(isTaggedText);
  }
  if (change.of !== "block") return false;
  switch (change.is) {
    case "removed":
      return isTaggedText(change.parent);
    case "added":
      return isTaggedText(change.child);
    case "edited":
      return isReminderEdit(change.parent, change.child);
  }
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
  const sections = ({ sections }: typeof before): string => sections.map(({ text }) => text).join("\n");
  return sections(before) !== sections(after);
}

function tagsOf(change: Change): readonly string[] {
  if (change.of === "message" && change.is !== "edited") {
    return tagsIn(change.is === "removed" ? change.parent.blocks : change.child.blocks);
  }
  if (change.of !== "block") return [];
  switch (change.is) {
    case "removed":
      return tagsIn([change.parent]);
    case "added":
      return tagsIn([change.child]);
    case "edited":
      return editedTags(change.parent, change.child);
  }
}

function tagsIn(blocks: readonly ReadBlock[]): readonly string[] {
  return blocks.flatMap(({ text }) => untag(text ?? "").sections.map(({ tag }) => tag));
}

function editedTags(parent: ReadBlock, child: ReadBlock): readonly string[] {
  const [before, after] = [untag(parent.text ?? "").sections, untag(child.text ?? "").sections];
  const [ours, theirs] = [new Set(before.map(({ text }) => text)), new Set(after.map(({ text }) => text))];
  const changed = [...before.filter(({ text }) => !theirs.has(text)), ...after.filter(({ text }) => !ours.has(text))];
  return changed.map(({ tag }) => tag);
}
