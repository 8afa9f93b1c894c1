import { expect, test } from "vitest";
import { mockProvider, recordExchanges, type Tape } from "../../harness/testing/index.ts";
import { matchers } from "../../harness/testing/vitest/vitest.ts";
import { HEADERS, ORIGIN, SYSTEM } from "./ask-model.ts";

expect.extend({ ...matchers });

const TASK = "Check the notes of the museum.";
const TOOLS = ["agent", "read", "write"].map((name) => ({ name, description: name, input_schema: { type: "object" } }));

type Prompt = { readonly system: string; readonly tools: typeof TOOLS };

/** Mistakes in the prompt of a subagent; one may come on top of another. */
const mistakes: Readonly<Record<string, (prompt: Prompt) => Prompt>> = {
  "a word in front of the system prompt": (prompt) => ({ ...prompt, system: `Now. ${prompt.system}` }),
  "a sentence behind the system prompt": (prompt) => ({ ...prompt, system: `${prompt.system} You are a fork.` }),
  "a missing tool": (prompt) => ({ ...prompt, tools: prompt.tools.slice(0, -1) }),
  "tools in another order": (prompt) => ({ ...prompt, tools: prompt.tools.toReversed() }),
};

/** A parent whose answer calls for a subagent, and that subagent, which begins a conversation of its own. */
async function tapeOf(sub: Prompt, marksMessages: boolean, showsLanes: boolean, task = TASK): Promise<Tape> {
  await using mock = await mockProvider({
    script: { parent: [{ call: { agent: { prompt: TASK } } }], fork: [{ text: "They hold." }] },
  });
  const tape = recordExchanges({
    fetch: async (input, init) => {
      const response = await mock.fetch(input, init);
      if (showsLanes) return response;
      return new Response(response.body, { headers: { "content-type": "application/json" } });
    },
  });
  const mark = { cache_control: { type: "ephemeral" } };
  for (const [{ system, tools }, text] of [
    [{ system: SYSTEM, tools: TOOLS }, asked(marksMessages)],
    [sub, task],
  ] as const) {
    const content = [{ type: "text", text, ...(marksMessages && mark) }];
    const messages = [{ role: "user", content }];
    const body = {
      model: "claude-sonnet-4-5",
      max_tokens: 64,
      tools,
      system: [{ type: "text", text: system, ...mark }],
      messages,
    };
    const sent = { method: "POST", headers: HEADERS, body: JSON.stringify(body) };
    await (await tape.fetch(`${ORIGIN}/v1/messages`, sent)).text();
  }
  return tape;
}

function asked(isLong: boolean): string {
  return "Who sailed? ".repeat(isLong ? 200 : 1);
}

test("a fork that joins its task to the text of its parent breaks the prefix", async () => {
  const clean: Prompt = { system: SYSTEM, tools: TOOLS };
  expect(await tapeOf(clean, true, false, `${asked(true)}\n\n${TASK}`)).toHaveFinding("CB405");
});

test("a subagent passes with the tools and system prompt of its parent, fails with each mistake, and with one behind another", async () => {
  const clean: Prompt = { system: SYSTEM, tools: TOOLS };
  const changes = Object.entries(mistakes);
  for (const marksMessages of [false, true]) {
    for (const showsLanes of [true, false]) {
      const passes = async (prompt: Prompt): Promise<boolean> => {
        const tape = await tapeOf(prompt, marksMessages, showsLanes);
        try {
          expect(tape).toHaveNoCacheBreaks();
          return true;
        } catch {
          return false;
        }
      };
      expect(await tapeOf(clean, marksMessages, showsLanes)).toHaveNoCacheBreaks();
      for (const [name, change] of changes) {
        expect(await passes(change(clean)), name).toBe(false);
        for (const [second, other] of changes) {
          if (second !== name) expect(await passes(other(change(clean))), `${name}, then ${second}`).toBe(false);
        }
      }
    }
  }
});
