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

const ask = (...texts: readonly string[]): string =>
  `{"role":"user","content":[${texts.map((text) => `{"type":"text","text":"${text}"}`).join()}]}`;

test.each([
  ["with an edit", `${ask("Read add.js.")},${ask("Then sub.js.")}`, ask("Read add.js.", "Then index.js.")],
  ["in another order", `${ask("Read add.js.")},${ask("Then sub.js.")}`, ask("Then sub.js.", "Read add.js.")],
  [
    "with a name",
    `${ask("Read add.js.")},{"role":"user","name":"ada","content":"Then sub.js."}`,
    ask("Read add.js.", "Then sub.js."),
  ],
  ["of two roles", `{"role":"assistant","content":"Hello."},${ask("Then sub.js.")}`, ask("Hello.", "Then sub.js.")],
])("messages that are joined %s do not count as another cut of the same content", (_name, parent, child) => {
  const end = `{"role":"assistant","content":"Done."},{"role":"user","content":"go"}`;
  const codes = judgeBodies(messages(`${parent},${end}`), messages(`${child},${end}`)).findings.map(({ code }) => code);
  expect(codes.length).toBeGreaterThan(0);
  expect(codes).not.toContain("CB408");
});

test.each([
  [
    messages(`${ask("Read add.js.")},${ask("Then sub.js.")}`),
    messages(ask("Read add.js.", "Then sub.js.")),
    "the content of 2 messages is equal and cut into 1",
  ],
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
