import { expect, test } from "vitest";
import { judgeBodies } from "./judge-example.ts";
import { body, go, hi, rolesOn, type Row } from "./write-body.ts";

const parameters: readonly Row[] = [
  ["thinking absent is thinking disabled", { thinking: { type: "disabled" }, ...hi }, go, []],
  ["an effort of high is the default", hi, { output_config: { effort: "high" }, ...go }, []],
  ["an automatic tool choice is the default", { tool_choice: { type: "auto" }, ...hi }, go, []],
  [
    "parallel calls are allowed by default",
    hi,
    { tool_choice: { type: "auto", disable_parallel_tool_use: false }, ...go },
    [],
  ],
  [
    "the parallel switch",
    hi,
    { tool_choice: { type: "auto", disable_parallel_tool_use: true }, ...go },
    ["CB104 cause"],
  ],
  ["a named tool choice", hi, { tool_choice: { type: "tool", name: "read" }, ...go }, ["CB104 cause"]],
  ["standard speed is the default", { speed: "standard", ...hi }, go, []],
  ["how thinking is displayed is no prompt", budget(9, 20, { display: "omitted" }), { ...budget(9, 20), ...go }, []],
  ["another budget", budget(10_000, 64_000), { ...budget(20_000, 64_000), ...go }, ["CB102 cause"]],
  ["another limit, the same budget", budget(10_000, 64_000), { ...budget(10_000, 32_000), ...go }, []],
  ["a limit below the budget", budget(10_000, 64_000), { ...budget(10_000, 8_000), ...go }, ["CB108 cause"]],
  ["another limit without thinking", { max_tokens: 9, ...hi }, { max_tokens: 8, ...go }, []],
  ["a cache key, which Anthropic has not", { prompt_cache_key: "a", ...hi }, { prompt_cache_key: "b", ...go }, []],
];

test.each(parameters)("%s", (_name, parent, child, expected) => {
  expect(rolesOn(parent, child)).toEqual(expected);
});
test("a key that Anthropic ignores is a note", () => {
  const { findings } = judgeBodies(body({ prompt_cache_key: "a", ...hi }), body({ prompt_cache_key: "b", ...go }));
  expect(findings).toMatchObject([{ code: "CB601", role: "note", severity: "none" }]);
});

test("a model that differs loses all blocks, whatever the verdict", () => {
  const judgement = judgeBodies(body({ model: "a", ...hi }), body({ model: "b", ...go }));
  expect(judgement.verdict).toBe("byte-identical");
  expect(judgement.findings).toMatchObject([
    { code: "CB101", role: "cause", segment: "parameters", lostBytes: judgement.examined.bytes, names: ["model"] },
  ]);
});

function budget(budgetTokens: number, maxTokens: number, more: object = {}): object {
  return { max_tokens: maxTokens, thinking: { type: "enabled", budget_tokens: budgetTokens, ...more }, ...hi };
}
