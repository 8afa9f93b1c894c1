import { expect, test } from "vitest";
import type { Header } from "../../harness/kernel/exchange.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { wireExchange } from "../support/wire-bodies.ts";

const PROMPT = 2_100;

/** Two requests to xAI whose prompts have about so many tokens: what the second one reads, and the findings. */
function judged(parent: string | null, child: string | null, read: number | null): readonly string[] {
  const said = [{ role: "user", content: "word ".repeat(PROMPT) }];
  const more = [...said, { role: "assistant", content: "ok" }, { role: "user", content: "go" }];
  const sent = (id: string, messages: readonly object[], conversation: string | null, tokens: number | null) => {
    const headers: readonly Header[] = [["user-agent", "agent/1"]];
    const usage = {
      prompt_tokens: PROMPT,
      completion_tokens: 3,
      prompt_tokens_details: { cached_tokens: tokens },
    };
    const answer = { id, model: "grok-4.3", choices: [], ...(tokens !== null && { usage }) };
    return {
      ...wireExchange("openai-chat", JSON.stringify({ model: "grok-4.3", messages }), id),
      headers: conversation === null ? headers : [...headers, ["x-grok-conv-id", conversation] as const],
      startedAtMs: Number(id) * 10_000,
      firstByteMs: 500,
      response: {
        status: 200,
        headers: [],
        contentType: "application/json",
        usageIsReal: true,
        body: Buffer.from(JSON.stringify(answer)),
      },
    };
  };
  const { findings, reusable } = judge({
    parent: sent("1", said, parent, 0),
    child: sent("2", more, child, read),
    provider: "xai",
  });
  const causes = findings.filter(({ role }) => role === "cause").map(({ code, severity }) => `${code} ${severity}`);
  return [...causes, `reusable: ${reusable}`];
}

test("a fork with another conversation ID than its parent is led to another server of xAI's", () => {
  expect(judged("a", "b", null)).toEqual(["CB601 medium", "reusable: no"]);
  expect(judged("a", "b", 0)).toEqual(["CB601 medium", "reusable: no"]);
  expect(judged("a", "a", 0)).toEqual(["reusable: unknown"]);
});

test.each([
  ["another conversation ID", "b", "CB601 medium"],
  ["no conversation ID", null, "CB604 medium"],
] as const)(
  "%s does not count once the counters show a read of the parent's prompt, rounded down",
  (_, child, cause) => {
    const codes = [128, 1_792, 1_920, 2_048].map((read) => judged("a", child, read).includes(cause));
    expect(codes).toEqual([true, true, false, false]);
  },
);
