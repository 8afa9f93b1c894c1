import { expect, it } from "vitest";
import { parseLayout as layoutChat } from "../../harness/wires/openai-chat/parse-layout.ts";
import { parseLayout as layoutConverse } from "../../harness/wires/bedrock-converse/parse-layout.ts";
import { parseLayout as layoutResponses } from "../../harness/wires/openai-responses/parse-layout.ts";
import type { Wire } from "../../harness/wires/wire.ts";

const system = { role: "system", content: "s" };
const user = { role: "user", content: "u" };
const brought = (name: string): object => ({ type: "additional_tools", tools: [{ name }] });
const spec = { toolSpec: { name: "t" } };
const cachePoint = { cachePoint: { type: "default" } };

const mark = { cache_control: { type: "ephemeral", ttl: "1h" } };
const marked = (name: string): object => ({ name, ...mark });
const said = {
  role: "user",
  content: [
    { type: "text", text: "u", ...mark },
    { type: "text", text: "v" },
  ],
};
const converseSaid = (text: string): object => ({ role: "user", content: [{ text }, cachePoint, { text: "v" }] });

/** What a body repeats of another one is taken over only where it is the same there; each of these was wrong once. */
it.each<readonly [string, Wire["parseLayout"], object, object]>([
  ["a system message that is a turn there", layoutChat, { messages: [user, system] }, { messages: [system, system] }],
  ["a message that carries the frame there", layoutChat, { messages: [system, user] }, { messages: [user, user] }],
  [
    "an item whose tools stand elsewhere",
    layoutResponses,
    { input: [brought("a"), brought("b")] },
    { input: [brought("a"), brought("b")] },
  ],
  [
    "an item that brought declared tools there",
    layoutResponses,
    { input: [brought("a"), brought("b")] },
    { input: [user, brought("b")] },
  ],
  [
    "an item that brings tools late there",
    layoutResponses,
    { input: [user, brought("b")] },
    { input: [brought("a"), brought("b")] },
  ],
  [
    "a tool whose span takes in a mark there",
    layoutConverse,
    { toolConfig: { tools: [spec, cachePoint] } },
    { toolConfig: { tools: [spec, cachePoint, spec] } },
  ],
  [
    "a tool that is as long as the one there",
    layoutChat,
    { tools: [{ defer_loading: true }] },
    { tools: [{ defer_loadinx: true }] },
  ],
  [
    "a message that is as long as the one there",
    layoutChat,
    { messages: [user, { role: "user", content: [{ type: "text" }] }] },
    { messages: [user, { role: "user", content: [{ type: "file" }] }] },
  ],
  [
    "marked tools that stand further behind",
    layoutChat,
    { tools: [marked("a"), marked("b")], messages: [user] },
    { model: "longer", tools: [marked("a"), marked("b")], messages: [user] },
  ],
  [
    "marked messages that stand further behind",
    layoutChat,
    { messages: [user, said, said] },
    { model: "longer", messages: [user, said, said] },
  ],
  [
    "messages behind one that is longer",
    layoutConverse,
    { messages: [converseSaid("a"), converseSaid("b"), converseSaid("c")] },
    { messages: [converseSaid("longer"), converseSaid("b"), converseSaid("c")] },
  ],
])("a body is laid out anew after a parent with %s", (_, parseLayout, parent, child) => {
  const body = Buffer.from(JSON.stringify(child));
  expect(parseLayout(body, parseLayout(Buffer.from(JSON.stringify(parent))))).toEqual(parseLayout(body));
});

/** Bodies that no encoder of ours writes: members that stand twice, lists of numbers. */
it.each<readonly [string, parent: string, child: string]>([
  [
    "tools that are written twice",
    `{"tools":[{"name":"a"}],"tools":[{"name":"b"}],"messages":[]}`,
    `{"tools":[{"name":"a"}],"tools":[{"name":"b"}],"messages":[]}`,
  ],
  [
    "messages that are written twice",
    `{"messages":[{"role":"user","content":"a"}],"messages":[{"role":"user","content":"b"}]}`,
    `{"messages":[{"role":"user","content":"a"}],"messages":[{"role":"user","content":"b"}]}`,
  ],
  [
    "a system prompt that is written twice",
    `{"messages":[{"role":"system","content":"a"}],"messages":[{"role":"system","content":"bc"}]}`,
    `{"messages":[{"role":"system","content":"a"}],"messages":[{"role":"system","content":"bc"}]}`,
  ],
  ["a number that goes on", `{"tools":[1],"messages":[]}`, `{"tools":[12],"messages":[]}`],
  ["a body that ends sooner", `{"tools":[{"name":"${"long".repeat(40)}"}]}`, `{"tools":[{"name":"a"}]}`],
])("a body is laid out anew after an odd parent: %s", (_, parent, child) => {
  const body = Buffer.from(child);
  expect(layoutChat(body, layoutChat(Buffer.from(parent)))).toEqual(layoutChat(body));
});

it("a repeated part is not scanned again: its units are the parent's own objects", () => {
  const body = (...messages: readonly object[]): Buffer =>
    Buffer.from(JSON.stringify({ tools: [{ name: "a" }], messages }));
  const parent = layoutChat(body(system, user, user, said));
  const child = layoutChat(body(system, user, user, said, user), parent);
  expect(parent.units).toHaveLength(10);
  expect(child.units).toHaveLength(12);
  for (const [at, unit] of parent.units.entries()) expect(child.units[at]).toBe(unit);
});

it("the very same bytes have the very same layout, so that a run reads the parent of all its forks once", () => {
  const body = Buffer.from(JSON.stringify({ messages: [user] }));
  const layout = layoutChat(body);
  expect(layoutChat(body, layout)).toBe(layout);
  expect(layoutChat(Buffer.from(body), layout)).not.toBe(layout);
});
