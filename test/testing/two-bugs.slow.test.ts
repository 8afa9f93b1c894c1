import { expect, test } from "vitest";
import { recordExchanges, type Tape } from "../../harness/testing/index.ts";
import { matchers } from "../../harness/testing/vitest/vitest.ts";
import { HEADERS, ORIGIN, SYSTEM } from "./ask-model.ts";

expect.extend({ ...matchers });

type Prompt = { readonly system: string; readonly tools: readonly string[] };

const clean: Prompt = { system: SYSTEM, tools: ["agent", "read", "write"] };

/** Mistakes in the prompt of a fork that repeats its parent's history. */
const mistakes: Readonly<Record<string, (prompt: Prompt) => Prompt>> = {
  "a missing tool": ({ system, tools }) => ({ system, tools: tools.slice(1) }),
  "no tools": ({ system }) => ({ system, tools: [] }),
  "another tool": ({ system, tools }) => ({ system, tools: ["search", ...tools.slice(1)] }),
  "a tool more": ({ system, tools }) => ({ system, tools: [...tools, "search"] }),
  "tools in another order": ({ system, tools }) => ({ system, tools: tools.toReversed() }),
  "another system prompt": ({ tools }) => ({ system: "You check the notes of others. ".repeat(400), tools }),
  "a sentence in front": ({ system, tools }) => ({ system: `Today is Friday. ${system}`, tools }),
  "a sentence behind": ({ system, tools }) => ({ system: `${system} You are a fork.`, tools }),
};

const HISTORY = ["Who sailed?", "Anna did.", "And before her?", "Jens did.", "Which notes hold?"];

/** Two turns of a parent, and a fork that goes on from the second. */
async function tapeOf(fork: Prompt): Promise<Tape> {
  const answers = ["Anna did.", "Jens did.", "All hold."];
  const tape = recordExchanges({
    fetch: async () =>
      Response.json({ type: "message", role: "assistant", content: [{ type: "text", text: answers.shift() }] }),
  });
  for (const [{ system, tools }, count] of [
    [clean, 1],
    [clean, 3],
    [fork, 5],
  ] as const) {
    const body = {
      model: "claude-sonnet-4-5",
      max_tokens: 64,
      tools: tools.map((name) => ({ name, description: name, input_schema: { type: "object" } })),
      system: [{ type: "text", text: system, cache_control: { type: "ephemeral" } }],
      messages: HISTORY.slice(0, count).map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content })),
    };
    const sent = { method: "POST", headers: HEADERS, body: JSON.stringify(body) };
    await (await tape.fetch(`${ORIGIN}/v1/messages`, sent)).text();
  }
  return tape;
}

async function passes(fork: Prompt): Promise<boolean> {
  const tape = await tapeOf(fork);
  try {
    expect(tape).toHaveNoCacheBreaks();
    return true;
  } catch {
    return false;
  }
}

test("a fork that repeats its parent's history fails with each mistake, and a second mistake never turns it green", async () => {
  expect(await passes(clean)).toBe(true);
  for (const [first, change] of Object.entries(mistakes)) {
    for (const [second, other] of Object.entries(mistakes)) {
      if (first === second) expect(await passes(change(clean)), first).toBe(false);
      else expect(await passes(other(change(clean))), `${first}, then ${second}`).toBe(false);
    }
  }
});
