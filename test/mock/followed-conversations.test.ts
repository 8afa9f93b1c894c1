import { describe, expect, test } from "vitest";
import type { DialectName } from "../../harness/kernel/layout.ts";
import { talks, talkTo } from "./wire-talk.ts";

const wires = Object.keys(talks) as DialectName[];
const TASK = "Check the old notes and say what still holds.";
const agent = { call: { agent: { description: "check", prompt: TASK } } };
const asTool = { parent: [agent, { text: "All is done." }], fork: [{ text: "One note holds." }] };

describe.each(wires)("%s", (wire) => {
  test("a parent waits for its fork and then goes on", async () => {
    const { ask, user, answer, results, lanes, faults } = talkTo(wire, asTool);
    const asked = user("Look after my notes.");
    const first = await ask(asked);
    const history = [...asked, ...answer(first)];
    await ask([...history, ...results(first, "Forked.", `You are a fork. Your task: ${TASK}`)]);
    await ask([...history, ...results(first, "One note holds.")]);
    expect([lanes(), faults()]).toEqual([["parent", "fork", "parent"], []]);
  });

  // Converse refuses two user messages in a row.
  if (wire !== "bedrock-converse")
    test("a fork that leaves out its parent's call is known by its task", async () => {
      const { ask, user, answer, results, lanes } = talkTo(wire, asTool);
      const asked = user("Look after my notes.");
      const first = await ask(asked);
      await ask([...asked, ...user(TASK)]);
      await ask([...asked, ...answer(first), ...results(first, "One note holds.")]);
      expect(lanes()).toEqual(["parent", "fork", "parent"]);
    });

  test("two forks of one answer run at once, and each goes on with its own calls", async () => {
    const other = "Count the letters of the year 1871.";
    const reads = [{ call: { read: { path: "a" } } }, { text: "Done." }];
    const script = {
      parent: [{ calls: [{ agent: { prompt: TASK } }, { agent: { prompt: other } }] }, { text: "All is done." }],
      fork: reads,
      "fork[2]": reads,
    };
    const { ask, user, answer, results, lanes, faults } = talkTo(wire, script);
    const asked = user("Look after my notes.");
    const first = await ask(asked);
    const history = [...asked, ...answer(first)];
    const [one, two] = [TASK, other].map((task) => [...history, ...results(first, "Forked.", task)]) as [[], []];
    const [read, counted] = [await ask(one), await ask(two)];
    await ask([...two, ...answer(counted), ...results(counted, "forty")]);
    await ask([...one, ...answer(read), ...results(read, "one note")]);
    await ask([...history, ...results(first, "Both are done.")]);
    expect([lanes(), faults()]).toEqual([["parent", "fork", "fork[2]", "fork[2]", "fork", "parent"], []]);
  });

  test("a repeated answer with a new user message is the parent's while it has steps left, then the next fork's", async () => {
    const { ask, user, answer, lanes } = talkTo(wire, {
      parent: [{ text: "One." }, { text: "Two." }],
      fork: [{ text: "Three." }],
    });
    const asked = user("Count.");
    const history = [...asked, ...answer(await ask(asked)), ...user("And on?")];
    const further = [...history, ...answer(await ask(history)), ...user("And now?")];
    await ask(further);
    expect(lanes()).toEqual(["parent", "parent", "fork"]);
  });

  test("a lane with `when` begins with the request that it matches, and its conversation goes on", async () => {
    const { ask, user, answer, results, lanes, faults } = talkTo(wire, {
      parent: [{ text: "One." }, { text: "Two." }],
      fork: { when: { contains: "You are the fork" }, turns: [{ call: { read: { path: "a" } } }, { text: "Three." }] },
    });
    const asked = user("Count.");
    const history = [...asked, ...answer(await ask(asked))];
    const fork = [...history, ...user("You are the fork. Count on.")];
    const read = await ask(fork);
    await ask([...history, ...user("And on?")]);
    await ask([...fork, ...answer(read), ...results(read, "three")]);
    expect([lanes(), faults()]).toEqual([["parent", "fork", "parent", "fork"], []]);
  });

  test("`tool` looks at the call whose result a request brings", async () => {
    const { ask, user, answer, results, lanes, faults } = talkTo(wire, {
      parent: [{ call: { agent: { prompt: "Count." } } }, { text: "Two." }],
      fork: { when: { tool: "agent" }, turns: [{ text: "Three." }] },
      "fork[2]": { when: { tool: "read", matches: "^Read\\b" }, turns: [{ text: "Four." }] },
    });
    const asked = user("Count.");
    const first = await ask(asked);
    const history = [...asked, ...answer(first)];
    await ask([...history, ...results(first, "Forked.", "Go.")]);
    await ask([...history, ...results(first, "Three.")]);
    expect(lanes()).toEqual(["parent", "fork", "parent"]);
    expect(faults()).toEqual([
      [
        "HX412",
        'Lane fork[2] stopped before step 1 of 1 (text "Four."). No request matched its `when` (matches "^Read\\\\b", tool "read").',
      ],
    ]);
  });
});

