import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judged } from "../support/judged.ts";
import { hasRecordings } from "./recorded-bodies.ts";
import { developerItem, headOf, promptedBodies, type Slot, slotsOf, textPart } from "./system-slots.ts";
import type { Json } from "./wire-requests.ts";

const FILES = [
  "recordings/codex/spawn-gpt61-websocket.jsonl",
  "recordings/openai-agents/responses.jsonl",
  "recordings/ai-sdk/responses.jsonl",
  "recordings/pi/session-fork-responses.jsonl",
  "recordings/qwen-code/fork-responses.jsonl",
  "ground-truth/openai/pydantic-caching.jsonl",
  "ground-truth/openai/rig-prompt-caching.jsonl",
  "ground-truth/bedrock/pydantic-openai-mantle.jsonl",
  "ground-truth/xai/rig.jsonl",
];

const bodies = hasRecordings ? promptedBodies(FILES) : [];

/** Edits two bodies that are equal; says at which block of the parent they part, or null where the body has nothing to edit so. */
type Edit = (parent: Json, child: Json, pick: (count: number) => number) => string | null;

const RULE = "House rule: answer in one line of plain text.";
const VERSE = "Summarise the talk in three lines of verse.";

/** A line in the middle of a text of the system prompt, in two versions. */
function line(before: string, after: string, fits: (slots: readonly Slot[], at: number) => boolean = () => true): Edit {
  return (parent, child, pick) => {
    const [ours, theirs] = [slotsOf(parent), slotsOf(child)];
    const at = pick(ours.length);
    const [left, right] = [ours[at], theirs[at]];
    if (left === undefined || right === undefined || !fits(ours, at)) return null;
    left.write(within(left.text, before));
    right.write(within(right.text, after));
    return left.at;
  };
}

function within(text: string, words: string): string {
  const middle = text.length >> 1;
  return `${text.slice(0, middle)}\n${words}\n${text.slice(middle)}`;
}

/** A short text is another prompt with every change, and an early change in a long one leaves most of it equal. */
function isLongAndLate(slots: readonly Slot[], at: number): boolean {
  const length = (texts: readonly Slot[]): number => texts.reduce((sum, { text }) => sum + text.length, 0);
  const own = slots[at]?.text.length ?? 0;
  return own > 400 && length(slots.slice(0, at)) + own / 2 > length(slots) / 5;
}

/** Texts of their own before all others. */
function first(before: string, after: string): Edit {
  return (parent, child) => {
    for (const [body, text] of [
      [parent, before],
      [child, after],
    ] as const) {
      const own: Json[] = body["instructions"] ? [developerItem(body["instructions"])] : [];
      delete body["instructions"];
      const at = body["input"][0].type === "additional_tools" ? 1 : 0;
      body["input"].splice(at, 0, developerItem(text), ...own);
    }
    return slotsOf(parent)[0]?.at ?? null;
  };
}

function varyingHead(parent: Json, child: Json): string | null {
  const [ours, theirs] = [slotsOf(parent)[0], slotsOf(child)[0]];
  if (ours === undefined || ours.text.length < 400) return null;
  ours.write(`A red fox watches.\n${ours.text}`);
  theirs?.write(`Some blue hens walk.\n${ours.text}`);
  return ours.at;
}

function replaced(parent: Json, child: Json): string | null {
  if (slotsOf(parent).reduce((sum, { text }) => sum + text.length, 0) < 400) return null;
  const [slot] = slotsOf(child);
  slot?.write(VERSE);
  const input: Json[] = child["input"];
  const own = input.findIndex(({ content }) => content !== undefined);
  const kept = slot?.at === "/instructions" ? own : own + 1;
  input.splice(kept, headOf(child) - kept);
  return slot?.at ?? null;
}

/** The last text of the prompt in two: two parts of its item, or a developer item behind the instructions. */
function resplit(_: Json, child: Json): string | null {
  const last = slotsOf(child).at(-1);
  if (last === undefined || last.text.length < 80) return null;
  const [head, rest] = [last.text.slice(0, 40), last.text.slice(40)];
  const item: Json | undefined = child["input"][headOf(child) - 1];
  if (item === undefined) {
    last.write(head);
    child["input"].unshift(developerItem(rest));
  } else if (typeof item["content"] === "string") item["content"] = [textPart(head), textPart(rest)];
  else item["content"].splice(-1, 1, textPart(head), textPart(rest));
  return last.at;
}

