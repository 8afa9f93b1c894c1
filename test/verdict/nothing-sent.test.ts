import { describe, expect, it } from "vitest";
import type { DialectName } from "../../harness/kernel/layout.ts";
import { judged } from "../support/judged.ts";

const hi: Readonly<Record<DialectName, object>> = {
  "anthropic-messages": { messages: [{ role: "user", content: "hi" }] },
  "openai-chat": { messages: [{ role: "user", content: "hi" }] },
  "openai-responses": { input: [{ role: "user", content: "hi" }] },
  "gemini-generate": { contents: [{ role: "user", parts: [{ text: "hi" }] }] },
  "bedrock-converse": { messages: [{ role: "user", content: [{ text: "hi" }] }] },
};

/** The members for tools and system prompt of each wire format, with empty values. */
const nothing: readonly (readonly [DialectName, string, readonly unknown[]])[] = [
  ["anthropic-messages", "tools", [null, [], {}]],
  ["anthropic-messages", "system", [null, [], {}]],
  ["openai-chat", "tools", [null, [], {}]],
  ["openai-chat", "functions", [null, [], {}]],
  ["openai-responses", "tools", [null, [], {}]],
  ["openai-responses", "instructions", [null]],
  [
    "gemini-generate",
    "tools",
    [
      null,
      [],
      {},
      [{}],
      [{ functionDeclarations: [] }],
      [{ function_declarations: null }, { functionDeclarations: {} }],
    ],
  ],
  ["gemini-generate", "systemInstruction", [null, {}, [], { parts: [] }, { parts: null }]],
  ["gemini-generate", "system_instruction", [{ parts: {} }]],
  ["bedrock-converse", "toolConfig", [null, {}, { tools: [] }, { tools: null }, { tools: {} }]],
  ["bedrock-converse", "toolConfig", [{ tools: [{ cachePoint: { type: "default" } }] }]],
  ["bedrock-converse", "system", [null, [], {}, [{ cachePoint: { type: "default" } }]]],
];

const rows = nothing.flatMap(([dialect, member, values]) =>
  values.map((value) => [dialect, member, JSON.stringify(value), value] as const),
);

describe("a member without content does not count as a block", () => {
  it.each(rows)("on %s: %s as %s", (dialect, member, _, value) => {
    const without = hi[dialect];
    // Behind the messages too: bodies write their members in any order.
    for (const given of [
      { [member]: value, ...without },
      { ...without, [member]: value },
    ]) {
      expect(judged(dialect, without, given)).toMatchObject({ verdict: "byte-identical", class: "identical" });
      expect(judged(dialect, given, without)).toMatchObject({ verdict: "byte-identical", class: "identical" });
    }
  });

  it("and an empty list next to the used one changes nothing", () => {
    const tools = [{ type: "function", function: { name: "read" } }];
    const parent = { tools, ...hi["openai-chat"] };
    expect(judged("openai-chat", parent, { ...parent, functions: [] })).toMatchObject({ verdict: "byte-identical" });
    const declared = { tools: [{ functionDeclarations: [{ name: "read" }] }], ...hi["gemini-generate"] };
    const more = { ...declared, tools: [{ functionDeclarations: [] }, ...declared.tools, {}] };
    expect(judged("gemini-generate", declared, more)).toMatchObject({ verdict: "byte-identical" });
  });
});

describe("a value other than a list in place of a list is reported", () => {
  it("as tools", () => {
    const observed = "/tools is not a list of tools";
    const [parent, odd] = [hi["anthropic-messages"], { ...hi["anthropic-messages"], tools: { name: "read" } }];
    expect(judged("anthropic-messages", parent, odd).findings).toMatchObject([{ code: "CB201", observed, names: [] }]);
    expect(judged("anthropic-messages", odd, parent).findings).toMatchObject([{ code: "CB202", observed }]);
  });

  it.each<readonly [DialectName, object]>([
    ["anthropic-messages", { system: "" }],
    ["openai-responses", { instructions: "" }],
    ["gemini-generate", { systemInstruction: { role: "system" } }],
  ])("and an empty system prompt of %s is reported as present only in the fork", (dialect, system) => {
    const observed = "a system prompt without a text stands in the fork alone";
    const { verdict, findings } = judged(dialect, hi[dialect], { ...hi[dialect], ...system });
    expect([verdict, ...findings.map((finding) => [finding.code, finding.observed])]).toEqual([
      "diverged",
      ["CB301", observed],
    ]);
  });
});
