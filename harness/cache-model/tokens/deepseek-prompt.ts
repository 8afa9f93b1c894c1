import type { Layout } from "../../kernel/layout.ts";
import { familyOf } from "../../kernel/text/model-family.ts";
import { readParameter } from "../prompt/read-parameter.ts";

/** When the refresh of V4 came (DeepSeek-V4-Flash-0731): the former text for the most effort is now the text for `high`. */
export const EFFORT_PROMPT_SINCE: number = Date.parse("2026-07-31");

/**
 * Tokens of the text on effort that DeepSeek V4 puts before everything else if it thinks, which is the default
 * (api-docs.deepseek.com, Thinking Mode; the template of the published weights). Recorded: 79 at the default effort, `high`. The
 * text of `max` was never recorded; by another tokenizer it is an eighth longer.
 */
export function effortPrompt(layout: Layout, model: string): number {
  if (!/^deepseek-v[4-9]/.test(familyOf(model)) || readParameter(layout, "thinking.type") === "disabled") return 0;
  const asked =
    readParameter(layout, "reasoning_effort") ??
    readParameter(layout, "output_config.effort") ??
    readParameter(layout, "reasoning.effort");
  return typeof asked === "string" ? (TOKENS[asked] ?? AT_HIGH) : AT_HIGH;
}

const AT_HIGH = 79;
const AT_MAX = 90;

const TOKENS: Readonly<Record<string, number>> = { none: 0, minimal: 0, low: 0, max: AT_MAX, ultra: AT_MAX };

/** Whether DeepSeek reads the thinking of earlier turns: only with tools (the same template, `drop_thinking`). */
export function keepsThinking({ units }: Layout): boolean {
  return units.some(({ segment }) => segment === "tools");
}
