import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeBodies, rolesOf } from "./judge-example.ts";

const word = fc.constantFrom("read", "write", "a\nb", "Now 2026-11-20", "é", "<r>x</r>", " ");
const textBlock = word.map((text) => ({ type: "text", text }));
const callBlock = fc
  .tuple(fc.constantFrom("t1", "t2"), word)
  .map(([id, path]) => ({ type: "tool_use", id, name: "read", input: { path } }));
const resultBlock = fc
  .tuple(fc.constantFrom("t1", "t2"), word)
  .map(([id, content]) => ({ type: "tool_result", tool_use_id: id, content }));
const thought = word.map((thinking) => ({ type: "thinking", thinking, signature: "s" }));
const image = fc.constantFrom("u", "v").map((url) => ({ type: "image", source: { type: "url", url } }));
const marked = fc.tuple(textBlock, fc.boolean()).map(([block, isMarked]) => ({
  ...block,
  ...(isMarked ? { cache_control: { type: "ephemeral" } } : {}),
}));
const content = fc.oneof(word, fc.array(fc.oneof(marked, callBlock, resultBlock, thought, image), { maxLength: 3 }));
const message = fc.record({ role: fc.constantFrom("user", "assistant"), content });
const tool = fc.record(
  { name: fc.constantFrom("a", "b", "c"), description: word, strict: fc.boolean(), defer_loading: fc.boolean() },
  { requiredKeys: ["name"] },
);
const parsedBodies = fc.record({
  model: fc.constant("m"),
  tools: fc.array(tool, { maxLength: 3 }),
  system: fc.oneof(word, fc.array(marked, { maxLength: 2 })),
  messages: fc.array(message, { maxLength: 6 }),
});
const bodies = parsedBodies.chain((body) =>
  fc.constantFrom(JSON.stringify(body), JSON.stringify(body, null, 1), escaped(body)),
);

type Body = { readonly messages: readonly unknown[]; readonly [member: string]: unknown };

/** Surely longer than any model's minimum, as a message without a breakpoint. */
const longMessage = { role: "user", content: "Read what is here, and write what it says.\n".repeat(2000) };

