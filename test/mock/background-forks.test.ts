import { describe, expect, test } from "vitest";
import { talkTo } from "./wire-talk.ts";

const TASK = "Check the old notes and say what still holds.";
const agent = { call: { agent: { description: "check", prompt: TASK } } };

test("a fork that begins in the background after its parent continued follows the request that gave it its task", async () => {
  const { ask, user, answer, results, lanes, follows } = await talkTo("anthropic-messages", {
    parent: [agent, { text: "Started." }, { text: "All is done." }],
    fork: [{ call: { read: { path: "a" } } }, { text: "One note holds." }],
  });
  const asked = user("Look after my notes.");
  const first = await ask(asked);
  const history = [...asked, ...answer(first)];
  const onward = [...history, ...results(first, "The agent runs.")];
  const second = await ask(onward);
  const fork = [
    ...history,
    ...results(first, "Forked.", TASK),
    { role: "assistant", content: "Understood." },
    ...user("Begin."),
  ];
  const read = await ask(fork);
  await ask([...onward, ...answer(second), ...user(`<note>The agent "check" is done: ${TASK} </note>`)]);
  await ask([...fork, ...answer(read), ...results(read, "one note")]);
  expect(lanes()).toEqual(["parent", "parent", "fork", "parent", "fork"]);
  expect(follows()).toEqual([null, 1, 1, 2, 3]);
});

describe("a fork follows the request that gave it its task, however far its parent has gone on", () => {
  const tasks = ["Check the old notes.", "Count the letters of 1871.", "Check the old notes."];
  const turns = [{ text: "Done." }];
  const parent = tasks.map((prompt) => ({ call: { agent: { prompt } } }));
  type Said = Awaited<ReturnType<typeof talkTo>>;
  type Messages = Parameters<Said["ask"]>[0];
  const model = { role: "assistant", content: "Understood." };
  const begins: Readonly<Record<string, (said: Said, history: Messages, task: string) => Messages>> = {
    "with the task last": ({ user }, history, task) => [...history, ...user(`Begin. ${task}`)],
    "with words of its own behind the task": ({ user }, history, task) => [
      ...history,
      ...user(`You are a fork. ${task}`),
      model,
      ...user("Begin."),
    ],
    "with a history that its client changed": ({ user }, history, task) => [
      ...user("Today is Monday."),
      model,
      ...history,
      ...user(`You are a fork. ${task}`),
      model,
      ...user("Begin."),
    ],
  };

  test.each(Object.keys(begins))("%s", async (way) => {
    for (const [given, further] of [
      [1, 1],
      [1, 2],
      [2, 2],
      [2, 3],
      [3, 3],
    ] as const) {
      const talk = await talkTo("anthropic-messages", { parent, fork: { when: { contains: "Begin." }, turns } });
      let said = talk.user("Look after my notes.");
      let fork: Messages = [];
      for (let turn = 1; turn <= further; turn += 1) {
        const answer = await talk.ask(said);
        const history = [...said, ...talk.answer(answer), ...talk.results(answer, "The agent runs.")];
        if (turn === given) fork = begins[way]?.(talk, history, tasks[turn - 1] ?? "") ?? [];
        said = history;
      }
      await talk.ask(fork);
      expect([talk.lanes().at(-1), talk.follows().at(-1)], `${given} of ${further}`).toEqual(["fork", given]);
    }
  });
});

test.each([
  ["a call", agent, TASK],
  ["nothing", { text: "One." }, "Check it."],
])("two forks that say the same follow the same request if their task came from %s", async (_, answer, task) => {
  const one = [{ text: "Done." }];
  const talk = await talkTo("anthropic-messages", { parent: [answer], fork: one, "fork[2]": one });
  const asked = talk.user("Look after my notes.");
  const first = await talk.ask(asked);
  const fork = [...asked, ...talk.answer(first), ...talk.results(first, "Forked.", task)];
  await talk.ask(fork);
  await talk.ask(fork);
  expect([talk.lanes(), talk.follows()]).toEqual([
    ["parent", "fork", "fork[2]"],
    [null, 1, 1],
  ]);
});
