import { expect, test } from "vitest";
import { answeredWith } from "../../harness/diagnosis/facts/long-example.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { assistant, body, call, result, type Row, rolesOn, text, user } from "./write-body.ts";
import { exchangeOf, judgeBodies, rolesOf } from "./judge-example.ts";

const marked = (block: object, ttl?: string): object => ({
  ...block,
  cache_control: ttl === undefined ? { type: "ephemeral" } : { type: "ephemeral", ttl },
});
const texts = (count: number): readonly object[] => Array.from({ length: count }, (_, index) => text(`note ${index}`));
const parent = { messages: [user(marked(text("hi")))] };
const child = (...blocks: readonly object[]): object => ({ messages: [user(text("hi")), user(...blocks)] });

/** Longer than any minimum, and shorter than the least. */
const [LONG, SHORT] = ["Name the file and the line of each remark. ".repeat(500), "A few words. ".repeat(40)];
const head = [marked(text("You review."))];

const rows: readonly Row[] = [
  ["a mark 19 positions behind the entry sees it", parent, child(...texts(18), marked(text("go"))), []],
  ["a mark 20 positions behind does not", parent, child(...texts(19), marked(text("go"))), ["CB503 cause"]],
  ["a mark half-way does", parent, child(...texts(15), marked(text("half")), ...texts(15), marked(text("go"))), []],
  [
    "calls of one turn share a position, and so do their results",
    { messages: [user(marked(text("hi")))] },
    {
      messages: [
        user(text("hi")),
        assistant(...texts(30).map((_, index) => call(`t${index}`))),
        user(...texts(29).map((_, index) => result(`t${index}`, "x")), marked(result("t29", "x"))),
      ],
    },
    [],
  ],
  ["the automatic mark covers all", parent, { cache_control: { type: "ephemeral" }, ...child(text("go")) }, []],
  [
    "an automatic breakpoint of null does not count",
    parent,
    { cache_control: null, ...child(text("go")) },
    ["CB501 cause"],
  ],
  [
    "a mark on system alone does not cover the messages",
    { system: [marked(text("You review."))], ...parent },
    { system: [marked(text("You review."))], ...child(text("go")) },
    ["CB501 cause"],
  ],
  ["a parent without marks stored nothing", { messages: [user("hi")] }, { messages: [user("hi"), user("go")] }, []],
  [
    "of a long prefix that neither marks, nothing is ever stored",
    { messages: [user(LONG)] },
    { messages: [user(LONG), user("go")] },
    ["CB501 cause"],
  ],
  [
    "nor of a long history, where both mark the system prompt alone",
    { system: head, messages: [user(LONG)] },
    { system: head, messages: [user(LONG), user("go")] },
    ["CB501 cause"],
  ],
  [
    "behind it, one too short to be cached misses none",
    { system: head, messages: [user(SHORT)] },
    { system: head, messages: [user(SHORT), user("go")] },
    [],
  ],
  [
    "a fork that begins to mark is looked up",
    { messages: [user(LONG)] },
    { messages: [user(LONG), user(marked(text("go")))] },
    [],
  ],
  [
    "an unknown model has the greatest minimum",
    { model: "m", messages: [user(LONG.slice(0, 8000))] },
    { model: "m", messages: [user(LONG.slice(0, 8000)), user("go")] },
    [],
  ],
  [
    "a prefix that breaks masks a breakpoint that is missing",
    { messages: [user(LONG), assistant("a"), user("b")] },
    { messages: [user(LONG), assistant("c"), user("b")] },
    ["CB405 cause", "CB501 masked"],
  ],
  [
    "where the prefix broke before the parent's first mark, no mark is missed",
    { tools: [{ name: "a" }], ...parent },
    child(text("go")),
    ["CB202 cause"],
  ],
  ["five minutes are the default", parent, child(marked(text("go"), "5m")), []],
  ["a fork's tail that lives an hour", parent, child(marked(text("go"), "1h")), ["CB507 cause"]],
  [
    "the automatic mark counts as the fifth",
    { messages: [user("hi")] },
    {
      cache_control: { type: "ephemeral" },
      messages: [user("hi"), user(...texts(4).map((block) => marked(block)), text("go"))],
    },
    ["CB502 invalid"],
  ],
];

test.each(rows)("the breakpoint rules give the expected findings: %s", (_name, before, after, expected) => {
  expect(rolesOn(before, after)).toEqual(expected);
});

test("a provider without breakpoints gets no finding about a missing one", () => {
  const { findings } = judgeBodies(body(parent), body(child(text("go"))), "deepseek");
  // What is shared is too short for a cache, which is a note of its own.
  expect(rolesOf(findings)).toEqual(["CB704 note", "CB510 note"]);
});

test("an unmarked shared part is CB501 with its bytes, and is not reusable", () => {
  const [before, after] = [
    { system: head, messages: [user(LONG)] },
    { system: head, messages: [user(LONG), user("go")] },
  ];
  expect(judgeBodies(body(before), body(after))).toMatchObject({
    verdict: "byte-identical",
    reusable: "no",
    findings: [
      {
        code: "CB501",
        role: "cause",
        severity: "high",
        pointer: "/messages/0/content",
        lostBytes: LONG.length + 2,
        observed: expect.stringMatching(/^neither request marks a shared block behind block 1 of 2;/),
      },
      { code: "CB704", role: "note" },
    ],
  });
  const unmarked = judgeBodies(body({ messages: before.messages }), body({ messages: after.messages }));
  expect(unmarked.findings[0]).toMatchObject({
    lostBytes: LONG.length + 2,
    observed: expect.stringMatching(/^neither request marks anything of what they share \(1 block\),/),
  });
});

test("near the minimum, an unmarked shared part is CB501 only if its length was reported", () => {
  const near = { model: "claude-sonnet-4-5", messages: [user("Name the file and the line. ".repeat(165))] };
  const [before, after] = [body(near), body({ ...near, messages: [...near.messages, user("go")] })];
  const codes = (parentTotal: number | null, childTotal: number | null): readonly string[] => {
    const [left, right] = [parentTotal, childTotal].map((fresh) =>
      fresh === null ? {} : { response: answeredWith({ fresh, write: 0, read: 0 }) },
    );
    const pair = { parent: exchangeOf("1", before, left), child: exchangeOf("2", after, right), provider: "anthropic" };
    return rolesOf(judge(pair).findings.filter(({ role }) => role === "cause"));
  };
  expect(codes(null, null)).toEqual([]);
  expect(codes(1_200, null)).toEqual(["CB501 cause"]);
  expect(codes(null, 1_200)).toEqual(["CB501 cause"]);
  expect(codes(1_200, 1_040)).toEqual([]);
  // More than the body can hold counts a prompt of the provider's too.
  expect(codes(null, 900_000)).toEqual([]);
});
