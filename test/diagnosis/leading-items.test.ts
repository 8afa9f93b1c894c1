import { expect, test } from "vitest";
import { judged } from "../support/judged.ts";

const item = (role: string, ...texts: readonly string[]): object => ({
  type: "message",
  role,
  content: texts.map((text) => ({ type: "input_text", text })),
});
const developer = (...texts: readonly string[]): object => item("developer", ...texts);
const tools = { type: "additional_tools", role: "developer", tools: [{ type: "custom", name: "exec" }] };
const [BRIEF, LINE, HI] = ["Be brief.", "Name the line.", item("user", "hi")];

type Row = readonly [name: string, parent: object, child: object, causes: readonly string[]];

const rows: readonly Row[] = [
  [
    "a developer item that became part of the instructions",
    { instructions: BRIEF, input: [developer(LINE), HI] },
    { instructions: `${BRIEF}\n${LINE}`, input: [HI] },
    ["CB310"],
  ],
  [
    "two developer items that became one",
    { input: [developer(BRIEF), developer(LINE), HI] },
    { input: [developer(BRIEF, LINE), HI] },
    ["CB310"],
  ],
  ["the role of a leading item", { input: [item("system", BRIEF), HI] }, { input: [developer(BRIEF), HI] }, ["CB301"]],
  [
    "instructions that became a developer item",
    { instructions: BRIEF, input: [HI] },
    { input: [developer(BRIEF), HI] },
    ["CB310"],
  ],
  [
    "ids and the order of members of a leading item",
    { input: [{ ...developer(BRIEF), id: "msg_1", status: "completed" }, HI] },
    {
      input: [{ id: "msg_2", content: [{ text: BRIEF, type: "input_text" }], role: "developer", type: "message" }, HI],
    },
    [],
  ],
  [
    "another leading item",
    { input: [developer(BRIEF), HI] },
    { input: [developer(BRIEF), developer(LINE), HI] },
    ["CB301"],
  ],
  [
    "tools that came in front of equal items",
    { input: [developer(BRIEF), HI] },
    { input: [tools, developer(BRIEF), HI] },
    ["CB201"],
  ],
];

test("an added item after a changed clock is masked, at the place where it was added", () => {
  const dated = (day: number): object => developer(`${BRIEF} Today is 2026-11-${day}.`);
  const { findings } = judged(
    "openai-responses",
    { input: [dated(20), HI] },
    { input: [dated(21), developer(LINE), HI] },
  );
  expect(findings.filter(({ role }) => role !== "note")).toMatchObject([
    { code: "CB302", role: "cause", pointer: "/input/0/content/0" },
    { code: "CB301", role: "masked", pointer: "/input/1/content/0" },
  ]);
});

const answer = item("assistant", "Hello.");
const noted = item("assistant", "Understood.");
const again = item("user", "And now?");

test.each<readonly [string, readonly object[], string, string]>([
  ["cut has the code of a window", [again], "CB401", "the fork's history begins with message 3 of the parent's 3"],
  [
    "summarized has the code of a compaction",
    [item("user", "So far: hi."), noted, item("user", "Go on.")],
    "CB416",
    "3 messages of the parent's gave way to 2 new ones",
  ],
])("a history after tools and instructions that was %s", (_, instead, code, observed) => {
  const parent = { input: [tools, developer(BRIEF), HI, answer, again] };
  const { findings } = judged("openai-responses", parent, { input: [tools, developer(BRIEF), ...instead] });
  expect(findings).toMatchObject([{ code, role: "cause", pointer: "/input/2/content/0", observed }]);
});

test.each(rows)("the finding names %s, whichever request has it", (_, parent, child, expected) => {
  for (const [one, other] of [
    [parent, child],
    [child, parent],
  ] as const) {
    const { findings } = judged("openai-responses", one, other);
    const wanted = one === parent ? expected : expected.map((each) => each.replace("CB201", "CB202"));
    expect(findings.flatMap(({ code, role }) => (role === "cause" ? [code] : []))).toEqual(wanted);
    expect(findings.filter(({ role, segment }) => role === "masked" && segment === "system")).toEqual([]);
  }
});
