import type { Codec } from "../../lineage/sessions/codec.ts";
import { copied, type JsonObject, objectsOf, textOf } from "../../lineage/sessions/json.ts";
import type { Mutant } from "./mutant.ts";
import { itemsOf, type RealBody, withItems } from "./real-bodies.ts";

const CONTEXT = "Context: the open file is src/add.js, which has three functions and no test of its own.";
const REMINDER = "<system-reminder>\nThe task list is empty. Do not mention it.\n</system-reminder>";

/** What the requests of both sides say behind the recorded messages, a part of it in several parts. */
function talk(codec: Codec): readonly JsonObject[] {
  return [
    ...said(codec, "All of it was read."),
    ...asked(codec, [CONTEXT, "Which of the functions is tested?"]),
    ...said(codec, "None of the three has a test."),
    ...asked(codec, [REMINDER, "Then write one for the first function."]),
    ...said(codec, "The first test is written and passes."),
    ...asked(codec, [CONTEXT.replace("add.js", "sub.js"), REMINDER, "Go on with the second function."]),
  ];
}

export function said(codec: Codec, text: string): readonly JsonObject[] {
  return codec.answer({ text, thinking: null, calls: [] });
}

/** A user's message of several parts. */
export function asked(codec: Codec, [first = "", ...others]: readonly string[]): readonly JsonObject[] {
  return codec
    .user(first, "block")
    .map((item) => others.reduce((whole, text) => codec.appended(whole, text) ?? whole, item));
}

const listOf = ({ wire }: Codec): "parts" | "content" => (wire === "gemini-generate" ? "parts" : "content");

/** The same item with other parts. */
export function withParts(codec: Codec, item: JsonObject, change: (parts: JsonObject[]) => JsonObject[]): JsonObject {
  const list = listOf(codec);
  return { ...item, [list]: change(objectsOf(copied(item)[list])) };
}

function partsOf(codec: Codec, item: JsonObject): JsonObject[] {
  return objectsOf(item[listOf(codec)]);
}

const isAsked = (codec: Codec, item: JsonObject): boolean => item["role"] === "user" && !codec.hasResult(item);

/** How many items stand before the conversation: Chat and Responses write instructions so. */
function leadOf(items: readonly JsonObject[]): number {
  const at = items.findIndex(({ role }) => role !== "system" && role !== "developer");
  return at === -1 ? items.length : at;
}

type Edit = readonly [does: string, change: (item: JsonObject) => JsonObject];

/** What may become of one message of several parts, each with the code that it has where nothing else changes. */
function partEdits(codec: Codec): readonly (readonly [...Edit, code: string])[] {
  const isTag = (part: JsonObject): boolean => textOf(part["text"]).startsWith("<system-reminder>");
  const on =
    (change: (parts: JsonObject[]) => JsonObject[]): Edit[1] =>
    (item) =>
      withParts(codec, item, change);
  const text = (change: (text: string) => string, tagged: boolean): Edit[1] =>
    on((parts) => {
      const at = parts.findIndex((part) => isTag(part) === tagged && "text" in part);
      return parts.map((part, index) => (index === at ? { ...part, text: change(textOf(part["text"])) } : part));
    });
  return [
    [
      "drops the first plain part",
      on((parts) => parts.filter((part) => part !== parts.find((each) => !isTag(each)))),
      "CB405",
    ],
    ["drops the last part", on((parts) => parts.slice(0, -1)), "CB405"],
    ["drops the reminder", on((parts) => parts.filter((part) => !isTag(part))), "CB407"],
    ["edits a plain part", text((each) => `${each}!`, false), "CB405"],
    ["rewrites a plain part", text(() => "Something else altogether was wanted here.", false), "CB405"],
    ["rewrites the reminder", text(() => "<system-reminder>\nTwo tasks are open.\n</system-reminder>", true), "CB407"],
  ];
}

const same = (one: JsonObject, other: JsonObject): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Histories of which a part, the beginning or all but the end is missing, on one real body. */
export function* historyMutants(real: RealBody): Generator<Mutant> {
  const { codec } = real;
  const recorded = itemsOf(real);
  // Instructions among the input items have codes of their own.
  const kept = codec.wire === "openai-responses" ? recorded.slice(leadOf(recorded)) : recorded;
  const items = [...kept, ...talk(codec)];
  const lead = leadOf(items);
  const parent = withItems(real, items);
  const own = [...said(codec, "Done."), ...codec.user("Report what you found.", "block")];
  const child = (kept: readonly JsonObject[]): JsonObject => withItems(real, [...kept, ...own]);
  const edits = partEdits(codec);
  yield { code: null, does: "goes on", parent, child: child(items) };
  for (const at of items.keys()) {
    const item = items[at]!;
    if (!isAsked(codec, item) || partsOf(codec, item).length < 2) continue;
    for (const [does, change, code] of edits) {
      const changed = change(item);
      if (same(changed, item) || partsOf(codec, changed).length === 0) continue;
      const all = items.with(at, changed);
      yield { code, does: `${does} of message ${at}`, parent, child: child(all) };
    }
  }
  for (const at of items.keys()) {
    const item = items[at]!;
    if (at <= lead || !isAsked(codec, item)) continue;
    const [head, kept] = [items.slice(0, lead), items.slice(at)];
    const windowed = items.slice(lead, at).every((each) => isReminder(codec, each)) ? "CB407" : "CB401";
    yield { code: windowed, does: `begins with message ${at}`, parent, child: child([...head, ...kept]) };
    for (const [does, change] of edits) {
      const changed = change(item);
      if (same(changed, item) || partsOf(codec, changed).length === 0) continue;
      const all = [...head, changed, ...kept.slice(1)];
      // A first message of which nothing is left looks like a summary.
      const plain = partsOf(codec, changed).filter((part) => !isTagged(part));
      const isNew =
        windowed === "CB401" && plain.length > 0 && !plain.some((part) => lives(part, partsOf(codec, item)));
      const code = isNew ? "CB416" : windowed;
      yield { code, does: `begins with message ${at} and ${does}`, parent, child: child(all) };
    }
    yield* results(real, { items, lead, at, parent, child });
    yield* compactions(real, { items, lead, at, parent, child });
  }
}

