import { isJsonObject, recordAt, recordsOf } from "../../../kernel/json.ts";
import type { Row } from "../../../providers/refusals/row.ts";
import type { AskedOfAnthropic } from "./messages-request.ts";
import { tagRows } from "./member-rows.ts";

const FACTS = "[S][D] harness/providers/FACTS.md#anthropic-refusals";
const EFFORTS: readonly string[] = ["low", "medium", "high", "xhigh", "max"];

/** Levels of models that do not take all of them. Models without efforts are not checked: no recorded body shows their refusal. */
const LEVELS: readonly (readonly [families: RegExp, levels: readonly string[]])[] = [
  [/^claude-(?:opus|sonnet)-4-6$/, ["high", "low", "max", "medium"]],
  [/^claude-opus-4-5$/, ["high", "low", "medium"]],
];

/** Longest answers. A model that no row names is not asked. */
const LONGEST: readonly (readonly [families: RegExp, tokens: number])[] = [
  [/^claude-(?:opus-4-[678]|sonnet-4-6|(?:opus|sonnet|haiku|fable|mythos)-5(?:-\d)?)$/, 128_000],
  [/^claude-(?:opus-4-5|sonnet-4(?:-[05])?|haiku-4-5|3-7-sonnet)$/, 64_000],
  [/^claude-opus-4(?:-[01])?$/, 32_000],
  [/^claude-3-5-(?:sonnet|haiku)$/, 8_192],
];

const ALWAYS_THINKING = /^claude-(?:fable|mythos)-5(?:-\d)?$/;

/** Since Opus 4.7 a model decides how much it thinks; up to 4.5 the request decides; 4.6 takes both. */
const ADAPTIVE_ONLY = /^claude-(?:opus-4-[78]|(?:opus|sonnet|haiku|fable|mythos)-5(?:-\d)?)$/;
const NOT_ADAPTIVE = /^claude-(?:3|(?:opus|sonnet|haiku)-4(?:-[0-5])?$)/;
const NO_SYSTEM_ROLE = /^claude-(?:3|instant|2|(?:opus|sonnet|haiku)-4(?:-[0-7])?$|sonnet-5$|mythos-preview$)/;
const NEVER_FORCED = /^claude-(?:(?:fable|mythos)-5-1|(?:opus|sonnet)-5-5)$/;

const THINKING = "'adaptive', 'between_tools', 'disabled', 'enabled'";
const BUDGET = "thinking<enabled>.budget_tokens";
const LIKE = "[I] worded like similar refusals, harness/providers/FACTS.md#anthropic-refusals";

/** The limits that depend on the model: the length of its answer, its thinking, system messages and a forced tool. */
export const modelRows: readonly Row<AskedOfAnthropic>[] = [
  {
    path: "max_tokens",
    test: (asked, { asked: { family, model } }) => {
      const longest = LONGEST.find(([families]) => families.test(family))?.[1] ?? Infinity;
      return typeof asked === "number" && asked > longest ? { longest, model } : null;
    },
    words: "max_tokens: {value} > {longest}, which is the maximum allowed number of output tokens for {model}",
    source: "[D] models overview; [S] Effect-TS/effect#7129 for 4.6 and later",
  },
  {
    path: "output_config.effort",
    test: (effort) => (effort ?? null) !== null && !EFFORTS.some((each) => each === effort),
    words: "{place}: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'",
    source: LIKE,
  },
  {
    path: "output_config.effort",
    test: (effort, { asked: { family } }) => {
      const levels = LEVELS.find(([families]) => families.test(family))?.[1] ?? EFFORTS;
      return typeof effort !== "string" || levels.includes(effort) ? null : { levels: levels.join(", ") };
    },
    words: "This model does not support effort level '{value}'. Supported levels: {levels}.",
    source: "[O] recorded of Opus 4.6; of Opus 4.5: [D] platform.claude.com, Effort",
  },
  ...tagRows(
    "thinking",
    (type) => THINKING.includes(`'${type}'`),
    () => THINKING,
  ),
  {
    path: "thinking<adaptive>",
    test: (_, { asked: { family } }) => NOT_ADAPTIVE.test(family),
    words: "adaptive thinking is not supported on this model",
    source: FACTS,
  },
  {
    path: "thinking<disabled>",
    test: (_, { asked: { family } }) => ALWAYS_THINKING.test(family),
    words:
      '"thinking.type.disabled" is not supported for this model. Thinking defaults to adaptive mode when not specified; use "thinking.type.enabled" with "budget_tokens" for extended thinking.',
    source: "[S] lobehub/lobehub#19034, asked on 2 September 2026; Mythos: ex-machina-co/opencode-anthropic-auth#159",
  },
  {
    path: "thinking<enabled>",
    test: (_, { asked: { family } }) => ADAPTIVE_ONLY.test(family),
    words:
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
    source: FACTS,
  },
  { path: BUDGET, test: (budget) => typeof budget !== "number", words: "{place}: Field required", source: LIKE },
  {
    path: BUDGET,
    test: (budget) => typeof budget === "number" && budget < 1024,
    words: "{place}: Input should be greater than or equal to 1024",
    source: FACTS,
  },
  {
    path: BUDGET,
    test: (budget, { body: { max_tokens: longest } }) =>
      typeof longest === "number" && longest > 0 && longest <= Number(budget),
    words: "`max_tokens` must be greater than `thinking.budget_tokens`.",
    source: FACTS,
  },
  {
    path: "temperature",
    test: (temperature, { body }) => typeof temperature === "number" && temperature !== 1 && thinks(body["thinking"]),
    words: "`temperature` may only be set to 1 when thinking is enabled or in adaptive mode.",
    source: FACTS,
  },
  {
    path: "messages",
    test: (messages, { asked: { family } }) =>
      NO_SYSTEM_ROLE.test(family) && recordsOf(messages).some(({ role }) => role === "system"),
    words: "role 'system' is not supported on this model",
    source: "[D] harness/providers/FACTS.md#anthropic-refusals: they began with Opus 4.8; Sonnet 5 refuses them",
  },
  {
    path: "tool_choice",
    test: (choice, { asked: { family } }) =>
      forces(choice) && NEVER_FORCED.test(family) ? { type: isJsonObject(choice) ? choice["type"] : "" } : null,
    words: "tool_choice: type '{type}' is not supported on this model",
    source: "[D] harness/providers/FACTS.md#anthropic-refusals, where only the status is known",
  },
  {
    // Adaptive thinking goes with it (recorded of Opus 4.6).
    path: "tool_choice",
    test: (choice, { body }) => forces(choice) && recordAt(body, "thinking")["type"] === "enabled",
    words: "Thinking may not be enabled when tool_choice forces tool use.",
    source: FACTS,
  },
];

/** A choice that makes the model call a tool. */
export function forces(choice: unknown): boolean {
  return isJsonObject(choice) && (choice["type"] === "any" || choice["type"] === "tool");
}

export function thinks(thinking: unknown): boolean {
  return isJsonObject(thinking) && (thinking["type"] === "enabled" || thinking["type"] === "adaptive");
}
