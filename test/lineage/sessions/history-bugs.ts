import { type Entry, withTexts } from "./base.ts";
import type { Bug } from "./bug.ts";
import type { Chance } from "./chance.ts";
import { isObject, type Json, type JsonObject, objectsOf, withStrings, textOf } from "./json.ts";

/** Bugs that lie in the conversation that the client sends again. */
export const historyBugs: readonly ((chance: Chance) => Bug)[] = [
  () => ({
    name: "clock-in-first-message",
    changesOpening: true,
    entries: (entries, _, codec) =>
      entries.map((entry, at) =>
        at === 0 ? withLastItem(entry, (item) => codec.appended(item, "Now: 09:12:07") ?? item) : entry,
      ),
  }),
  () => ({
    name: "drop-tool-use",
    hidesParent: true,
    entries: (entries, inherited, codec) => {
      const at = lastAnswer(entries, ownEnd(entries, inherited));
      const answer = entries[at];
      if (answer === undefined || at + 1 >= inherited) return entries;
      const kept = codec.withoutCalls(answer.items);
      return [...entries.slice(0, at), { ...answer, items: kept }, ...entries.slice(at + 2)];
    },
  }),
  () => ({
    name: "strip-white-space",
    entries: (entries, inherited) => {
      const end = ownEnd(entries, inherited);
      return entries.map((entry, at) => (at === end - 1 ? withTexts(entry, (text) => text.trim()) : entry));
    },
  }),
  () => ({
    name: "cut-last-exchange",
    hidesParent: true,
    entries: (entries, inherited) => {
      const at = lastAnswer(entries, ownEnd(entries, inherited));
      return at < 0 || at + 1 >= inherited ? entries : [...entries.slice(0, at), ...entries.slice(at + 2)];
    },
  }),
  (chance) => {
    const keepsOpening = chance.percent(50);
    return {
      name: "drop-first-messages",
      entries: (entries, inherited) => {
        const [opening, ...rest] = entries;
        if (opening === undefined || inherited < 5) return entries;
        // The system prompt of Chat and Responses stays.
        const leading = opening.items.filter(({ role }) => role === "system" || role === "developer");
        const kept = rest.slice(lastAnswer(entries, ownEnd(entries, inherited)) - 1);
        return [keepsOpening ? opening : { ...opening, items: leading }, ...kept];
      },
    };
  },
  () => ({
    name: "prune-tool-results",
    entries: (entries, inherited, codec) => {
      const end = ownEnd(entries, inherited);
      return entries.map((entry, at) =>
        entry.kind === "reply" && at < end - 1 && entry.items.some((item) => codec.hasResult(item))
          ? withTexts(entry, () => "[old result cleared]")
          : entry,
      );
    },
  }),
  (chance) => {
    const nth = chance.int(0, 5);
    return {
      name: "edit-answer",
      entries: (entries, inherited) => {
        const answers = entries.flatMap((entry, at) =>
          entry.kind === "answer" && at < ownEnd(entries, inherited) ? [at] : [],
        );
        const chosen = answers[nth % answers.length];
        return entries.map((entry, at) =>
          at === chosen ? withTexts(entry, (text) => text.replace(/\.?\s*$/, ", as asked.")) : entry,
        );
      },
    };
  },
  () => ({ name: "regenerate-ids", entries: (entries, inherited) => regenerated(entries, inherited) }),
  () => ({
    name: "drop-thinking",
    entries: (entries, inherited, codec) =>
      entries.map((entry, at) =>
        entry.kind === "answer" && at < inherited ? { ...entry, items: codec.withoutThinking(entry.items) } : entry,
      ),
  }),
  () => ({
    name: "other-content-shape",
    entries: (entries, inherited) =>
      entries.map((entry, at) => (at < inherited ? { ...entry, items: entry.items.map(otherShape) } : entry)),
  }),
  () => ({
    name: "drop-reminder",
    changesOpening: true,
    entries: (entries) => entries.map((entry, at) => (at === 0 ? withLastItem(entry, withoutReminder) : entry)),
  }),
  () => ({ name: "cut-messages", changesOpening: true, entries: withUsers(cutInTwo) }),
  () => ({ name: "join-blocks", changesOpening: true, entries: withUsers(joinedBlocks) }),
];

