import { describe, expect, test } from "vitest";
import { inspect, recordExchanges } from "../../harness/testing/index.ts";

type Message = { readonly role: "user" | "assistant"; readonly content: string };

const user = (content: string): Message => ({ role: "user", content });
const model = (content: string): Message => ({ role: "assistant", content });

const QUESTION = user("Who sailed to Kiel in the year 1873, and on which ship?");
const ANSWER = model("Anna Holm sailed to Kiel on the Meridian.");
const TASK = user("You are a fork. List the pages that mention the Meridian.");
const EARLIER = [
  "How many ships came home?",
  "Four of them came home.",
  "Which one was first?",
  "The Meridian was first.",
];
const long = [...EARLIER.map((text, at) => (at % 2 === 0 ? user(text) : model(text))), QUESTION];

/** What a client puts into a history, and where: these are the forms in which reminders and contexts come. */
const added: Readonly<Record<string, readonly Message[]>> = {
  "a context": [user("Today is Monday.")],
  "a context and its acknowledgement": [user("Today is Monday."), model("Understood.")],
  "an answer": [model("I am ready.")],
};

const ANTHROPIC = "https://api.anthropic.com/v1/messages";
const CHAT = "https://api.openai.com/v1/chat/completions";

const wires: Readonly<Record<string, { readonly url: string; readonly answer: object }>> = {
  anthropic: {
    url: ANTHROPIC,
    answer: {
      type: "message",
      content: [{ type: "text", text: ANSWER.content }],
      usage: { input_tokens: 9, output_tokens: 5 },
    },
  },
  chat: {
    url: CHAT,
    answer: { choices: [{ message: ANSWER }], usage: { prompt_tokens: 9, completion_tokens: 5 } },
  },
};

/** A parent's request and a later one that the recording does not connect, and what `inspect` makes of the later one. */
async function inspectSecond(wire: string, parent: readonly Message[], fork: readonly Message[]): Promise<string> {
  const { url, answer } = wires[wire] ?? { url: "", answer: {} };
  const tape = recordExchanges({ fetch: async () => Response.json(answer) });
  for (const messages of [parent, fork]) {
    const body = JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 64, messages });
    const response = await tape.fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
    await response.json();
  }
  const second = inspect(tape).exchanges[1];
  const codes = second?.findings.flatMap(({ code, role }) => (role === "cause" ? [code] : []));
  return `${second?.parent} ${second?.verdict} ${codes?.join()}`;
}

describe.each(Object.keys(wires))("on %s", (wire) => {
  test.each(Object.keys(added))(
    "%s in front of a repeated history or inside of it is a break of the fork",
    async (what) => {
      const inserted = added[what] ?? [];
      for (const parent of [[QUESTION], long]) {
        for (let at = 0; at < parent.length; at += 1) {
          const fork = [...parent.slice(0, at), ...inserted, ...parent.slice(at), ANSWER, TASK];
          expect(await inspectSecond(wire, parent, fork), `${parent.length} messages, at ${at}`).toMatch(
            /^1 diverged CB40[37]/,
          );
        }
      }
    },
  );

  test("a conversation that says a few words of another one is not its child", async () => {
    const words = [user("Go on."), model("Done."), user("Go on.")];
    expect(await inspectSecond(wire, [user("Go on.")], [QUESTION, ANSWER, ...words])).toBe("null not-comparable ");
    expect(await inspectSecond(wire, [QUESTION, ...words.slice(1)], [TASK, ANSWER, ...words.slice(2)])).toBe(
      "null not-comparable ",
    );
  });
});
