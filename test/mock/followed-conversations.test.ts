import { describe, expect, test } from "vitest";
import type { DialectName } from "../../harness/kernel/layout.ts";
import { talks, talkTo } from "./wire-talk.ts";

const wires = Object.keys(talks) as DialectName[];
const TASK = "Check the old notes and say what still holds.";
const agent = { call: { agent: { description: "check", prompt: TASK } } };
const asTool = { parent: [agent, { text: "All is done." }], fork: [{ text: "One note holds." }] };

// Converse refuses two user messages in a row.
test.each(wires.filter((wire) => wire !== "bedrock-converse"))(
  "the mocked provider on %s recognises a fork that leaves out its parent's call by its task",
  async (wire) => {
    const { ask, user, answer, results, lanes } = await talkTo(wire, asTool);
    const asked = user("Look after my notes.");
    const first = await ask(asked);
    await ask([...asked, ...user(TASK)]);
    await ask([...asked, ...answer(first), ...results(first, "One note holds.")]);
    expect(lanes()).toEqual(["parent", "fork", "parent"]);
  },
);

describe.each(wires)("the mocked provider on %s", (wire) => {
  test("continues the parent after it waited for its fork", async () => {
    const { ask, user, answer, results, lanes, faults } = await talkTo(wire, asTool);
    const asked = user("Look after my notes.");
    const first = await ask(asked);
    const history = [...asked, ...answer(first)];
    await ask([...history, ...results(first, "Forked.", `You are a fork. Your task: ${TASK}`)]);
    await ask([...history, ...results(first, "One note holds.")]);
    expect([lanes(), faults()]).toEqual([["parent", "fork", "parent"], []]);
  });

  test("follows two forks of one answer at once, each with its own calls", async () => {
    const other = "Count the letters of the year 1871.";
    const reads = [{ call: { read: { path: "a" } } }, { text: "Done." }];
    const script = {
      parent: [{ calls: [{ agent: { prompt: TASK } }, { agent: { prompt: other } }] }, { text: "All is done." }],
      fork: reads,
      "fork[2]": reads,
    };
    const { ask, user, answer, results, lanes, faults } = await talkTo(wire, script);
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

  test("gives a repeated answer with a new user message to the parent while it has steps left, then to the next fork", async () => {
    const { ask, user, answer, lanes } = await talkTo(wire, {
      parent: [{ text: "One." }, { text: "Two." }],
      fork: [{ text: "Three." }],
    });
    const asked = user("Count.");
    const history = [...asked, ...answer(await ask(asked)), ...user("And on?")];
    const further = [...history, ...answer(await ask(history)), ...user("And now?")];
    await ask(further);
    expect(lanes()).toEqual(["parent", "parent", "fork"]);
  });

  test("begins a lane with `when` at the request that it matches, and follows its conversation", async () => {
    const { ask, user, answer, results, lanes, faults } = await talkTo(wire, {
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

  test("compares `tool` with the call whose result a request brings", async () => {
    const { ask, user, answer, results, lanes, faults } = await talkTo(wire, {
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

describe("a conversation is followed over changes that only a cache distinguishes", () => {
  test.each(["anthropic-messages", "openai-chat", "openai-responses"] as const)(
    "on %s if a text is sent as a string and then as a block",
    async (wire) => {
      const { ask, user, answer, results, lanes, faults } = await talkTo(wire, asTool);
      const first = await ask(user("Look after my notes.", true));
      const history = [...user("  Look after my notes.\n", false), ...answer(first)];
      await ask([...history, ...results(first, "Forked.", TASK)]);
      await ask([...user("Look after my notes.", true), ...answer(first), ...results(first, "One note holds.")]);
      expect([lanes(), faults()]).toEqual([["parent", "fork", "parent"], []]);
    },
  );

  test("if it is resumed with a new system prompt, without breakpoints and with its texts as strings", async () => {
    const { ask, user, lanes, faults } = await talkTo("anthropic-messages", {
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

  test("if the client changes the first message and repeats the answer", async () => {
    const { ask, user, lanes } = await talkTo("anthropic-messages", {
      parent: [{ text: "One note holds." }, { text: "Two." }],
      fork: [{ text: "Three." }],
    });
    await ask(user("Today is Monday. Count the notes."));
    await ask([...user("Count the notes."), { role: "assistant", content: "One note holds." }, ...user("And on?")]);
    expect(lanes()).toEqual(["parent", "parent"]);
  });
});

describe("the lane of a request whose evidence points to two conversations", () => {
  const talk = (script: unknown): ReturnType<typeof talkTo> => talkTo("anthropic-messages", script);
  const says = (text: string): { readonly [name: string]: unknown } => ({ role: "assistant", content: text });

  test("is a fork's if it leaves its answer out, and the parent's once no fork is left", async () => {
    const { ask, user, lanes } = await talk({
      parent: [{ text: "One." }, { text: "Two." }],
      fork: [{ text: "Three." }],
    });
    const asked = user("Count.");
    await ask(asked);
    await ask([...asked, ...user("Count for yourself.")]);
    await ask([...asked, ...user("Count again.")]);
    expect(lanes()).toEqual(["parent", "fork", "parent"]);
  });

  test("is decided by the call's ID if two forks that change their history make the same call", async () => {
    const reads = [{ call: { read: { path: "a" } } }, { text: "Done." }];
    const { ask, user, answer, results, lanes } = await talk({ fork: reads, "fork[2]": reads });
    const one = await ask(user("10:00 Read."));
    const two = await ask(user("10:01 Read."));
    await ask([...user("10:02 Read."), ...answer(one), ...results(one, "a")]);
    await ask([...user("10:03 Read."), ...answer(two), ...results(two, "a")]);
    expect(lanes()).toEqual(["fork", "fork[2]", "fork", "fork[2]"]);
  });

  test("is the fork's if it leaves out its own answer and repeats its parent's open call", async () => {
    const script = { parent: [agent, { text: "All is done." }], fork: [{ text: "One note." }, { text: "Two notes." }] };
    const { ask, user, answer, results, lanes } = await talk(script);
    const asked = user("Look after my notes.");
    const first = await ask(asked);
    const fork = [...asked, ...answer(first), ...results(first, "Forked.", TASK)];
    await ask(fork);
    await ask([...fork, ...user("Look again.")]);
    expect(lanes()).toEqual(["parent", "fork", "fork"]);
  });

  test("is decided by the repeated request before it if two answers are equal", async () => {
    const script = { parent: [{ text: "Ok." }, { text: "Ok." }, { text: "Ok." }], fork: [{ text: "Done." }] };
    const { ask, user, lanes } = await talk(script);
    const asked = [...user("One."), says("Ok.")];
    await ask(user("One."));
    await ask([...asked, ...user("Two.")]);
    await ask([...asked, ...user("A fork.")]);
    await ask([...asked, ...user("Two."), says("Ok."), ...user("Three.")]);
    expect(lanes()).toEqual(["parent", "parent", "fork", "parent"]);
  });

  test("is that of the first attempt if it is sent again after an error, even with another time in a system message", async () => {
    const { ask, user, lanes } = await talkTo("openai-chat", {
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

test("a fork that answers without a call is followed even if its parent waits for a result", async () => {
  const { ask, user, answer, results, lanes } = await talkTo("anthropic-messages", {
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
