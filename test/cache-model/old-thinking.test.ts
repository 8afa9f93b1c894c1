import { describe, expect, test } from "vitest";
import { ask, assistant, mark, say, session, tool, user } from "./cache-session.ts";

type Json = { readonly [name: string]: unknown };

const thinking = (text: string): Json => ({ type: "thinking", thinking: `${text} 900tok`, signature: "sig" });
const call: Json = { type: "tool_use", id: "toolu_1", name: "read", input: { file: "a 100tok" } };
const result = (cache_control?: Json): Json => ({
  type: "tool_result",
  tool_use_id: "toolu_1",
  content: "r 500tok",
  ...(cache_control && { cache_control }),
});

const TOOLS = 1500;
const ASKED = 5000;

/** A tool loop that thought before its call, marked at its result. */
const loop = [user(say("ask", ASKED, mark)), assistant(thinking("t"), call), user(result(mark))];

const request = (model: string, messages: readonly Json[]): Json =>
  ask({ model, tools: [tool("read", TOOLS)], messages });

describe("V56 after a user text that follows tool results, the thinking of earlier turns", () => {
  const next = [...loop, assistant(say("done", 50)), user(say("and now?", 20, mark))];

  test.each(["claude-sonnet-4-5", "claude-opus-4-1", "claude-haiku-4-5"])(
    "is left out (%s), so the read stops before the first thinking block",
    (model) => {
      const { send } = session();
      expect(send(request(model, loop))).toEqual([0, TOOLS + ASKED + 900 + 100 + 500, 0]);
      // The thinking is no longer part of the prompt, and everything after it is written again.
      expect(send(request(model, next))).toEqual([0, 100 + 500 + 50 + 20, TOOLS + ASKED]);
    },
  );

  test.each(["claude-opus-4-5", "claude-sonnet-4-6", "claude-haiku-5-5", "claude-fable-5-1"])(
    "is kept (%s), so the whole loop is read",
    (model) => {
      const { send } = session();
      const stored = TOOLS + ASKED + 900 + 100 + 500;
      send(request(model, loop));
      expect(send(request(model, next))).toEqual([0, 70, stored]);
    },
  );

  test("stays in place after another round of tools, on every model", () => {
    const { send } = session();
    const second = { ...call, id: "toolu_2" };
    const more = [...loop, assistant(second), user({ ...result(mark), tool_use_id: "toolu_2" })];
    send(request("claude-sonnet-4-5", loop));
    expect(send(request("claude-sonnet-4-5", more))).toEqual([0, 600, TOOLS + ASKED + 900 + 100 + 500]);
  });
});
