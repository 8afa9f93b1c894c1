import { expect, test } from "vitest";
import { judge } from "../../harness/verdict/judge.ts";
import { messagesExchange } from "../support/messages-body.ts";

const body = (...said: readonly string[]): string =>
  JSON.stringify({
    messages: said.map((content, index) => ({ role: index % 2 === 0 ? "user" : "assistant", content })),
  });

test.each([
  ["one byte of the only message", body("hello"), body("hellp"), "changed"],
  [
    "one word of a long first message",
    body("Read all of it, then write."),
    body("Read all of it, then stop."),
    "changed",
  ],
  ["a history that begins later", body("first", "second", "Thanks a lot."), body("Thanks a lot."), "changed"],
  ["another conversation", body("Read add.js."), body("What is the weather like today?"), "unrelated"],
  ["another conversation, as long as this one", body("abcdefgh", "ijkl"), body("qrstuvwx", "yzyz"), "unrelated"],
])("a diverged pair gets the right class for %s", (_name, parent, child, expected) => {
  const judgement = judge({ parent: messagesExchange(parent), child: messagesExchange(child, "2") });
  expect(judgement).toMatchObject({ verdict: "diverged", class: expected });
});
