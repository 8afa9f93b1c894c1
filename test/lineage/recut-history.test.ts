import { describe, expect, test } from "vitest";
import { inspect, recordExchanges } from "../../harness/testing/index.ts";
import { inspectSecond, type Message, spoken } from "./inspect-second.ts";

type Content = Message["content"];

const parts = (...texts: readonly string[]): Content => texts.map((text) => ({ type: "text", text }));
const user = (content: Content): Message => ({ role: "user", content });
const model = (content: Content): Message => ({ role: "assistant", content });

const CONTEXT = "Context: the open page is about the Meridian.";
const QUESTION = "Who sailed to Kiel in the year 1873?";
const MORE = "Name the ship, too.";
const SAID = "Anna Holm sailed there on the Meridian.";
const ANSWER = model(SAID);
const TASK = user("You are a fork. List the pages that mention the Meridian.");

/** Messages of the user's, apart and as one. */
const CUTS: Readonly<Record<string, readonly [apart: readonly Message[], joined: Message]>> = {
  "parts of one message": [[user(parts(CONTEXT)), user(parts(QUESTION))], user(parts(CONTEXT, QUESTION))],
  "parts of one message, as strings": [[user(CONTEXT), user(QUESTION)], user(parts(CONTEXT, QUESTION))],
  "lines of one text": [[user(CONTEXT), user(QUESTION)], user(`${CONTEXT}\n${QUESTION}`)],
  "paragraphs of one text": [[user(CONTEXT), user(QUESTION), user(MORE)], user([CONTEXT, QUESTION, MORE].join("\n\n"))],
  "one text, end to end": [[user(`${CONTEXT}\n`), user(QUESTION)], user(`${CONTEXT}\n${QUESTION}`)],
};

/** What was said between the first messages and the last ones. */
const TURNS: Readonly<Record<string, readonly Message[]>> = {
  "first question": [],
  "second question": [model("I look."), user("Go on."), model("One page.")],
};

test.each([
  ["all of it is recorded", 0],
  ["the recording begins behind the calls", 1],
])(
  "a fork that joins messages before calls of its own conversation breaks its parent's prefix, if %s",
  async (_what, from) => {
    const call = model([{ type: "tool_use", id: "toolu_1", name: "read", input: { page: 1 } }]);
    const result = { type: "tool_result", tool_use_id: "toolu_1", content: "The Meridian." };
    const more = { type: "text", text: MORE };
    const begun = [user(CONTEXT), user(QUESTION)];
    const answers = [call.content, parts(SAID), parts(SAID)].slice(from);
    const tape = recordExchanges({
      fetch: async () => Response.json({ type: "message", content: answers.shift(), usage: {} }),
    });
    for (const messages of [
      begun,
      [...begun, call, user([result]), user([more])],
      [user(parts(CONTEXT, QUESTION)), call, user([result, more]), ANSWER, TASK],
    ].slice(from)) {
      const body = JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 64, messages });
      await (await tape.fetch("https://api.anthropic.com/v1/messages", { method: "POST", body })).json();
    }
    const fork = inspect(tape).exchanges.at(-1);
    const codes = fork?.findings.flatMap(({ code, role }) => (role === "cause" ? [code] : []));
    expect([fork?.parent, codes]).toEqual([String(2 - from), ["CB408"]]);
  },
);

describe.each(spoken)("on %s", (wire) => {
  describe.each(Object.keys(TURNS))("behind a %s", (turn) => {
    const between = TURNS[turn] ?? [];

    test.each(Object.keys(CUTS))(
      "a fork that joins messages to %s, or cuts it into them, breaks its parent's prefix",
      async (cut) => {
        const [apart, joined] = CUTS[cut] ?? [[], user("")];
        for (const [before, after] of [
          [apart, [joined]],
          [[joined], apart],
        ] as const) {
          const history = (own: readonly Message[]): readonly Message[] => [
            ...own,
            ...between,
            ...(between.length > 0 ? own : []),
          ];
          expect(await inspectSecond(wire, SAID, [history(before), [...history(after), ANSWER, TASK]])).toBe(
            "1 diverged CB408",
          );
        }
      },
    );
  });

  test("a conversation that begins otherwise, or goes on from another answer, is not its child", async () => {
    const [apart, joined] = [[user(CONTEXT), user(QUESTION)], user(parts(CONTEXT, MORE, QUESTION))];
    expect(await inspectSecond(wire, SAID, [apart, [user(parts(MORE, QUESTION)), ANSWER, TASK]])).toBe(
      "null not-comparable ",
    );
    expect(await inspectSecond(wire, SAID, [apart, [joined, model("The page does not say it."), TASK]])).toBe(
      "null not-comparable ",
    );
    expect(await inspectSecond(wire, SAID, [apart, [joined, model("Hm."), user("Well?"), ANSWER, TASK]])).toBe(
      "null not-comparable ",
    );
  });
});
