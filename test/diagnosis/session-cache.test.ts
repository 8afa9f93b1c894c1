import { expect, test } from "vitest";
import type { Exchange, Header } from "../../harness/kernel/exchange.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { wireExchange } from "../support/wire-bodies.ts";
import { rolesOf } from "./judge-example.ts";

const SESSION: readonly Header[] = [["x-dashscope-session-cache", "enable"]];
const HEAD = "You look after a small shop in the harbour. ".repeat(400);

function asked(id: string, turns: number, headers: readonly Header[]): Exchange {
  const input = Array.from({ length: turns }, (_, at) => ({
    role: at % 2 === 0 ? "user" : "assistant",
    content: `Line ${at}.`,
  }));
  const body = JSON.stringify({ model: "qwen3.5-plus", instructions: HEAD, input });
  return { ...wireExchange("openai-responses", body, id), headers, startedAtMs: 1_000 * turns, firstByteMs: 1 };
}

test("DashScope's session header makes the last block a breakpoint, and a fork too far after it reads nothing", () => {
  const found = (headers: readonly Header[], turns: number): readonly string[] => {
    const [parent, child] = [asked("1", 1, headers), asked("2", turns, headers)];
    return rolesOf(judge({ parent, child, provider: "dashscope" }).findings);
  };
  expect(found(SESSION, 41)).toEqual(["CB503 cause"]);
  expect(found(SESSION, 3)).toEqual([]);
  expect(found([], 41)).toEqual([]);
});
