import { describe, expect, test } from "vitest";
import { captureCacheSafeParams } from "../../../src/cache-safe/capture-cache-safe-params.ts";
import type { Strategy } from "../../../src/strategies/strategy.ts";
import { delegate } from "../../../src/consumers/delegate.ts";
import { DefaultForkSubagent } from "../../../src/fork/default-fork-subagent.ts";
import { remotely } from "../remote/run-remotely.ts";
import { echo, runFork } from "../support/run-fork.ts";
import { says, ScriptedClient } from "../support/scripted-client.ts";

const mark = { cache_control: { type: "ephemeral" } };
const text = (words: string, more: object = {}): object => ({ type: "text", text: words, ...more });

/** A parent with one mark, in its system prompt. */
const plain = {
  model: "claude-sonnet-5",
  tools: [{ name: "Read", input_schema: { type: "object" } }],
  system: [text("You help.", mark)],
  messages: [{ role: "user", content: "Hello." }],
};

type Asked = { readonly content?: string; readonly strategy?: Strategy; readonly directive?: string };

/** The bodies of a fork of four turns, the first three of which call a tool. */
async function bodiesOf(request: object | string, { content = "Found.", ...asked }: Asked = {}): Promise<string[]> {
  const calls = [0, 1, 2].map((turn) => says({ blocks: [{ call: "Read", id: `t${turn}`, input: "{}" }] }));
  const llm = new ScriptedClient([...calls, says({ blocks: [{ text: "Done." }] })]);
  const body = typeof request === "string" ? request : JSON.stringify(request);
  const parent = captureCacheSafeParams({ request: Buffer.from(body), headers: [], answer: null });
  const tools = { dispatch: () => ({ content, isError: false }) };
  const { stop } = await runFork({ llm, parent, tools, maxTurns: 10, directive: "Tidy up.", ...asked });
  expect(stop).toEqual({ cause: "completed" });
  return [...llm.bodies];
}

const countMarks = (value: unknown): number => {
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce((sum, [name, at]) => sum + (name === "cache_control" ? 1 : countMarks(at)), 0);
};

const added = (parent: object | string, bodies: readonly string[]): number => {
  const count = (body: string): number => body.split('"cache_control":{"type":"ephemeral"}').length - 1;
  return count(bodies.at(-1) ?? "") - count(typeof parent === "string" ? parent : JSON.stringify(parent));
};

describe("how many marks a fork may set", () => {
  const data = { cache_control: { type: "ephemeral" } };
  const use = { type: "tool_use", id: "u", name: "Put", input: { ...data, deep: [[data]] } };
  const called = [
    ...plain.messages,
    { role: "assistant", content: [use] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "u", content: '{"cache_control":{}}' }] },
  ];
  const withSchema = [{ name: "Put", input_schema: { type: "object", properties: data }, input_examples: [data] }];
  const nested = { type: "tool_result", tool_use_id: "u", content: [text("Kept.", mark), text("Stored.", mark)] };

  test.each<[string, object, number]>([
    ["one mark and null at three places", { ...plain, tools: [0, 1, 2].map(() => ({ cache_control: null })) }, 2],
    ["one mark and null for the automatic one", { ...plain, cache_control: null }, 2],
    ["null as its only mark", { ...plain, system: [text("You help.", { cache_control: null })] }, 0],
    ["a call whose arguments have such a member", { ...plain, messages: called }, 2],
    ["such a member in arguments alone", { ...plain, system: "You help.", messages: called }, 0],
    ["such members in a tool's schema and examples", { ...plain, tools: withSchema }, 2],
    ["such a member in a schema alone", { ...plain, system: "You help.", tools: withSchema }, 0],
    [
      "two marks inside a result",
      { ...plain, messages: [...called.slice(0, 2), { role: "user", content: [nested] }] },
      1,
    ],
    ["a mark at a place that we do not know", { ...plain, servers: [mark, mark] }, 1],
  ])("behind a parent with %s", async (_, parent, count) => {
    expect(added(parent, await bodiesOf(parent))).toBe(count);
  });

  test("behind a parent that escapes the name of its marks", async () => {
    const parent = JSON.stringify({ ...plain, system: ["a", "b", "c", "d"].map((words) => text(words, mark)) });
    const escaped = parent.replaceAll("cache_control", String.raw`cache\u005fcontrol`);
    expect((await bodiesOf(escaped)).map((body) => countMarks(JSON.parse(body)))).toEqual([4, 4, 4, 4]);
    const three = JSON.stringify({ ...plain, system: ["a", "b", "c"].map((words) => text(words, mark)) });
    const spaced = three.replaceAll('"cache_control":', String.raw`"\u0063ache_control" : `);
    expect(added(spaced, await bodiesOf(spaced))).toBe(1);
  });
});

