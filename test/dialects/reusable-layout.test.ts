import { expect, it } from "vitest";
import { layOut as layOutChat } from "../../harness/dialects/openai-chat/lay-out.ts";
import { layOut as layOutConverse } from "../../harness/dialects/bedrock-converse/lay-out.ts";
import { layOut as layOutResponses } from "../../harness/dialects/openai-responses/lay-out.ts";
import type { Dialect } from "../../harness/dialects/dialect.ts";

const system = { role: "system", content: "s" };
const user = { role: "user", content: "u" };
const brought = (name: string): object => ({ type: "additional_tools", tools: [{ name }] });
const spec = { toolSpec: { name: "t" } };
const cachePoint = { cachePoint: { type: "default" } };

/** What a body repeats of another one is taken over only where it is the same there; each of these was wrong once. */
it.each<readonly [string, Dialect["layOut"], object, object]>([
  ["a system message that is a turn there", layOutChat, { messages: [user, system] }, { messages: [system, system] }],
  ["a message that carries the frame there", layOutChat, { messages: [system, user] }, { messages: [user, user] }],
  [
    "an item whose tools stand elsewhere",
    layOutResponses,
    { input: [brought("a"), brought("b")] },
    { input: [brought("a"), brought("b")] },
  ],
  [
    "an item that brought declared tools there",
    layOutResponses,
    { input: [brought("a"), brought("b")] },
    { input: [user, brought("b")] },
  ],
  [
    "an item that brings tools late there",
    layOutResponses,
    { input: [user, brought("b")] },
    { input: [brought("a"), brought("b")] },
  ],
  [
    "a tool whose span takes in a mark there",
    layOutConverse,
    { toolConfig: { tools: [spec, cachePoint] } },
    { toolConfig: { tools: [spec, cachePoint, spec] } },
  ],
])("%s is laid out anew", (_, layOut, parent, child) => {
  const body = Buffer.from(JSON.stringify(child));
  expect(layOut(body, layOut(Buffer.from(JSON.stringify(parent))))).toEqual(layOut(body));
});

it("what is repeated is not scanned again: the units are the parent's own", () => {
  const parent = layOutChat(Buffer.from(JSON.stringify({ tools: [{ name: "a" }], messages: [user, user] })));
  const child = layOutChat(
    Buffer.from(JSON.stringify({ tools: [{ name: "a" }], messages: [user, user, user] })),
    parent,
  );
  expect(child.units[0]).toBe(parent.units[0]);
  expect(child.units[3]).toBe(parent.units[3]);
});
