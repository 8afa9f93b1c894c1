import { describe, expect, test } from "vitest";
import { checkBreakpoints } from "../../harness/cache-model/prompt/check-breakpoints.ts";
import { anthropicRules } from "../../harness/providers/anthropic/cache-rules.ts";
import { parseLayout } from "../../harness/wires/anthropic-messages/parse-layout.ts";
import { ask, assistant, counts, mark, mark1h, say, session, tool, user } from "./cache-session.ts";

type Json = { readonly [name: string]: unknown };

const OPUS = "claude-opus-5";
/** Tokens of the parent's levels, each with a mark at its end. */
const [TOOLS, SYSTEM, ALL] = [6000, 14_000, 40_000];
const history = [user(say("task", 10_000)), assistant(say("answer", 6000)), user(say("go on", 10_000, mark))];
const parent: Json = ask({
  model: OPUS,
  tools: [tool("read", 3000), tool("write", 3000, mark)],
  system: [say("You code.", 8000, mark)],
  messages: history,
});
const directive = user(say("directive", 100, mark));

/** What a fork of the parent reads and writes when it changes this. */
function fork(change: Json, from: Json = parent): readonly [read: number, write: number] {
  const { send } = session();
  send(from);
  const [, write, read] = send({ ...from, messages: [...history, directive], ...change });
  return [read, write];
}