describe("what only a cache tells apart", () => {
  test.each(["anthropic-messages", "openai-chat", "openai-responses"] as const)(
    "%s: a text is sent as a string and then as a block",
    async (wire) => {
      const { ask, user, answer, results, lanes, faults } = talkTo(wire, asTool);
      const first = await ask(user("Look after my notes.", true));
      const history = [...user("  Look after my notes.\n", false), ...answer(first)];
      await ask([...history, ...results(first, "Forked.", TASK)]);
      await ask([...user("Look after my notes.", true), ...answer(first), ...results(first, "One note holds.")]);
      expect([lanes(), faults()]).toEqual([["parent", "fork", "parent"], []]);
    },
  );

  test("a resumed conversation has a new system prompt, no breakpoints and its texts as strings", async () => {
    const { ask, user, lanes, faults } = talkTo("anthropic-messages", {
      parent: [{ text: "One." }, { text: "Two." }],
      fork: [{ text: "Three." }],
    });
    const marked = { type: "text", text: "Count.", cache_control: { type: "ephemeral" } };
    await ask([{ role: "user", content: [marked] }], {
      system: [{ type: "text", text: "x-anthropic-billing-header: cc_version=1; cch=1;" }],
    });
    const history = [...user("Count.", true), { role: "assistant", content: "One." }];
    await ask([...history, ...user("And on?", true)], { system: "Now: 10:00" });
    await ask([...history, ...user("And on?"), { role: "assistant", content: "Two." }, ...user("A fork.")]);
    expect([lanes(), faults()]).toEqual([["parent", "parent", "fork"], []]);
  });

  test("a client that changes the first message is followed by the answer that it repeats", async () => {
    const { ask, user, lanes } = talkTo("anthropic-messages", {
      parent: [{ text: "One note holds." }, { text: "Two." }],
      fork: [{ text: "Three." }],
    });
    await ask(user("Today is Monday. Count the notes."));
    await ask([...user("Count the notes."), { role: "assistant", content: "One note holds." }, ...user("And on?")]);
    expect(lanes()).toEqual(["parent", "parent"]);
  });
});

test("a fork that begins in the background, after its parent went on, goes on from the middle", async () => {
  const { ask, user, answer, results, lanes } = talkTo("anthropic-messages", {
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
});

describe("evidence that points to two conversations", () => {
  const talk = (script: unknown): ReturnType<typeof talkTo> => talkTo("anthropic-messages", script);
  const says = (text: string): { readonly [name: string]: unknown } => ({ role: "assistant", content: text });

  test("a request that leaves its answer out is a fork's, and the parent's once no fork is left", async () => {
    const { ask, user, lanes } = talk({ parent: [{ text: "One." }, { text: "Two." }], fork: [{ text: "Three." }] });
    const asked = user("Count.");
    await ask(asked);
    await ask([...asked, ...user("Count for yourself.")]);
    await ask([...asked, ...user("Count again.")]);
    expect(lanes()).toEqual(["parent", "fork", "parent"]);
  });

  test("two forks that change their history make the same call: its id decides", async () => {
    const reads = [{ call: { read: { path: "a" } } }, { text: "Done." }];
    const { ask, user, answer, results, lanes } = talk({ fork: reads, "fork[2]": reads });
    const one = await ask(user("10:00 Read."));
    const two = await ask(user("10:01 Read."));
    await ask([...user("10:02 Read."), ...answer(one), ...results(one, "a")]);
    await ask([...user("10:03 Read."), ...answer(two), ...results(two, "a")]);
    expect(lanes()).toEqual(["fork", "fork[2]", "fork", "fork[2]"]);
  });

  test("a fork that leaves out its own answer is followed though it repeats its parent's open call", async () => {
    const script = { parent: [agent, { text: "All is done." }], fork: [{ text: "One note." }, { text: "Two notes." }] };
    const { ask, user, answer, results, lanes } = talk(script);
    const asked = user("Look after my notes.");
    const first = await ask(asked);
    const fork = [...asked, ...answer(first), ...results(first, "Forked.", TASK)];
    await ask(fork);
    await ask([...fork, ...user("Look again.")]);
    expect(lanes()).toEqual(["parent", "fork", "fork"]);
  });

  test("of two equal answers the one behind the request that is repeated counts", async () => {
    const script = { parent: [{ text: "Ok." }, { text: "Ok." }, { text: "Ok." }], fork: [{ text: "Done." }] };
    const { ask, user, lanes } = talk(script);
    const asked = [...user("One."), says("Ok.")];
    await ask(user("One."));
    await ask([...asked, ...user("Two.")]);
    await ask([...asked, ...user("A fork.")]);
    await ask([...asked, ...user("Two."), says("Ok."), ...user("Three.")]);
    expect(lanes()).toEqual(["parent", "parent", "fork", "parent"]);
  });

  test("a request that is sent again after an error is a retry, though a system message inside it tells another time", async () => {
    const { ask, user, lanes } = talkTo("openai-chat", {
      parent: [{ text: "One." }, { error: 529 }, { text: "Two." }],
      fork: [{ text: "Three." }],
    });
    const system = (time: string): { readonly [name: string]: unknown } => ({
      role: "system",
      content: `It is ${time}.`,
    });
    await ask(user("Count."));
    for (const time of ["10:00", "10:01"])
      await ask([...user("Count."), says("One."), system(time), ...user("And on?")]);
    expect(lanes()).toEqual(["parent", "parent", "parent"]);
  });
});

test("a fork that answers without a call is followed though its parent waits for a result", async () => {
  const { ask, user, answer, results, lanes } = talkTo("anthropic-messages", {
    parent: [agent, { text: "All is done." }],
    fork: [{ text: "One note." }, { text: "Two notes." }],
  });
  const asked = user("Look after my notes.");
  const first = await ask(asked);
  const history = [...asked, ...answer(first)];
  const fork = [...history, ...results(first, "Forked.", TASK)];
  const said = await ask(fork);
  await ask([...fork, ...answer(said), ...user("Look again.")]);
  await ask([...history, ...results(first, "Two notes.")]);
  expect(lanes()).toEqual(["parent", "fork", "fork", "parent"]);
});
