import { describe, expect, test } from "vitest";
import { inspect, recordExchanges } from "../../harness/testing/index.ts";

type Said = { readonly role: "user" | "assistant"; readonly content: string };

const SYSTEM = "You are a careful archivist. Answer in one sentence and name the page.";
const HISTORY: readonly Said[] = [
  { role: "user", content: 'Who sailed to Kiel in the year 1873?\nLook at "Voyages" first.' },
  { role: "assistant", content: "Anna Holm sailed there on the Meridian, says page twelve." },
  { role: "user", content: "Which cargo did she bring back from there, and for whom?" },
];
const ANSWER = "She brought back rye and linen for the widow of the harbour master.";
const TASK = "List all the pages that mention her ship, please.";

/** How clients write a conversation as one text. */
const WRITERS: Readonly<Record<string, (said: readonly Said[]) => string>> = {
  labels: (said) => said.map(({ role, content }) => `${role === "user" ? "Human" : "AI"}: ${content}`).join("\n\n"),
  JSON: (said) => JSON.stringify(said),
  "JSON in a string": (said) => JSON.stringify(JSON.stringify(said)),
  tags: (said) => said.map(({ role, content }) => `<${role}>${content}</${role}>`).join(""),
  "a quote": (said) =>
    said.map(({ role, content }) => `> **${role}**\n> ${content.replaceAll("\n", "\n> ")}`).join("\n"),
};

type Prompt = { readonly system?: string; readonly tool?: string };

type Wire = {
  readonly url: string;
  readonly body: (messages: readonly Said[], prompt: Required<Prompt>) => object;
  readonly answer: (text: string) => object;
};

const wires: Readonly<Record<string, Wire>> = {
  anthropic: {
    url: "https://api.anthropic.com/v1/messages",
    body: (messages, { system, tool }) => ({
      model: "claude-sonnet-4-5",
      max_tokens: 64,
      system,
      tools: [{ name: tool, input_schema: { type: "object" } }],
      messages,
    }),
    answer: (text) => ({ type: "message", content: [{ type: "text", text }], usage: {} }),
  },
  chat: {
    url: "https://api.openai.com/v1/chat/completions",
    body: (messages, { system, tool }) => ({
      model: "gpt-5.5",
      tools: [{ type: "function", function: { name: tool, parameters: { type: "object" } } }],
      messages: [{ role: "system", content: system }, ...messages],
    }),
    answer: (content) => ({ choices: [{ message: { role: "assistant", content } }], usage: {} }),
  },
};

/** What becomes of a request behind the two of a conversation: its parent, other parents, and codes that are suspected. */
async function third(wire: string, messages: readonly Said[], prompt: Prompt = {}): Promise<unknown> {
  const { url, body, answer } = wires[wire] ?? { url: "", body: () => ({}), answer: () => ({}) };
  const answers = [HISTORY[1]?.content ?? "", ANSWER, "Pages nine and twelve."];
  const tape = recordExchanges({ fetch: async () => Response.json(answer(answers.shift() ?? "")) });
  const own = { system: SYSTEM, tool: "read", ...prompt };
  for (const each of [
    body(HISTORY.slice(0, 1), { system: SYSTEM, tool: "read" }),
    body(HISTORY, { system: SYSTEM, tool: "read" }),
    body(messages, own),
  ])
    await (await tape.fetch(url, { method: "POST", body: JSON.stringify(each) })).json();
  const { parent, alternatives, suspected } = inspect(tape).exchanges[2] ?? {};
  return [parent, alternatives?.map((each) => each.parent), suspected];
}

const history: readonly Said[] = [...HISTORY, { role: "assistant", content: ANSWER }];
const user = (content: string): readonly Said[] => [{ role: "user", content }];

describe.each(Object.keys(wires))("on %s", (wire) => {
  test.each(Object.entries(WRITERS))(
    "a fork that writes the conversation as %s in one text may have broken its parent's prefix",
    async (_name, write) => {
      const doubted = [null, ["2"], ["CB416"]];
      expect(await third(wire, user(`The conversation so far:\n${write(history)}\n\n${TASK}`))).toEqual(doubted);
      // Without the last answer, and with a message of its own for the task.
      expect(await third(wire, user(`${write(HISTORY)}\n\n${TASK}`))).toEqual(doubted);
      const begins: Said = { role: "assistant", content: "Understood." };
      expect(await third(wire, [...user(write(history)), begins, ...user(TASK)])).toEqual(doubted);
    },
  );

  test("a fork that writes the conversation as one text without its parent's tools may have broken the prefix", async () => {
    const doubted = await third(wire, user(`${WRITERS["labels"]?.(history)}\n\n${TASK}`), { tool: "write" });
    expect(doubted).toEqual([null, ["2"], ["CB201", "CB202"]]);
  });

  test("another agent, a summary and a quoted answer are conversations of their own", async () => {
    const text = `${WRITERS["labels"]?.(history)}\n\n${TASK}`;
    const alone = [null, [], []];
    expect(await third(wire, user(text), { system: "You name chats.", tool: "name" })).toEqual(alone);
    expect(await third(wire, user(`Write a summary of this conversation:\n${text}`))).toEqual(alone);
    const question =
      "Does the following claim agree with what the harbour books of that year say about trade and cargo?";
    expect(
      await third(wire, user(`${question}\n\n${ANSWER}\n\n${question} Answer with yes or no, and name the book.`)),
    ).toEqual(alone);
    expect(await third(wire, user(`${HISTORY[0]?.content}\n\n${question}\n\n${question} Answer in one word.`))).toEqual(
      alone,
    );
  });
});