/** Ids: harness/cache-model/VECTORS.md#how-forks-lost-their-cache. */
describe("fork failures", () => {
  test("a fork that keeps everything reads everything", () => expect(fork({})).toEqual([ALL, 100]));

  test("F1 the fork has its own system prompt: tools are left", () => {
    expect(fork({ system: [say("You review.", 8000, mark)] })).toEqual([TOOLS, ALL + 100 - TOOLS]);
  });

  test("F2 the parent's system prompt was never handed on: the default's prefix is another from its first byte", () => {
    const bare: Json = { ...parent, tools: [] };
    expect(fork({ tools: [], system: [say("Default.", 8000, mark)] }, bare)[0]).toBe(0);
  });

  test("F3 tools filtered or re-ordered: nothing is left", () => {
    expect(fork({ tools: [tool("read", 3000, mark)] })[0]).toBe(0);
    expect(fork({ tools: [tool("write", 3000), tool("read", 3000, mark)] })[0]).toBe(0);
  });

  test("F4 another effort on Opus 5: nothing is left, everything is created", () => {
    const { send } = session();
    const from = ask({ model: OPUS, system: [say("s", 8000)], messages: [user(say("u", 682, mark))] });
    send(from);
    expect(send({ ...from, output_config: { effort: "low" } })).toEqual([0, 8682, 0]);
  });

  test("F5 a session id, path or date inside system pins the read at the tools", () => {
    const at = (id: string): Json => ({ system: [say(`Session ${id}.`, 8000, mark)] });
    expect(fork(at("b"), { ...parent, ...at("a") })[0]).toBe(TOOLS);
  });

  test("F6 siblings before the first byte all write", () => {
    const { predict, commit } = session();
    const asked = { ...parent, messages: [...history, directive] };
    const siblings = [predict(asked, 0), predict(asked, 0)];
    for (const sibling of siblings) commit(sibling, 500);
    expect(siblings.map(counts)).toEqual([
      [0, ALL + 100, 0],
      [0, ALL + 100, 0],
    ]);
  });

  test.each([14_479, 14_834])(
    "F7 history re-serialised by a fork that wakes up: the static prefix is left, %i",
    (head) => {
      const { send } = session();
      const call = (input: Json): Json => assistant({ type: "tool_use", id: "t1", name: "read 900tok", input });
      const result = (tokens: number): Json =>
        user({ type: "tool_result", tool_use_id: "t1", content: `found ${tokens}tok`, cache_control: mark });
      const fixed = { model: OPUS, system: [say("s", head, mark)] };
      const parent = ask({
        ...fixed,
        messages: [user(say("u", 100)), call({ path: "a", limit: 1 }), result(134_035 - head - 1000)],
      });
      send(parent, 0);
      expect(send(parent, 1000)[2]).toBe(134_035);
      const woken = [user(say("u", 100)), call({ limit: 1, path: "a" }), result(102_898 - 1000)];
      expect(send({ ...parent, messages: woken }, 5000)).toEqual([0, 102_898, head]);
    },
  );

  test("F8 a fork that marks for 5 minutes expires where its parent's hour lives on", () => {
    const { send } = session();
    const hourly = ask({ system: [say("s", 8000, mark1h)], messages: [user(say("u", 2000, mark1h))] });
    const forked = ask({
      system: [say("s", 8000, mark1h)],
      messages: [user(say("u", 2000)), user(say("d", 500, mark))],
    });
    send(hourly, 0);
    expect(send(forked, 10_000)[2]).toBe(10_000);
    expect(send(forked, 400_000)).toEqual([0, 500, 10_000]);
  });

  test("F9 a block list replayed as a string misses on Opus 5", () => {
    const string = [{ role: "user", content: "task 10000tok" }, ...history.slice(1), directive];
    expect(fork({ messages: string })[0]).toBe(SYSTEM);
  });

  test("F10 a resume that makes its messages anew keeps the static prefix alone", () => {
    const { send } = session();
    const turn = (text: string): Json =>
      ask({ model: OPUS, system: [say("s", 19_282, mark)], messages: [user(say(text, 304_994, mark))] });
    send(turn("task"));
    expect(send(turn("resumed task"))).toEqual([0, 304_994, 19_282]);
  });

  test("F12 thinking dropped each turn pins the read before it, near 25k", () => {
    const { send } = session();
    const thought = (turn: number): Json =>
      assistant({ type: "thinking", thinking: `hm ${turn} 800tok`, signature: "s" }, say(`so ${turn}`, 200));
    const said = (turn: number): Json => assistant(say(`so ${turn}`, 200));
    const asked = (...messages: readonly Json[]): Json =>
      ask({ model: OPUS, system: [say("s", 25_000, mark)], messages: [user(say("u", 3000)), ...messages] });
    send(asked(thought(1), user(say("and", 300, mark))));
    expect(send(asked(said(1), thought(2), user(say("then", 300, mark))))).toEqual([0, 4500, 25_000]);
    expect(send(asked(said(1), said(2), thought(3), user(say("last", 300, mark))))).toEqual([0, 4700, 25_000]);
  });

  test("F14 system turns hoisted by a proxy uncache every message", () => {
    expect(fork({ system: [say("You code.", 8000), say("hoisted reminder", 20, mark)] })[0]).toBe(SYSTEM);
  });

  test("F15 a proxy's own per-request prefix: the same little is read on every call", () => {
    const { send } = session();
    const call = (nonce: string): Json =>
      ask({
        model: OPUS,
        tools: [tool("proxy", 665, mark)],
        system: [say(`request ${nonce}`, 303), say("You code.", 9500, mark)],
        messages: [user(say("u", 1))],
      });
    send(call("0"));
    expect(["1", "2", "3"].map((nonce) => send(call(nonce)).slice(1))).toEqual([
      [9803, 665],
      [9803, 665],
      [9803, 665],
    ]);
  });

  test("F17 five marks after a proxy added its own are refused", () => {
    const parts = ["a", "b", "c", "d", "e"].map((name) => say(name, 1000, mark));
    const body = Buffer.from(JSON.stringify(ask({ messages: [user(...parts)] })));
    expect(checkBreakpoints(parseLayout(body), anthropicRules)).toMatchObject({ fault: "too-many", found: 5 });
  });

  test("F19 another order of the body's members is the same prompt; Vertex, which minds it, is not modelled", () => {
    const { messages, system, tools, ...others } = { ...parent, messages: [...history, directive] } as Json;
    const { send } = session();
    send(parent);
    expect(send({ ...others, messages, system, tools })[2]).toBe(ALL);
  });

  test("F20 an unstable order of keys in a schema writes every time", () => {
    const schema = (...names: readonly string[]): Json => ({
      tools: [
        {
          ...tool("read", 6000, mark),
          input_schema: { properties: Object.fromEntries(names.map((name) => [name, {}])) },
        },
      ],
    });
    expect(fork(schema("b", "a"), { ...parent, ...schema("a", "b") })).toEqual([0, ALL + 100]);
  });

  test.each([
    [20_000, 100_000],
    [23_000, 190_000],
  ])(
    "F21 bytes that drift at launch leave what stands before them, 20 to 23k of 100 to 190k: %i of %i",
    (head, all) => {
      const launched = (stamp: string): Json =>
        ask({
          model: OPUS,
          system: [say("Base.", head, mark), say(`launch ${stamp}`, all - head - 1000, mark)],
          messages: [user(say("u", 1000, mark))],
        });
      const { send } = session();
      send(launched("1"));
      expect(send(launched("2"))).toEqual([0, all - head, head]);
      // A scope header that the copied session dropped.
      expect(send(launched("2"), 10_000, { workspace: "another" })[2]).toBe(0);
    },
  );

  test("F22 more than 20 positions behind the fork's only mark: a full miss", () => {
    const many = Array.from({ length: 25 }, (_, at) => say(`note ${at}`, 10, at === 24 ? mark : undefined));
    const { send } = session();
    const plain = ask({ model: OPUS, messages: [user(say("task", 10_000, mark))] });
    send(plain);
    expect(send({ ...plain, messages: [user(say("task", 10_000)), user(...many)] })).toEqual([0, 10_250, 0]);
  });

  test("F23 trimmed below the model's minimum: nothing is cached, nothing is said", () => {
    const { send } = session();
    const short = ask({ model: OPUS, messages: [user(say("trimmed", 500, mark))] });
    expect([send(short), send(short)]).toEqual([
      [500, 0, 0],
      [500, 0, 0],
    ]);
  });
});
