import { describe, expect, test } from "vitest";
import { parentBody } from "./anthropic-body.ts";
import { askHandler } from "./ask-handler.ts";
import { assistant, call, result, say, talk, user, type Json } from "./messages-json.ts";

const [mark, hour] = [{ type: "ephemeral" }, { type: "ephemeral", ttl: "1h" }];

describe("the mocked Anthropic provider accepts", () => {
  const taken: readonly (readonly [name: string, body: Json])[] = [
    [
      "neighbours of one role",
      talk(
        user(say("a")),
        assistant(call("c1")),
        assistant(call("c2")),
        user(result("c1")),
        user(result("c2"), say("b")),
      ),
    ],
    [
      "a system message between call and result",
      {
        ...talk(user(say("a")), assistant(call("c1")), { role: "system", content: "note" }, user(result("c1"))),
        model: "claude-opus-4-8",
      },
    ],
    [
      "V17 three marks and the automatic one",
      { ...talk(user(say("a", mark), say("b", mark), say("c", mark), say("d"))), cache_control: mark },
    ],
    ["a prefill on 4.5", { ...talk(user(say("a")), assistant(say("b"))), model: "claude-sonnet-4-5-20250929" }],
    ["a system text that is empty", { ...talk(user(say("a"))), system: "" }],
    ["a null mark", talk(user({ type: "text", text: "a", cache_control: null }))],
  ];
  test.each(taken)("a request with %s", (_name, body) => {
    expect(askHandler([{ text: "Fine." }]).ask(body).status).toBe(200);
  });

  test("V17 four breakpoints in all with 200, but five with 400; V18 an automatic breakpoint on an equal one, but not on a different one", () => {
    const blocks = (count: number): Json =>
      talk(user(...["a", "b", "c", "d"].slice(0, count).map((text) => say(text, mark)), say("e")));
    const status = (body: Json): number => askHandler([{ text: "Fine." }]).ask(body).status;
    expect([4, 3].map((count) => status({ ...blocks(count), cache_control: mark }))).toEqual([400, 200]);
    expect([mark, hour].map((own) => status({ ...talk(user(say("a", own))), cache_control: mark }))).toEqual([
      200, 400,
    ]);
  });

  test("V40 a pre-warm, which writes without an answer and without a step", () => {
    const { ask, handler } = askHandler([{ text: "Three." }]);
    const warmed = ask({ ...parentBody, max_tokens: 0 });
    expect(warmed.json).toMatchObject({ content: [], stop_reason: "max_tokens" });
    expect(ask().plan.prediction?.usage).toMatchObject({ read: warmed.plan.prediction?.usage.write, write: 0 });
    expect(handler.finish()).toEqual([]);
  });
});
