import { expect, test } from "vitest";
import type { DialectName } from "../../harness/kernel/layout.ts";
import type { Judgement } from "../../harness/kernel/judgement.ts";
import { judged } from "../support/judged.ts";

const declared = (...lists: readonly (readonly string[])[]): object => ({
  tools: lists.map((names) => ({ functionDeclarations: names.map((name) => ({ name })) })),
  contents: [{ role: "user", parts: [{ text: "hi" }] }],
});
const answered = (answer: object): object => ({
  model: "m",
  messages: [
    { role: "user", content: "q" },
    { role: "assistant", ...answer },
    { role: "user", content: "z" },
  ],
});
const thought = { type: "reasoning.text", text: "t" };
const call = { id: "a", type: "function" };
const text = { type: "text", text: "a" };

type Row = readonly [
  name: string,
  DialectName,
  object,
  object,
  pointer: string,
  at: string,
  differing: readonly [string, string],
];

const rows: readonly Row[] = [
  [
    "declarations shared out to two lists",
    "gemini-generate",
    declared(["a", "b"]),
    declared(["a"], ["b"]),
    "/tools/0/functionDeclarations/1",
    "/tools/0/functionDeclarations",
    [",", "]"],
  ],
  [
    "declarations brought into one list",
    "gemini-generate",
    declared(["a"], ["b"]),
    declared(["a", "b"]),
    "/tools/1/functionDeclarations/0",
    "/tools/1/functionDeclarations",
    ["]", ","],
  ],
  [
    "reasoning in front of a call",
    "openai-chat",
    answered({ content: "a", tool_calls: [call] }),
    answered({ content: "a", reasoning_details: [thought], tool_calls: [call] }),
    "/messages/1/tool_calls/0",
    "/messages/1/tool_calls/0",
    ["i", "t"],
  ],
  [
    "a call without the reasoning in front of it",
    "openai-chat",
    answered({ reasoning_details: [thought], tool_calls: [call] }),
    answered({ tool_calls: [call] }),
    "/messages/1/reasoning_details/0",
    "/messages/1/reasoning_details/0",
    ["t", "i"],
  ],
  [
    "an equal part under another member",
    "openai-chat",
    answered({ content: [text] }),
    answered({ reasoning_details: [text] }),
    "/messages/1/content/0",
    "/messages/1",
    ["c", "r"],
  ],
];

test.each(rows)("the offsets point at differing bytes: %s", (_, dialect, parent, child, pointer, at, differing) => {
  const { divergence } = judged(dialect, parent, child);
  expect(divergence).toMatchObject({ pointer, at });
  expect([byteAt(parent, divergence?.parentOffset), byteAt(child, divergence?.childOffset)]).toEqual(differing);
  expect(shown(divergence)).toEqual(differing);
});

test("a different split of declaration lists is not reported as reordered tools, however it is printed", () => {
  const { findings } = judged("gemini-generate", declared(["a", "b"]), declared(["a"], ["b"]));
  expect(findings).toMatchObject([{ code: "CB420", pointer: "/tools/0/functionDeclarations/1" }]);
  const search = { googleSearch: {} };
  const [declares] = [{ functionDeclarations: [{ name: "a" }] }];
  const beside = (...tools: readonly object[]): object => ({ ...declared(), tools });
  const moved = judged("gemini-generate", beside(search, declares), beside({ ...declares, ...search }));
  expect(moved.findings.map(({ code }) => code)).toEqual(["CB420", "CB203"]);
  expect(moved.divergence?.at).toBe("/tools/0");
});

function byteAt(body: object, offset: number | null | undefined): string {
  return String.fromCharCode(Buffer.from(JSON.stringify(body))[offset ?? -1] ?? 0);
}

/** The first character of the part of each excerpt that is marked. */
function shown(divergence: Judgement["divergence"]): readonly (string | undefined)[] {
  return [
    divergence?.parentExcerpt?.[divergence.parentDiffers?.start ?? -1],
    divergence?.childExcerpt?.[divergence.childDiffers?.start ?? -1],
  ];
}