type Cut = {
  readonly items: readonly JsonObject[];
  readonly lead: number;
  readonly at: number;
  readonly parent: JsonObject;
  readonly child: (kept: readonly JsonObject[]) => JsonObject;
};

/** A client may keep the reminder of its first message, the whole of it, or what the user said behind results. */
function* results({ codec }: RealBody, { items, lead, at, parent, child }: Cut): Generator<Mutant> {
  const [head, kept] = [items.slice(0, lead), items.slice(at)];
  const [first, item] = [items[lead]!, items[at]!];
  if (at > lead + 1)
    yield {
      code: "CB402",
      does: `drops what is between the first message and ${at}`,
      parent,
      child: child([...head, first, ...kept]),
    };
  if (items.slice(lead, at).every((each) => isReminder(codec, each))) return;
  const reminders = partsOf(codec, first).filter(isTagged);
  if (reminders.length > 0 && partsOf(codec, item).length > 0 && isAsked(codec, first) && !isReminder(codec, item)) {
    const carried = withParts(codec, item, (parts) => [...copied(reminders), ...parts]);
    yield {
      code: "CB401",
      does: `begins with message ${at} behind the first reminder`,
      parent,
      child: child([...head, carried, ...kept.slice(1)]),
    };
  }
  if (!["anthropic-messages", "gemini-generate", "bedrock-converse"].includes(codec.wire)) return;
  const call = { id: "call_1", name: "read_file", input: { path: "add.js" } };
  const called = codec.answer({ text: "I read it.", thinking: null, calls: [call] });
  const [answered] = codec.results(
    [{ call, text: "function add(a, b) { return a + b; }" }],
    "And now tell me what it does.",
  );
  if (answered === undefined) return;
  const longer = withParts(codec, answered, (parts) => parts);
  const rest = [...said(codec, "It adds."), ...kept];
  const whole = { ...parent, [codec.list]: copied([...items.slice(0, at), ...called, longer, ...rest]) };
  const cut = withParts(codec, answered, (parts) => parts.slice(1));
  yield {
    code: "CB401",
    does: "begins with what was said behind a result",
    parent: whole,
    child: child([...head, cut, ...rest]),
  };
}

const isTagged = (part: JsonObject): boolean => /^<[\w-]+>[^]*<\/[\w-]+>\s*$/.test(textOf(part["text"]));

function isReminder(codec: Codec, item: JsonObject): boolean {
  const parts = partsOf(codec, item);
  return parts.length > 0 && parts.every(isTagged);
}

/** Whether a part goes on from one of those. */
function lives(part: JsonObject, before: readonly JsonObject[]): boolean {
  return before.some((each) => "text" in each && textOf(part["text"]).startsWith(textOf(each["text"])));
}

const SUMMARY = "So far: the files were listed and read, nothing was changed, and the user asked for a report.";

/** All before one message gives way to a summary, which clients write in several ways. */
function* compactions({ codec }: RealBody, { items, lead, at, parent, child }: Cut): Generator<Mutant> {
  // Every third place is enough: each makes dozens.
  if (at - lead < 3 || at % 3 > 0) return;
  const [head, kept] = [items.slice(0, lead), items.slice(at)];
  const understood = said(codec, "Understood.");
  const summaries: readonly (readonly [string, readonly JsonObject[]])[] = [
    ["a summary", codec.user(SUMMARY, "block")],
    ["a tagged summary", codec.user(`<summary>\n${SUMMARY}\n</summary>`, "block")],
    ["a summary behind a reminder", asked(codec, [REMINDER, SUMMARY])],
    ["a summary in front of a reminder", asked(codec, [SUMMARY, REMINDER])],
  ];
  const first = items[lead]!;
  const handed = codec.user(`Here is a summary of the conversation to date: ${SUMMARY}`, "block");
  yield {
    code: "CB416",
    does: `all behind the first message of ${at} gives way to a summary`,
    parent,
    child: child([...head, first, ...handed]),
  };
  const edits = partEdits(codec);
  for (const [does, summary] of summaries) {
    yield { code: "CB416", does: `all gives way to ${does}`, parent, child: child([...head, ...summary]) };
    const tail = [...understood, ...kept];
    yield {
      code: "CB416",
      does: `all before ${at} gives way to ${does}`,
      parent,
      child: child([...head, ...summary, ...tail]),
    };
    for (const [edited, change] of edits) {
      const changed = change(items[at]!);
      if (same(changed, items[at]!) || partsOf(codec, changed).length === 0) continue;
      const all = [...head, ...summary, ...understood, changed, ...kept.slice(1)];
      yield {
        code: "CB416",
        does: `all before ${at} gives way to ${does}, and it ${edited} there`,
        parent,
        child: child(all),
      };
    }
  }
  if (!isAsked(codec, first) || partsOf(codec, first).length < 2) return;
  const renewed = withParts(codec, first, (parts) => [...parts.slice(0, -1), { ...parts.at(-1)!, text: SUMMARY }]);
  yield {
    code: "CB416",
    does: `the first message becomes a summary of all before ${at}`,
    parent,
    child: child([...head, renewed, ...understood, ...kept]),
  };
  yield { code: "CB416", does: "the first message becomes a summary of all", parent, child: child([...head, renewed]) };
}