/** A strategy of a user, whose messages are what the user writes. */
function strategyOf(...messages: readonly string[]): Strategy {
  const seed = { history: null, members: {}, answer: null, sharedEnd: null, note: null };
  return {
    name: "of-a-user",
    wires: ["anthropic-messages"],
    expectedSharedEnd: "parent-request",
    seed: () => ({ ...seed, messages: messages.map((each) => ({ role: "user", bytes: Buffer.from(each) })) }),
  };
}

describe("a mark of a fork", () => {
  const long = "Tidy up. ".repeat(600);

  test("leaves a message whose content is a text", async () => {
    const message = JSON.stringify({ role: "user", content: long });
    const bodies = await bodiesOf(plain, { strategy: strategyOf(message) });
    for (const body of bodies) expect(body).toContain(message);
    expect(added(plain, bodies)).toBe(2);
  });

  test("stands on the last of several elements, all of which stay", async () => {
    const one = JSON.stringify({ role: "user", content: [text(long)] });
    const [first] = await bodiesOf(plain, { strategy: strategyOf(` ${one}, ${one} `) });
    const marked = one.replace("}]}", `,${JSON.stringify(mark).slice(1, -1)}}]}`);
    expect(first).toContain(`, ${one}, ${marked} ]`);
  });

  test.each<[string, readonly object[], object]>([
    ["empty text", [text(long), text(" ")], text(long, mark)],
    ["thinking", [text(long), { type: "thinking", thinking: "Hm.", signature: "s" }], text(long, mark)],
    ["a block of a type that we do not know", [text(long), { type: "new", text: "x" }], text(long, mark)],
  ])("does not stand on %s, but on the block before", async (_, content, marked) => {
    const strategy = strategyOf(JSON.stringify({ role: "user", content }));
    const [first] = await bodiesOf(plain, { strategy });
    expect(first).toContain(JSON.stringify([marked, ...content.slice(1)]));
  });

  test("leaves room for the marks of the strategy, which stay", async () => {
    const hour = { cache_control: { type: "ephemeral", ttl: "1h" } };
    const content = [text("One.", hour), text("Two.", hour), text(long, hour)];
    const bodies = await bodiesOf(plain, { strategy: strategyOf(JSON.stringify({ role: "user", content })) });
    for (const body of bodies) expect(body).toContain(JSON.stringify(content));
    expect(added(plain, bodies)).toBe(0);
  });

  const marked = `,${JSON.stringify(mark).slice(1, -1)}`;

  test("stands on the call where the result is empty", async () => {
    for (const content of ["", " \n"]) {
      const bodies = await bodiesOf(plain, { content });
      expect(bodies[1]).toContain(
        `"input":{}${marked}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t0"`,
      );
      expect(added(plain, bodies)).toBe(2);
      expect(bodies.join("")).not.toContain(`${JSON.stringify(content)}${marked}`);
    }
  });
});

describe("a fork without breakpoints of its own", () => {
  const calling = says({ blocks: [{ call: "Read", id: "t", input: "{}" }] });
  const done = says({ blocks: [{ text: "Done." }] });
  const parent = captureCacheSafeParams({ request: JSON.stringify(plain), headers: [], answer: null });

  test.each([true, false])("runs so in a worker, too (%s)", async (ownBreakpoints) => {
    const llm = new ScriptedClient([calling, done]);
    await remotely({ llm, params: { parent, ownBreakpoints } });
    expect(added(plain, llm.bodies)).toBe(ownBreakpoints ? 1 : 0);
  });

  test.each([true, false])("can be one that is ready-made (%s)", async (ownBreakpoints) => {
    const llm = new ScriptedClient([calling, done]);
    const task = { forks: new DefaultForkSubagent(), tools: echo, task: "Look.", allowTools: ["Read"] };
    expect(await delegate({ ...task, parent, llm, ownBreakpoints })).toMatchObject({ ok: true });
    expect(added(plain, llm.bodies)).toBe(ownBreakpoints ? 1 : 0);
  });

  test("is asked for by a boolean", async () => {
    const params = { llm: new ScriptedClient([done]), ...JSON.parse('{"ownBreakpoints":"no"}') };
    await expect(runFork(params)).rejects.toThrow('ownBreakpoints: the text "no" is not a boolean');
  });
});
