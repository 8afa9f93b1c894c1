import { expect, test } from "vitest";
import { parametersOn } from "../../harness/cache-model/prompt/level-seeds.ts";
import { wires } from "../../harness/wires/list.ts";
import { rulesNamed } from "./rules-named.ts";

const FORMS = " text.format response_format reasoning.effort reasoning_effort text.verbosity verbosity";

/** harness/providers/FACTS.md#anthropic-changes: what a change uncaches, and 3.1 for OpenAI. */
const levels: readonly (readonly [cache: string, level: string, parameters: string])[] = [
  [
    "anthropic",
    "tools",
    "model context_management mcp_servers output_config.format output_format output_config.effort",
  ],
  ["anthropic", "system", "container.skills speed"],
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

test.each(levels)("on %s these parameters uncache %s and everything after: %s", (cache, level, parameters) => {
  const found = rulesNamed(cache).parameters.filter((parameter) => parameter.level === level);
  expect(found.map(({ name }) => name).toSorted()).toEqual(parameters.split(" ").toSorted());
});

test("effort has a level of its own for models with a measurement", () => {
  const own = rulesNamed("anthropic").models.filter(({ levels: mine }) => mine !== undefined);
  expect(own.map(({ family, levels: mine }) => [family, mine])).toEqual([
    ["claude-fable-5", { "output_config.effort": "messages" }],
    ["claude-sonnet-5", { "output_config.effort": "messages" }],
  ]);
});

test("a setting that the provider does not describe has its finding's level, and only on its own wire format", () => {
  const said = (cache: string, name: string): readonly unknown[] =>
    wires
      .flatMap((wire) => parametersOn(rulesNamed(cache), wire.name))
      .filter((each) => each.name === name)
      .map(({ dialect, level }) => [dialect, level]);
  expect(said("openai", "prompt_cache_key").toString()).toContain("openai-chat,tools");
  expect(said("openai", "verbosity")).toEqual([["openai-chat", "tools"]]);
  expect(said("openai", "text.verbosity")).toEqual([["openai-responses", "tools"]]);
  expect(said("deepseek", "prompt_cache_key")).toEqual([]);
});
