import { expect, test } from "vitest";
import { rulesNamed } from "./rules-named.ts";

const FORMS = " text.format response_format reasoning.effort reasoning_effort text.verbosity verbosity";

/** What a change uncaches: harness/providers/FACTS.md#anthropic-changes and #openai-boundaries. */
const levels: readonly (readonly [cache: string, level: string, parameters: string])[] = [
  [
    "anthropic",
    "tools",
    "model context_management mcp_servers output_config.format output_format output_config.effort",
  ],
  ["anthropic", "system", "speed"],
  ["anthropic", "messages", "tool_choice thinking"],
  ["bedrock-claude", "messages", "tool_choice thinking toolConfig.toolChoice"],
  ["bedrock-nova", "tools", "model toolConfig.toolChoice"],
  ["openai-boundaries", "messages", "tool_choice"],
  [
    "openai-boundaries",
    "tools",
    "model prompt_cache_key parallel_tool_calls context_management service_tier".concat(FORMS),
  ],
  ["openai-codex", "tools", "model prompt_cache_key"],
  ["vllm", "tools", "model cache_salt"],
  ["moonshot", "tools", "model"],
];

test.each(levels)("%s: a change uncaches %s and all behind: %s", (cache, level, parameters) => {
  const said = rulesNamed(cache).parameters.filter(({ source }) => !source.startsWith("[I] the provider does not say"));
  const found = said.filter((parameter) => parameter.level === level);
  expect(found.map(({ name }) => name).toSorted()).toEqual(parameters.split(" ").toSorted());
});

test("effort has a level of its own where a model was measured", () => {
  const own = rulesNamed("anthropic").models.filter(({ levels: mine }) => mine !== undefined);
  expect(own.map(({ family, levels: mine }) => [family, mine])).toEqual([
    ["claude-fable-5", { "output_config.effort": "messages" }],
    ["claude-sonnet-5", { "output_config.effort": "messages" }],
  ]);
});

test("a setting that a provider says nothing of counts as its finding does, and on its own wire format alone", () => {
  const { parameters } = rulesNamed("openai");
  const said = (name: string): readonly unknown[] =>
    parameters.filter((each) => each.name === name).map(({ dialect, level }) => [dialect, level]);
  expect(said("prompt_cache_key").toString()).toContain("openai-chat,tools");
  expect(said("verbosity")).toEqual([["openai-chat", "tools"]]);
  expect(said("text.verbosity")).toEqual([["openai-responses", "tools"]]);
  expect(rulesNamed("deepseek").parameters.filter(({ name }) => name === "prompt_cache_key")).toEqual([]);
});
