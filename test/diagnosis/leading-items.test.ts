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

test.each(rows)("the verdict names %s, whichever request has it", (_, parent, child, expected) => {
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