test("every break has one cause, at the place of the divergence, and an intact prefix has no cause", () => {
  let [broken, whole] = [0, 0];
  const property = fc.property(bodies, bodies, (parent, child) => {
    const { verdict, divergence, findings } = judgeBodies(parent, child);
    const causes = findings.filter(({ code, role }) => role === "cause" && /^CB(?:109|[234])/.test(code));
    if (verdict !== "diverged") {
      whole += 1;
      expect(rolesOf(causes)).toEqual([]);
      expect(findings.filter(({ role }) => role === "masked")).toEqual([]);
      return;
    }
    broken += 1;
    const [first, second] = causes;
    expect(first).toMatchObject({ segment: divergence?.segment, pointer: divergence?.pointer });
    if (second !== undefined) expect(rolesOf(causes)).toEqual(["CB202 cause", "CB201 cause"]);
    for (const { observed, lostBytes } of causes) {
      expect(observed).not.toMatch(/undefined|NaN|\[object|^0 (?!%)/);
      expect(lostBytes).toBeGreaterThanOrEqual(0);
    }
  });
  fc.assert(property, { numRuns: 400 });
  expect(broken).toBeGreaterThan(0);
  expect(whole).toBeGreaterThan(0);
});

/** What a fork of `parent` that only goes on, with `own` messages, has against it. */
function causesOfGoingOn(parent: Body, own: readonly unknown[]): readonly string[] {
  const child = { ...parent, messages: [...parent.messages, ...own] };
  const { findings } = judgeBodies(JSON.stringify(parent), JSON.stringify(child));
  return rolesOf(findings.filter(({ role }) => role === "cause" || role === "masked"));
}

/** The first image of a conversation is a cause of its own (CB109). */
const ownMessages = fc
  .array(message, { maxLength: 3 })
  .filter((own) => !/"type":"(?:image|document)"/.test(JSON.stringify(own)));
const cacheControl = { type: "ephemeral" };

test("a fork that only continues after a marked block has no cause, however long its prefix is", () => {
  const end = { role: "user", content: [{ type: "text", text: "Go on.", cache_control: cacheControl }] };
  const property = fc.property(parsedBodies, ownMessages, fc.boolean(), (parent, own, isLong) => {
    const messages = [...parent.messages, ...(isLong ? [longMessage] : []), end];
    expect(causesOfGoingOn({ ...parent, messages }, own)).toEqual([]);
  });
  fc.assert(property, { numRuns: 100 });
});

test("a fork that only continues has no cause if its prefix is too short to be cached", () => {
  // An image counts for more than a thousand tokens, so a few of them make a long prefix.
  const short = parsedBodies.map((body) => ({ ...body, messages: body.messages.filter((each) => !holdsImage(each)) }));
  const property = fc.property(short, ownMessages, (parent, own) => {
    expect(causesOfGoingOn(parent, own)).toEqual([]);
  });
  fc.assert(property, { numRuns: 100 });
});

test("a fork that only continues a long unmarked prefix has only CB501", () => {
  const unmarked = parsedBodies.map((body) => ({ ...body, system: "Be brief." }));
  const property = fc.property(unmarked, ownMessages, (parent, own) => {
    const messages = [longMessage, ...parent.messages.map(withoutMarks)];
    expect(causesOfGoingOn({ ...parent, messages }, own.map(withoutMarks))).toEqual(["CB501 cause"]);
  });
  fc.assert(property, { numRuns: 100 });
});

test("images without a breakpoint count as a long unmarked prefix, which has only CB501", () => {
  // Found by the property that no going on has a cause, at seed 13: four images are more than the 4,096 tokens of the minimum.
  const picture = { type: "image", source: { type: "url", url: "v" } };
  const call = { type: "tool_use", id: "t2", name: "read", input: { path: " " } };
  const messages = [
    { role: "user", content: [picture, picture] },
    { role: "assistant", content: [call, { type: "tool_result", tool_use_id: "t2", content: "write" }] },
    { role: "assistant", content: "é" },
    { role: "assistant", content: [picture, picture, { type: "thinking", thinking: "é", signature: "s" }] },
  ];
  expect(causesOfGoingOn({ model: "m", tools: [], system: " ", messages }, [])).toEqual(["CB501 cause"]);
  const marked = [...messages, { role: "user", content: [{ type: "text", text: "x", cache_control: cacheControl }] }];
  expect(causesOfGoingOn({ model: "m", tools: [], system: " ", messages: marked }, [])).toEqual([]);
});

test("diagnosis copes with a long conversation in which each message was edited a little", () => {
  const conversation = (clock: string): string =>
    JSON.stringify({
      model: "m",
      messages: Array.from({ length: 5_000 }, (_, index) => ({
        role: index % 2 === 0 ? "user" : "assistant",
        content: [{ type: "text", text: `[${clock}] Message ${index} of many, and what it says.\n`.repeat(4) }],
      })),
    });
  const { findings } = judgeBodies(conversation("09:30"), conversation("10:45"));
  expect(findings.map(({ code, role, pointer }) => [code, role, pointer])).toEqual([
    ["CB405", "cause", "/messages/0/content/0"],
    ["CB501", "masked", "/messages/4999/content/0"],
  ]);
});

test("diagnosis copes with a long conversation of equal messages, shifted by one", () => {
  const messages = Array.from({ length: 5_000 }, (_, index) => ({
    role: index % 2 === 0 ? "user" : "assistant",
    content: "ok",
  }));
  const body = (own: readonly object[]): string => JSON.stringify({ model: "m", messages: own });
  const { findings } = judgeBodies(body(messages), body([{ role: "user", content: "first" }, ...messages]));
  expect(findings.filter(({ role }) => role === "cause")).toHaveLength(1);
});

test("diagnosis copes with a long summary in place of many short messages", () => {
  const messages = Array.from({ length: 5_000 }, (_, index) => ({
    role: index % 2 === 0 ? "user" : "assistant",
    content: `message ${index}`,
  }));
  const body = (own: readonly object[]): string => JSON.stringify({ model: "m", messages: own });
  const summary = [{ role: "user", content: "what happened so far ".repeat(50_000) }];
  expect(rolesOf(judgeBodies(body(messages), body(summary)).findings)).toEqual(["CB416 cause", "CB501 masked"]);
});

test("diagnosis copes with two long one-line texts that differ in each word", () => {
  const line = (mark: string): string =>
    Array.from({ length: 60_000 }, (_, index) => `${mark}${index % 977}`).join(" ");
  const body = (system: string): string => JSON.stringify({ model: "m", system, messages: [] });
  const { findings } = judgeBodies(body(line("a")), body(line("b")));
  expect(rolesOf(findings)).toEqual(["CB309 cause", "CB501 masked"]);
});

/** The same body with every letter `r` of its strings escaped. */
function escaped(body: object): string {
  return JSON.stringify(body).replaceAll("read", String.raw`\u0072ead`);
}

function holdsImage({ content: blocks }: { readonly content: string | readonly { readonly type: string }[] }): boolean {
  return typeof blocks !== "string" && blocks.some(({ type }) => type === "image");
}

/** The same message without its breakpoints. */
function withoutMarks(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (name, member: unknown) => (name === "cache_control" ? undefined : member)));
}
