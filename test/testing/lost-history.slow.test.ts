import { expect, test } from "vitest";
import { type MockedProvider, mockProvider, recordExchanges } from "../../harness/testing/index.ts";
import { matchers } from "../../harness/testing/vitest/vitest.ts";
import { HEADERS, ORIGIN, SYSTEM } from "./ask-model.ts";

expect.extend({ ...matchers });

const TASK = "Check whether the note on the lamp still holds.";

/** The parent reads two notes, then calls for a fork. */
const script = {
  parent: [
    { text: "I read the first.", call: { read_note: { page: 1 } } },
    { text: "I read the second.", call: { read_note: { page: 2 } } },
    { text: "I ask a fork.", call: { agent: { prompt: TASK } } },
  ],
  fork: [{ text: "It holds." }],
};

type Message = { readonly role: string; readonly content: unknown };
type Block = { readonly type: string; readonly id?: string };

const mark = { cache_control: { type: "ephemeral" } };
const user = (...content: readonly object[]): Message => ({ role: "user", content });
const say = (text: string): object => ({ type: "text", text });
/** Each turn marks its last result; the marks of earlier turns stay. */
const results = (answer: Message, text: string): readonly object[] =>
  (answer.content as readonly Block[]).flatMap(({ type, id }) =>
    type === "tool_use" ? [{ type: "tool_result", tool_use_id: id, content: text, ...mark }] : [],
  );

/** The first messages of each fork, by what the three turns of its parent said. */
const forks: Readonly<Record<string, (turns: readonly (readonly Message[])[], last: Message) => readonly Message[]>> = {
  sound: (turns, last) => [...(turns[2] ?? []), last, user(...results(last, "It is asked."), say(TASK))],
  "sound, without the last answer": (turns) => joined(turns[2]),
  "without the last exchange": (turns) => joined(turns[1]),
  "without two exchanges": (turns) => joined(turns[0]),
  "with the answer of the second turn": (turns) => {
    const said = turns[2] ?? [];
    const [answer = user(), answered = user()] = said.slice(-2);
    return [...said.slice(0, -2), answer, user(...(answered.content as readonly object[]), say(TASK))];
  },
  "with the first answer and its result": (turns) => joined((turns[2] ?? []).slice(0, 3)),
};

const whole = new Set(["sound", "sound, without the last answer", "with the answer of the second turn"]);

function joined(said: readonly Message[] = []): readonly Message[] {
  const last = said.at(-1) ?? user();
  return [...said.slice(0, -1), user(...(last.content as readonly object[]), say(TASK))];
}

async function act(fetch: typeof globalThis.fetch, fork: string): Promise<void> {
  const ask = async (messages: readonly Message[]): Promise<Message> => {
    const tools = ["read_note", "agent"].map((name) => ({ name, description: name, input_schema: { type: "object" } }));
    const system = [{ type: "text", text: SYSTEM, ...mark }];
    const body = JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 64, tools, system, messages });
    const response = await fetch(`${ORIGIN}/v1/messages`, { method: "POST", headers: HEADERS, body });
    const { content } = (await response.json()) as { readonly content: unknown };
    return { role: "assistant", content };
  };
  const turns: (readonly Message[])[] = [];
  let said: readonly Message[] = [user(say("Read both notes."))];
  let last: Message = user();
  for (let turn = 1; turn <= 3; turn += 1) {
    if (turn > 1) said = [...said, last, user(...results(last, `The note of page ${turn - 1}.`))];
    turns.push(said);
    last = await ask(said);
  }
  await ask(forks[fork]?.(turns, last) ?? []);
}

type Asserted = Parameters<typeof expect>[0];

/** Each way to keep what the agent sent; the last one does not know of lanes. */
const ways: Readonly<Record<string, (mock: MockedProvider, fork: string) => Promise<Asserted>>> = {
  "a mocked provider": async (mock, fork) => {
    await act(mock.fetch, fork);
    return mock;
  },
  "a tape over it": async (mock, fork) => {
    const tape = recordExchanges({ fetch: mock.fetch });
    await act(tape.fetch, fork);
    return tape;
  },
  "a tape without lanes": async (mock, fork) => {
    const tape = recordExchanges({
      fetch: async (...args) => Response.json(await (await mock.fetch(...args)).json()),
    });
    await act(tape.fetch, fork);
    return tape;
  },
};

test.each(Object.keys(ways))(
  "on %s a fork fails if it lost a part of its parent's history, and no other one",
  async (way) => {
    for (const fork of Object.keys(forks)) {
      await using mock = await mockProvider({ script });
      const asked = await ways[way]?.(mock, fork);
      const asserts = (): void => expect(asked).toHaveNoCacheBreaks();
      if (whole.has(fork)) expect(asserts, fork).not.toThrow();
      else expect(asserts, fork).toThrow(/CB40\d/);
    }
  },
);
