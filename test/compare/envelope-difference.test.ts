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
  ["content written twice", plain, `{"role":"user","content":"b","content":"a"}`],
  ["a role written twice", plain, `{"role":"user","role":"user","content":"a"}`],
])("the offsets point at the first differing byte, in both directions, for %s", (_name, one, other) => {
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

test("a difference between envelopes is found past white space and past a difference in the content", () => {
  const [parent, child] = [`{"content": "a","role":"user"}`, `{"content":"b","role":"x"}`].map(body);
  const { divergence } = judge({ parent: messagesExchange(parent ?? ""), child: messagesExchange(child ?? "", "2") });
  expect(divergence).toMatchObject({ at: "/messages/0/role", parentOffset: 49, childOffset: 48 });
});

test("content that is written twice after a moved breakpoint is found where it begins again", () => {
  const once = `{"role":"user","content":[{"type":"text","text":"a","cache_control":{"type":"ephemeral"}}]}`;
  const content = `"content":[{"type":"text","text":"a"}]`;
  const twice = `{"role":"user",${content},${content}}`;
  for (const [parent, child] of [
    [body(once), body(twice)],
    [body(twice), body(once)],
  ] as const) {
    const { divergence } = judge({ parent: messagesExchange(parent), child: messagesExchange(child, "2") });
    const [ours, theirs] = [parent[divergence?.parentOffset ?? -1], child[divergence?.childOffset ?? -1]];
    expect(new Set([ours, theirs])).toEqual(new Set([",", "}"]));
  }
});
