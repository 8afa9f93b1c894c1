import { describe, expect, test } from "vitest";
import { ask, assistant, mark, say, session, tool, user } from "./cache-session.ts";

type Json = { readonly [name: string]: unknown };

/** Marks at the end of all three levels, so that a read shows the deepest level that is left. */
const base: Json = ask({
  tools: [tool("a", 1500), tool("b", 500, mark)],
  system: [say("s", 1000, mark)],
  messages: [user(say("u", 700)), assistant(say("r", 200)), user(say("v", 100, mark))],
});
const [TOOLS, SYSTEM, ALL] = [2000, 3000, 4000];

function readAfter(change: Json, from: Json = base): number {
  const { send } = session();
  send(from);
  return send({ ...from, ...change })[2];
}

/** Ids: harness/cache-model/VECTORS.md; what breaks what: harness/providers/FACTS.md#anthropic-changes. */
describe("a change of the request uncaches what it affects", () => {
  test("nothing is uncached if nothing changed", () => expect(readAfter({})).toBe(ALL));

  test("V27 another model uncaches everything; a dated name of the same model uncaches nothing", () => {
    expect(readAfter({ model: "claude-sonnet-4-6" })).toBe(0);
    expect(readAfter({ model: "claude-sonnet-4-5-20250929" })).toBe(ALL);
  });

  test("V28 an appended tool uncaches everything", () => {
    expect(readAfter({ tools: [tool("a", 1500), tool("b", 500), tool("c", 9, mark)] })).toBe(0);
  });

  test("V29 another key order in a schema uncaches everything", () => {
    const schema = (properties: Json): Json => ({
      tools: [{ ...tool("a", 2000, mark), input_schema: { type: "object", properties } }],
    });
    expect(readAfter(schema({ y: {}, x: {} }), { ...base, ...schema({ x: {}, y: {} }) })).toBe(0);
    expect(readAfter(schema({ x: {}, y: {} }), { ...base, ...schema({ x: {}, y: {} }) })).toBe(ALL);
  });

  test("V30 another system prompt leaves only the tools readable", () =>
    expect(readAfter({ system: [say("t", 1000, mark)] })).toBe(TOOLS));

  test("V32 another tool_choice keeps tools and system readable; with a breakpoint on messages these are written again", () => {
    expect(readAfter({ tool_choice: { type: "any" } })).toBe(SYSTEM);
    expect(readAfter({ tool_choice: { type: "auto", disable_parallel_tool_use: true } })).toBe(SYSTEM);
    const { send } = session();
    send(base);
    expect(send({ ...base, tool_choice: { type: "any" } })).toEqual([0, ALL - SYSTEM, SYSTEM]);
  });

  test("V33 the first image uncaches the messages, wherever it appears", () => {
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AA==" } };
    const messages = [user(say("u", 700)), assistant(say("r", 200)), user(say("v", 100, mark))];
    expect(readAfter({ messages: [...messages, user(image)] })).toBe(SYSTEM);
    const result = { type: "tool_result", tool_use_id: "x", content: [image] };
    expect(readAfter({ messages: [...messages, user(result)] })).toBe(SYSTEM);
    expect(readAfter({ messages: [...messages, user(say("an image of words", 1))] })).toBe(ALL);
  });

  test("V34 switching on web search, web fetch or citations leaves only the tools readable", () => {
    const tools = [tool("a", 1500), tool("b", 500, mark)];
    for (const type of ["web_search_20250305", "web_fetch_20250910"]) {
      expect(readAfter({ tools: [...tools, { type, name: "w" }] })).toBe(TOOLS);
      expect(readAfter({ tools }, { ...base, tools: [...tools, { type, name: "w" }] })).toBe(TOOLS);
    }
    const document = { type: "document", source: { type: "text", data: "d" }, citations: { enabled: true } };
    const messages = [user(say("u", 700)), assistant(say("r", 200)), user(say("v", 100, mark), document)];
    expect(readAfter({ messages })).toBe(TOOLS);
  });

  test("V35 another effort uncaches everything on most models", () => {
    const { send } = session({ trailer: 3 });
    const turn = (effort: string, tail: number): Json =>
      ask({
        model: "claude-opus-4-8",
        output_config: { effort },
        system: [say("s", 3546, mark)],
        messages: [user(say("u", tail))],
      });
    expect([send(turn("high", 12)), send(turn("high", 1059)), send(turn("low", 2703))]).toEqual([
      [15, 3546, 0],
      [1062, 0, 3546],
      [2706, 3546, 0],
    ]);
  });

  test("V36 another effort on Sonnet 5 uncaches only the messages", () => {
    const { send } = session();
    const sonnet = (effort: string): Json =>
      ask({
        model: "claude-sonnet-5",
        output_config: { effort },
        system: [say("s", 51_300, mark)],
        messages: [user(say("u", 26_500, mark))],
      });
    expect(send(sonnet("high")).reduce((sum, tokens) => sum + tokens, 0)).toBe(77_800);
    expect(send(sonnet("low"))).toEqual([0, 26_500, 51_300]);
  });

  test("V37 effort in an appended system message changes nothing before it", () => {
    const messages = [user(say("u", 700)), assistant(say("r", 200)), user(say("v", 100, mark))];
    const opus = { ...base, model: "claude-opus-5" };
    const effort = { output_config: { effort: "low" } };
    const said = { messages: [...messages, { role: "system", ...effort }, user(say("w", 300, mark))] };
    expect(readAfter(said, opus)).toBe(ALL);
    expect(readAfter(said, { ...opus, ...said }), "and stays where it was said").toBe(ALL + 300);
    expect(readAfter(effort, opus), "which the whole request's would").toBe(0);
    const unsaid = { messages: [...messages, user(say("w", 300, mark))] };
    expect(readAfter(unsaid, { ...opus, ...said }), "what was said is part of the prompt").toBe(ALL);
  });

  test("V38 a default that is written out changes nothing", () => {
    expect(readAfter({ thinking: { type: "disabled" } })).toBe(ALL);
    expect(readAfter({ output_config: { effort: "high" } })).toBe(ALL);
    expect(readAfter({ tool_choice: { disable_parallel_tool_use: false, type: "auto" } })).toBe(ALL);
  });

  test("another thinking setting leaves tools and system readable, another speed only the tools", () => {
    expect(readAfter({ thinking: { type: "enabled", budget_tokens: 1024 } })).toBe(SYSTEM);
    expect(readAfter({ speed: "fast" })).toBe(TOOLS);
  });

  test("parameters that never reach the prompt change nothing", () => {
    expect(readAfter({ max_tokens: 9, temperature: 0.1, stream: true, metadata: { user_id: "u" } })).toBe(ALL);
  });

  test("V43 a fork with its own system prompt and tools reads nothing", () => {
    const { send } = session();
    send(base);
    const fork = ask({
      tools: [tool("z", 7315, mark)],
      system: [say("fork", 50_000, mark)],
      messages: [user(say("d", 5))],
    });
    expect(send(fork)).toEqual([5, 57_315, 0]);
  });

  test("V44 a fork on Opus 5 with another effort writes everything again", () => {
    const { send } = session();
    const opus = ask({ model: "claude-opus-5", system: [say("s", 8682, mark)], messages: [user(say("u", 1))] });
    send(opus);
    expect(send({ ...opus, output_config: { effort: "low" } })).toEqual([1, 8682, 0]);
  });

  test("V42 a fork that appends writes what it appended", () => {
    const { send } = session();
    send(ask({ messages: [user(say("p", 574_953, mark))] }));
    expect(send(ask({ messages: [user(say("p", 574_953)), user(say("directive", 345, mark))] }))).toEqual([
      0, 345, 574_953,
    ]);
  });

  test("V50 a schema property named cache_control is not a breakpoint", () => {
    const schema = (value: string): Json => ({
      tools: [
        { ...tool("a", 2000, mark), input_schema: { type: "object", properties: { cache_control: { const: value } } } },
      ],
    });
    expect(readAfter(schema("y"), { ...base, ...schema("x") })).toBe(0);
  });

  test("V49 a string and its text block are the same up to Claude 4, not on Opus 5", () => {
    const string = {
      messages: [{ role: "user", content: "u 700tok" }, assistant(say("r", 200)), user(say("v", 100, mark))],
    };
    expect(readAfter(string)).toBe(ALL);
    expect(readAfter(string, { ...base, model: "claude-opus-5" })).toBe(SYSTEM);
  });

  test("deferred tools and the rotating billing block are not part of the prompt", () => {
    const tools = [tool("a", 1500), tool("b", 500, mark)];
    expect(readAfter({ tools: [...tools, { ...tool("late", 900), defer_loading: true }] })).toBe(ALL);
    const system = (stamp: string): Json => ({
      system: [{ type: "text", text: `x-anthropic-billing-header: cc=${stamp}` }, say("s", 1000, mark)],
    });
    expect(readAfter(system("2"), { ...base, ...system("1") })).toBe(ALL);
  });
});
