import { expect, test } from "vitest";

import { type Explanation, renderCodes, renderExplain } from "../../harness/report/render-explain.ts";

const plain = { colour: false, columns: 80 };

const page: Explanation = {
  code: "CB302",
  slug: "system-timestamp",
  segment: "system",
  severity: "high",
  providerReason: null,
  title: "The system prompt holds a time of its own",
  when: "All that differs are times.",
  why: "The system prompt stands before every message, so a time in it uncaches the whole conversation.",
  fix: "Move the time into the last user message.",
  status: "found",
  example: {
    parent: '{"model":"m","system":"It is 10:00. Help.","messages":[{"role":"user","content":"hi"}]}',
    broken: '{"model":"m","system":"It is 10:07. Help.","messages":[{"role":"user","content":"hi"}]}',
    fixed: '{"model":"m","system":"Help.","messages":[{"role":"user","content":"hi, it is 10:07"}]}',
  },
};

test("explain says what a code means, why it costs and how to fix it, and shows the smallest break", () => {
  expect(renderExplain(page, plain)).toMatchInlineSnapshot(`
    "CB302 system-timestamp  The system prompt holds a time of its own

    segment   system
    severity  high
    provider  has no word for it

    When it is reported
      All that differs are times.

    Why it costs
      The system prompt stands before every message, so a time in it uncaches the
      whole conversation.

    How to fix it
      Move the time into the last user message.

    Example
      parent
        …"m","system":"It is 10:00. Help.","messages":[{"role":"user","content":"hi…
                                 ^
      broken
        …"m","system":"It is 10:07. Help.","messages":[{"role":"user","content":"hi…
                                 ^
      fixed
        {"model":"m","system":"Help.","messages":[{"role":"user","content":"hi, it
        is 10:07"}]}
    "
  `);
});

test("explain lists codes in columns", () => {
  const other: Explanation = { ...page, code: "CB202", slug: "tool-removed", title: "A tool is missing" };
  expect(renderCodes([other, page], plain)).toMatchInlineSnapshot(`
    "CB202 tool-removed      A tool is missing
    CB302 system-timestamp  The system prompt holds a time of its own
    "
  `);
});
