import { expect, test } from "vitest";
import { judgeBodies, rolesOf } from "./judge-example.ts";

const messages = (list: string): string => `{"model":"m","messages":[${list}]}`;
const system = (first: string): string =>
  `{"model":"m","system":[${first},{"type":"text","text":"You review."}],"messages":[{"role":"user","content":"hi"}]}`;
const answer = (...blocks: readonly string[]): string =>
  messages(
    `{"role":"user","content":"hi"},{"role":"assistant","content":[${blocks.join()}]},{"role":"user","content":"c"}`,
  );

const hello = messages(`{"role":"user","content":"hello"}`);
const thought = `{"type":"thinking","thinking":"A greeting.","signature":"c2ln"}`;
const said = `{"type":"text","text":"Hello."}`;
const more = `{"type":"text","text":"What is there to do?"}`;

test.each([
  ["an escape in a key", hello, messages(String.raw`{"r\u006fle":"user","content":"hello"}`), "CB420"],
  ["an escape in a role", hello, messages(String.raw`{"role":"us\u0065r","content":"hello"}`), "CB420"],
  ["a role written twice", hello, messages(`{"role":"user","role":"user","content":"hello"}`), "CB420"],
  [
    "a role written twice, the last one counting",
    hello,
    messages(`{"role":"x","role":"user","content":"hello"}`),
    "CB420",
  ],
  [
    "an escape in a short first system block",
    system(String.raw`{"type":"text","text":"caf\u00e9"}`),
    system(`{"type":"text","text":"café"}`),
    "CB420",
  ],
  [
    "the order of members in a short first system block",
    system(`{"type":"text","text":"one"}`),
    system(`{"text":"one","type":"text"}`),
    "CB420",
  ],
  ["a role that changed in place", hello, messages(`{"role":"assistant","content":"hello"}`), "CB405"],
  ["two blocks of one message swapped", answer(said, more), answer(more, said), "CB404"],
  ["a thought behind its text", answer(thought, said), answer(said, thought), "CB404"],
  [
    "two blocks of the last message swapped",
    messages(`{"role":"user","content":[${said},${more}]}`),
    messages(`{"role":"user","content":[${more},${said}]}`),
    "CB404",
  ],
])("an odd message gets the expected cause: %s", (_name, parent, child, code) => {
  expect(rolesOf(judgeBodies(parent, child).findings)).toEqual([`${code} cause`]);
});

test.each([
  [hello, messages(`{"role":"assistant","content":"hello"}`), "the role changed from user to assistant"],
  [hello, messages(`{"role":"user","content":"hello","name":"x"}`), "name of a message differs"],
  [answer(said, more), answer(more, said), "1 block stands at another place of the same message"],
])("a finding says what changed in a message, case %#", (parent, child, observed) => {
  expect(judgeBodies(parent, child).findings.map((finding) => finding.observed)).toEqual([observed]);
});

const mark = `"cache_control":{"type":"ephemeral"}`;

test.each([
  `{"type":"text","text":"a",${mark},${mark}}`,
  `{${mark},${mark},"type":"text","text":"a"}`,
  `{${mark},"type":"text",${mark},"text":"a"}`,
])("a breakpoint that is written twice is removed twice: %s", (block) => {
  const plain = messages(`{"role":"user","content":[{"type":"text","text":"a"}]}`);
  const { verdict, normalisations } = judgeBodies(plain, messages(`{"role":"user","content":[${block}]}`));
  expect({ verdict, normalisations }).toEqual({ verdict: "rendered-identical", normalisations: ["cache_control"] });
});
