import { expect, test } from "vitest";
import { judge } from "../../harness/verdict/judge.ts";
import { messagesExchange } from "../support/messages-body.ts";

const body = (message: string): string => `{"model":"m","messages":[${message}]}`;
const plain = `{"role":"user","content":"a"}`;

test.each([
  ["a member behind the content", plain, `{"role":"user","content":"a","name":"x"}`],
  ["a member before the content", plain, `{"role":"user","name":"x","content":"a"}`],
  ["a member in front of all", plain, `{"name":"x","role":"user","content":"a"}`],
  ["another member behind the content", `{"content":"a","name":"x"}`, `{"content":"a","name":"y"}`],
  ["a role written twice", plain, `{"role":"user","role":"user","content":"a"}`],
])("%s: offsets are of the first differing byte, either way round", (_name, one, other) => {
  for (const [parent, child] of [
    [body(one), body(other)],
    [body(other), body(one)],
  ] as const) {
    let first = 0;
    while (parent[first] === child[first]) first += 1;
    const { divergence } = judge({ parent: messagesExchange(parent), child: messagesExchange(child, "2") });
    expect(divergence).toMatchObject({ pointer: "/messages/0", parentOffset: first, childOffset: first });
  }
});

test("white space between tokens and what differs inside the content are not where envelopes differ", () => {
  const [parent, child] = [`{"content": "a","role":"user"}`, `{"content":"b","role":"x"}`].map(body);
  const { divergence } = judge({ parent: messagesExchange(parent ?? ""), child: messagesExchange(child ?? "", "2") });
  expect(divergence).toMatchObject({ at: "/messages/0/role", parentOffset: 49, childOffset: 48 });
});