/** A message of the conversation that stands in the other request's system prompt: in its last text, or as an item. */
function hoisted(role: string, place: "text" | "item"): Edit {
  return (parent, child, pick) => {
    const head = headOf(parent);
    // A developer item in front of the first message would be system prompt.
    const at = head + (role === "user" ? 0 : 1) + pick(parent["input"].length - head - 1);
    parent["input"].splice(at, 0, { type: "message", role, content: RULE });
    const last = slotsOf(child).at(-1);
    if (place === "text") last?.write(`${last.text}\n${RULE}`);
    else child["input"].splice(head, 0, developerItem(RULE));
    return place === "text" ? (last?.at ?? null) : `/input/${head}`;
  };
}

/** The first message of the conversation became the developer's. */
function firstMessage(_: Json, child: Json): string | null {
  const head = headOf(child);
  if (child["input"][head].content === undefined) return null;
  child["input"][head].role = "developer";
  return `/input/${head}`;
}

const edits: readonly (readonly [code: string, does: string, edit: Edit])[] = [
  ["CB301", "an instruction changes", line("Always be brief.", "Never hurry, and explain each step.", isLongAndLate)],
  ["CB302", "a clock ticks", line("It is 2026-11-20 09:30.", "It is 2026-11-20 09:31.")],
  ["CB303", "a session id changes", line("Log: /tmp/ses_4f9a01bb37c2.log", "Log: /tmp/ses_a07e55d91c68.log")],
  [
    "CB303",
    "a uuid changes",
    line("Run 6f1c9a52-8a0e-4c1b-9d7e-2f1a35c7b901.", "Run b83e07d4-15cf-4e2a-8c46-90d2fe11a7c3."),
  ],
  ["CB304", "a directory changes", line("Work in /srv/app/one now.", "Work in /srv/app/two/deep now.")],
  ["CB305", "a counter counts", line("Memory is 45% full.", "Memory is 47% full.")],
  ["CB306", "a listing grows", line("Files:\n├── a.js\n└── b.js\n", "Files:\n├── a.js\n├── b.js\n└── c.js\n")],
  ["CB307", "a short header rotates", first("x-route: red fox", "x-route: blue hen")],
  ["CB308", "the head varies", varyingHead],
  ["CB309", "another prompt is sent", replaced],
  ["CB310", "a text is cut in two", resplit],
  ["CB415", "a user message moves into a text", hoisted("user", "text")],
  ["CB415", "a user message becomes a leading item", hoisted("user", "item")],
  ["CB415", "a developer item moves into a text", hoisted("developer", "text")],
  ["CB415", "a developer item moves to the front", hoisted("developer", "item")],
  ["CB415", "a system item moves to the front", hoisted("system", "item")],
  ["CB415", "the first message becomes the developer's", firstMessage],
];

describe.skipIf(!hasRecordings)("an edit of the system prompt of a real Responses body", () => {
  test("is tested on bodies of every file, with leading items and with instructions", () => {
    expect(FILES.filter((file) => !bodies.some(({ from }) => from.startsWith(file)))).toEqual([]);
  });

  test.each(edits)("is reported as %s if %s", (code, _, edit) => {
    const edited = new Set<string>();
    fc.assert(
      fc.property(fc.constantFrom(...bodies), fc.infiniteStream(fc.nat()), fc.boolean(), (body, naturals, back) => {
        const [before, after]: readonly [Json, Json] = [JSON.parse(body.raw), JSON.parse(body.raw)];
        const pointer = edit(before, after, (count) => naturals.next().value % count);
        if (pointer === null) return;
        edited.add(body.from.slice(0, body.from.indexOf(" ")));
        const [parent, child] = back ? [after, before] : [before, after];
        child["input"].push({ type: "message", role: "assistant", content: "All done here." });
        child["input"].push({ type: "message", role: "user", content: "Now look at the sources." });
        const { findings, divergence } = judged("openai-responses", parent, child);
        const causes = findings.filter(({ role }) => role === "cause" || role === "masked");
        expect(causes.map((cause) => [cause.code, cause.segment])).toEqual([[code, "system"]]);
        expect(divergence).toMatchObject({ segment: "system", pointer: causes[0]?.pointer });
        // Of an item that one request alone has, the other names the place where it would stand.
        expect(causes[0]?.pointer?.startsWith(pointer)).toBe(true);
      }),
      { numRuns: 60 },
    );
    expect(edited.size).toBeGreaterThan(3);
  });
});
