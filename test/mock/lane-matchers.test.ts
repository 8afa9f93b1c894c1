import { expect, test } from "vitest";
import { talkTo } from "./wire-talk.ts";

test("a request that matches two lanes is refused with the names of both", async () => {
  const { ask, user, lanes, faults } = await talkTo("anthropic-messages", {
    parent: { when: { contains: "notes" }, turns: [{ text: "One." }] },
    fork: { when: { matches: "\\bfork\\b" }, turns: [{ text: "Two." }] },
  });
  const refused = await ask(user("You are the fork: count the notes."));
  expect(refused["error"]).toMatchObject({ message: expect.stringContaining("more than one lane") });
  await ask(user("Count the notes."));
  expect(lanes()).toEqual([null, "parent"]);
  expect(faults()[0]).toEqual([
    "HX413",
    'Request 1 matches the `when` of more than one lane: parent (contains "notes") and fork (matches "\\\\bfork\\\\b").',
  ]);
});

test("a request that matches the `when` of no lane is refused with the conditions", async () => {
  const { ask, user, faults } = await talkTo("anthropic-messages", {
    fork: { when: { contains: "You are the fork" }, turns: [{ text: "Two." }] },
  });
  await ask(user("Give this talk a title."));
  expect(faults()[0]).toEqual([
    "HX411",
    'Request 1 has no scripted answer: it does not match the `when` of fork (contains "You are the fork"), and every other lane has begun or ended. It goes on from no earlier request.',
  ]);
});

test("the fault of a lane without requests names the lane whose `when` took the first request", async () => {
  const { ask, user, faults } = await talkTo("anthropic-messages", {
    parent: [{ text: "One." }],
    fork: { when: { contains: "notes" }, turns: [{ text: "Two." }] },
  });
  await ask(user("Which notes hold?"));
  expect(faults()).toEqual([
    [
      "HX412",
      'Lane parent stopped before step 1 of 1 (text "One."). No request began this lane. Request 1 began lane fork (contains "notes").',
    ],
  ]);
});
