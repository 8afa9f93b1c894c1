import { describe, expect, test } from "vitest";
import { inspectSecond, type Message, spoken } from "./inspect-second.ts";

const user = (content: string): Message => ({ role: "user", content });
const model = (content: string): Message => ({ role: "assistant", content });

const QUESTION = user("Who sailed to Kiel in the year 1873, and on which ship?");
const SAID = "Anna Holm sailed to Kiel on the Meridian.";
const ANSWER = model(SAID);
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

describe.each(spoken)("on %s", (wire) => {
  test.each(Object.keys(added))(
    "%s in front of a repeated history or inside of it is a break of the fork",
    async (what) => {
      const inserted = added[what] ?? [];
      for (const parent of [[QUESTION], long]) {
        for (let at = 0; at < parent.length; at += 1) {
          const fork = [...parent.slice(0, at), ...inserted, ...parent.slice(at), ANSWER, TASK];
          expect(await inspectSecond(wire, SAID, [parent, fork]), `${parent.length} messages, at ${at}`).toMatch(
            /^1 diverged CB40[37]/,
          );
        }
      }
    },
  );

  test("a conversation that says a few words of another one is not its child", async () => {
    const words = [user("Go on."), model("Done."), user("Go on.")];
    expect(await inspectSecond(wire, SAID, [[user("Go on.")], [QUESTION, ANSWER, ...words]])).toBe(
      "null not-comparable ",
    );
    expect(
      await inspectSecond(wire, SAID, [
        [QUESTION, ...words.slice(1)],
        [TASK, ANSWER, ...words.slice(2)],
      ]),
    ).toBe("null not-comparable ");
  });
});
