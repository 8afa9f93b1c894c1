import { expect, test } from "vitest";
import { judged } from "../support/judged.ts";
import { judgeBodies, rolesOf } from "./judge-example.ts";
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
  ["no servers of tools is the default", hi, { mcp_servers: [], ...go }, []],
  ["a server of tools", hi, { mcp_servers: [{ type: "url", name: "docs" }], ...go }, ["CB109 cause"]],
  ["no Skills is the default", hi, { container: { skills: [] }, ...go }, []],
  ["a Skill", hi, { container: { skills: [{ type: "anthropic", skill_id: "pdf" }] }, ...go }, ["CB109 cause"]],
  ["the container alone is no prompt", hi, { container: { id: "container_1" }, ...go }, []],
  ["standard speed is the default", { speed: "standard", ...hi }, go, []],
  ["how thinking is displayed is no prompt", budget(9, 20, { display: "omitted" }), { ...budget(9, 20), ...go }, []],
  ["another budget", budget(10_000, 64_000), { ...budget(20_000, 64_000), ...go }, ["CB102 cause"]],
  ["another limit, the same budget", budget(10_000, 64_000), { ...budget(10_000, 32_000), ...go }, []],
  ["a limit below the budget", budget(10_000, 64_000), { ...budget(10_000, 8_000), ...go }, ["CB108 cause"]],
  ["another limit without thinking", { max_tokens: 9, ...hi }, { max_tokens: 8, ...go }, []],
  ["a cache key, which Anthropic has not", { prompt_cache_key: "a", ...hi }, { prompt_cache_key: "b", ...go }, []],
];

test.each(parameters)("the parameter rules give the expected findings: %s", (_name, parent, child, expected) => {
  expect(rolesOn(parent, child)).toEqual(expected);
});

const AUTO = `{"type":"auto","disable_parallel_tool_use":false}`;

test.each([
  [
    {},
    { type: "none" },
    `tool_choice is not sent (its default is ${AUTO}) in the parent and {"type":"none"} in the fork`,
  ],
  [
    { tool_choice: { type: "any" } },
    null,
    `tool_choice is {"type":"any"} in the parent and null (its default is ${AUTO}) in the fork`,
  ],
])("the finding names a parameter that was not sent, with its default", (parent, choice, observed) => {
  const { findings } = judgeBodies(body({ ...parent, ...hi }), body({ tool_choice: choice, ...go }));
  expect(findings).toMatchObject([{ code: "CB104", observed }]);
});

test("Gemini's settings are the same in camel case and snake case", () => {
  const request = (more: object): object => ({ contents: [{ parts: [{ text: "hi" }] }], ...more });
  const camel = { toolConfig: { functionCallingConfig: { mode: "NONE" } } };
  const snake = { tool_config: { function_calling_config: { mode: "NONE" } } };
  const told = (parent: object, child: object): readonly string[] =>
    rolesOf(judged("gemini-generate", request(parent), request(child)).findings).filter(
      (role) => role !== "CB704 note",
    );
  expect([told({}, snake), told(camel, snake)]).toEqual([["CB104 cause"], []]);
});

test.each([
  ["another version", { id: "p", version: "1" }, { id: "p", version: "2" }, ["CB109 cause"]],
  ["other variables", { id: "p", variables: { city: "Rome" } }, { id: "p", variables: {} }, ["CB109 cause"]],
  ["a prompt in the fork alone", undefined, { id: "p" }, ["CB109 cause"]],
  ["the same prompt", { id: "p", version: "1" }, { version: "1", id: "p" }, []],
])("a prompt that OpenAI keeps is a part of the request's prompt: %s", (_name, before, after, expected) => {
  const { findings } = judged(
    "openai-responses",
    { ...asked(["hi"]), prompt: before },
    { ...asked(["hi", "go"]), prompt: after },
  );
  expect(rolesOf(findings).filter((role) => role !== "CB704 note")).toEqual(expected);
  expect(findings.some(({ code, lostBytes }) => code === "CB109" && lostBytes === null)).toBe(false);
});

test("the rules find a beta and a prompt's variables where Converse takes them", () => {
  const converse = (more: object, ...texts: readonly string[]): object => ({
    messages: texts.map((said) => ({ role: "user", content: [{ text: said }] })),
    ...more,
  });
  const betas = (beta: string): object => ({ additionalModelRequestFields: { anthropic_beta: [beta] } });
  const told = (parent: object, child: object): readonly string[] =>
    rolesOf(judged("bedrock-converse", converse(parent, "hi"), converse(child, "hi", "go")).findings).filter(
      (role) => !["CB704 note", "CB501 cause"].includes(role),
    );
  const variable = { promptVariables: { city: { text: "Rome" } } };
  expect([
    told({}, betas("interleaved-thinking-2025-05-14")),
    told(betas("interleaved-thinking-2025-05-14"), betas("interleaved-thinking-2025-05-14")),
    told({}, betas("fallback-credit-2026-06-01")),
    told({}, variable),
    told(variable, variable),
  ]).toEqual([["CB105 cause"], [], ["CB105 note"], ["CB109 cause"], []]);
});

test("a cache key that Anthropic ignores is a note", () => {
  const { findings } = judgeBodies(body({ prompt_cache_key: "a", ...hi }), body({ prompt_cache_key: "b", ...go }));
  expect(findings).toMatchObject([{ code: "CB601", role: "note", severity: "none" }]);
});

test("a different model loses all blocks, whatever the verdict", () => {
  const judgement = judgeBodies(body({ model: "a", ...hi }), body({ model: "b", ...go }));
  expect(judgement.verdict).toBe("byte-identical");
  expect(judgement.findings).toMatchObject([
    { code: "CB101", role: "cause", segment: "parameters", lostBytes: judgement.examined.bytes, names: ["model"] },
  ]);
});

function asked(texts: readonly string[]): object {
  return { model: "m", input: texts.map((content) => ({ role: "user", content })) };
}

function budget(budgetTokens: number, maxTokens: number, more: object = {}): object {
  return { max_tokens: maxTokens, thinking: { type: "enabled", budget_tokens: budgetTokens, ...more }, ...hi };
}