/** Changes what the user says in the entries that were inherited. */
function withUsers(change: (item: JsonObject) => readonly JsonObject[]): NonNullable<Bug["entries"]> {
  return (entries, inherited) =>
    entries.map((entry, at) => ({
      ...entry,
      items: entry.items.flatMap((item) => (at < inherited && item["role"] === "user" ? change(item) : [item])),
    }));
}

/** A message of several blocks as two of one role. */
function cutInTwo(item: JsonObject): readonly JsonObject[] {
  const name = blocksIn(item);
  const blocks = objectsOf(item[name]);
  if (blocks.length < 2) return [item];
  return [blocks.slice(0, 1), blocks.slice(1)].map((some) => ({ ...item, [name]: some }));
}

/** A message of several texts as one text. */
function joinedBlocks(item: JsonObject): readonly JsonObject[] {
  const name = blocksIn(item);
  const blocks = objectsOf(item[name]);
  const [first] = blocks;
  if (first === undefined || blocks.length < 2 || !blocks.every((block) => typeof block["text"] === "string"))
    return [item];
  return [{ ...item, [name]: [{ ...first, text: blocks.map((block) => textOf(block["text"])).join("\n") }] }];
}

function blocksIn(item: JsonObject): string {
  return Array.isArray(item["content"]) ? "content" : "parts";
}

/** Where the parent's own request ends: what it was answered, and what stands for results, is behind it. */
function ownEnd(entries: readonly Entry[], inherited: number): number {
  return entries[inherited - 1]?.kind === "answer" ? inherited - 1 : inherited;
}

function lastAnswer(entries: readonly Entry[], end: number): number {
  return entries.slice(0, end).findLastIndex(({ kind }) => kind === "answer");
}

function withLastItem(entry: Entry, change: (item: JsonObject) => JsonObject): Entry {
  const { items } = entry;
  return { ...entry, items: items.map((item, at) => (at === items.length - 1 ? change(item) : item)) };
}

const ID_NAMES: readonly string[] = ["id", "call_id", "tool_use_id", "tool_call_id", "toolUseId"];
const CALL_ID = /^(?:toolu_|call_|fc|tooluse_|tc_)/;

function regenerated(entries: readonly Entry[], inherited: number): readonly Entry[] {
  const ids = new Set<string>();
  const collect = (text: string, name: string): string => {
    if (ID_NAMES.includes(name) && CALL_ID.test(text)) ids.add(text);
    return text;
  };
  for (const { items } of entries.slice(0, inherited)) withStrings([...items], collect);
  const renew = (text: string): string => (ids.has(text) ? text.replace(/\d+/, (digits) => `9${digits}`) : text);
  return entries.map((entry) => ({
    ...entry,
    items: entry.items.map((item) => withStrings(item, renew) as JsonObject),
  }));
}

const TEXT_TYPES: readonly string[] = ["text", "input_text", "output_text"];

/** A text that was a string is a block, and the other way round; elsewhere nothing changes. */
function otherShape(item: JsonObject): JsonObject {
  const { content, role } = item;
  if (typeof content === "string" && role === "user") {
    return { ...item, content: [{ type: "type" in item ? "input_text" : "text", text: content }] };
  }
  const blocks = objectsOf(content);
  const [only] = blocks;
  if (role !== "user" || only === undefined || blocks.length > 1 || !isTextBlock(only)) return item;
  return { ...item, content: textOf(only["text"]) };
}

function isTextBlock(block: Json): boolean {
  return isObject(block) && TEXT_TYPES.includes(textOf(block["type"])) && Object.keys(block).length === 2;
}

/** Without the first text block that is a reminder, and nothing else. */
function withoutReminder(item: JsonObject): JsonObject {
  const name = blocksIn(item);
  const blocks = objectsOf(item[name]);
  const at = blocks.findIndex((block) => REMINDER.test(textOf(block["text"])));
  return at === -1 ? item : { ...item, [name]: blocks.toSpliced(at, 1) };
}

const REMINDER = /^\s*<([\w-]+)>.*<\/\1>\s*$/s;
