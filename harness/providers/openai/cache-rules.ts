import type { Source } from "../../kernel/source.ts";
import type { BoundaryRules, KeyRules, ModelRule, ParameterRule, PrefixRules } from "../rules/cache-rules.ts";
import { type OpenaiDefault, openaiDefaultEffort, openaiDefaults } from "../../wires/openai-defaults.ts";
import { keptByModel, plainKeys } from "../rules/plain-keys.ts";

const GUIDE = "[D] developers.openai.com, Prompt caching, October 2026";
const SDK = "openai 7.57.0 declarations, November 2026";

/** OpenAI documents its cache key alone. */
const SESSION: Pick<KeyRules, "neededHeaders"> = {
  neededHeaders: {
    value: ["session-id", "session_id"],
    source:
      "[S] earendil-works/pi#3018: requests are routed by the session header too, which should say what the key says",
  },
};

/** Models before GPT-5.6: automatic, in steps of 128. An upper bound: because of routing, real hits are shorter or missing. */
export const openaiClassicRules: PrefixRules = {
  ...plainKeys,
  ...SESSION,
  provider: "openai",
  asOf: "2026-10",
  engine: "shared-prefix",
  stepTokens: { value: 128, source: `${GUIDE}; recorded, gcd 128 over about 700 values` },
  heldBackTokens: {
    value: 24,
    source: "[I] hidden tokens, 0 to about 150; recorded: 6165 reads 6016, 4597 reads 4480, 1420 reads 1280",
  },
  answerFreesHeldBack: { value: false, source: "[O] gpt-4o-mini: 4597 + 16, then 4624 reads 4480" },
  share: { value: 1, source: GUIDE },
  repeat: { value: "rounded", source: "[O] 4597 reads 4480" },
  keepsAnswer: { value: true, source: "[O] pydantic-ai cassettes: 124 in + 1926 out, then 2087 reads 2048" },
  wholeUnits: { value: false, source: GUIDE },
  delayMs: { value: 0, source: "[I] not documented" },
  ttlMs: {
    value: 86_400_000,
    source: `[T] ${SDK}: organisations without zero data retention keep 24 hours by default`,
  },
  lifetimeParameter: { value: "prompt_cache_retention", source: `[T] ${SDK}` },
  namedTtlMs: {
    value: { in_memory: 600_000, "24h": 86_400_000 },
    source: `${GUIDE}: in memory 5 to 10 minutes without use; extended retention up to 24 hours`,
  },
  models: [
    ...["gpt-5.5", "gpt-5.5-pro"].map((family) => model(family, `${GUIDE}: intervals of 2048`, 2048)),
    ...["gpt-5.4", "gpt-5.4-mini", "gpt-5.2", "gpt-5.1", "gpt-4.1", "gpt-4.1-mini"].map((family) =>
      model(family, GUIDE),
    ),
    ...["gpt-5", "gpt-5-mini"].map((family) => ({
      ...model(family, `${GUIDE}; recorded of gpt-5: 124 + 1926, then 2087 reads 2048, so nothing is hidden`),
      heldBackTokens: 0,
    })),
    ...["gpt-4o", "gpt-4o-mini", "o3", "o3-mini", "o4-mini", "o1"].map((family) => model(family, GUIDE)),
  ],
  unknownModel: model("unknown", "[I] the classic minimum"),
};

/** All since GPT-5.6. */
const NEWER = [
  "gpt-5.6",
  "gpt-5.6-sol",
  "gpt-5.6-terra",
  "gpt-5.6-luna",
  "gpt-6-astra",
  "gpt-6-sol",
  "gpt-6-luna",
].concat(["gpt-6.1-sol", "gpt-6.1-terra"]);

const codexKey: ParameterRule = {
  name: "prompt_cache_key",
  level: "tools",
  whenOmitted: null,
  source: "[S] openai/codex#24704, #35300",
};

/** The backend of ChatGPT and Codex: the same bodies, kept apart by session header and cache key. Writes are never reported. */
export const openaiCodexRules: PrefixRules = {
  ...openaiClassicRules,
  provider: "openai-codex",
  asOf: "2026-11",
  models: [
    ...openaiClassicRules.models,
    ...NEWER.map((family) => ({
      ...model(family, "[S] damianvtran/local-operator: 6144 of 6.3k, whatever the public API does"),
      ...effortOf(family),
    })),
  ],
  ttlMs: { value: 600_000, source: "[I] in-memory entries live 5 to 10 minutes" },
  lifetimeParameter: { value: null, source: "[S] damianvtran/local-operator: public cache options are refused" },
  neededHeaders: plainKeys.neededHeaders,
  scopeHeaders: {
    value: ["session-id", "session_id", "thread-id"],
    source: "[S] damianvtran/local-operator, docs: without the headers 0, with them 6144 of 6.3k; openai/codex#44716",
  },
  parameters: [...keptByModel, codexKey],
};

/** The guide's list of the parts of the key. */
const sinceBoundaries: readonly ParameterRule[] = [
  inKey(
    "prompt_cache_key",
    "[I] the guide says that it separates reuse groups; that another key reads nothing is inferred",
  ),
  inKey("parallel_tool_calls", GUIDE, openaiDefaults.parallelCalls),
  inKey("reasoning.effort", GUIDE),
  { ...inKey("reasoning_effort", GUIDE), dialect: "openai-chat" },
  inKey("service_tier", GUIDE, openaiDefaults.serviceTier),
  { ...inKey("response_format", GUIDE, openaiDefaults.format), dialect: "openai-chat" },
  { ...inKey("verbosity", GUIDE, openaiDefaults.verbosity), dialect: "openai-chat" },
  {
    ...inKey("text.format", `${GUIDE}; a changed format was seen to read 0 and write 4251`, openaiDefaults.format),
    dialect: "openai-responses",
  },
  { ...inKey("text.verbosity", GUIDE, openaiDefaults.verbosity), dialect: "openai-responses" },
  { ...inKey("context_management", GUIDE), dialect: "openai-responses" },
  {
    name: "tool_choice",
    level: "messages",
    whenOmitted: '"auto"',
    alike: { none: "auto", allowed_tools: "auto" },
    source: "[I] the guide names these choices as safe; that a forced one is not is inferred",
  },
];

/** GPT-5.6 and later: exact boundaries, explicit breakpoints, reported writes. */
export const openaiBoundaryRules: BoundaryRules = {
  ...plainKeys,
  ...SESSION,
  provider: "openai",
  asOf: "2026-11",
  engine: "boundaries",
  storedMarks: { value: { implicit: 3, explicit: 4 }, source: GUIDE },
  soughtMarks: { value: { first: 2, last: 50 }, source: `${GUIDE}; the SDK's text says the latest 80` },
  soughtMessages: { value: 20, source: GUIDE },
  instructionsEnd: {
    value: true,
    source: "[S] the guide lists it as a lookup; that it is stored follows from BerriAI/litellm#37628 (6002 read)",
  },
  defaultTtl: { value: "30m", source: GUIDE },
  lifetimeParameter: { value: "prompt_cache_options.ttl", source: `[T] ${SDK}: every breakpoint inherits it` },
  ttlMs: { value: { "30m": 1_800_000, "12h": 43_200_000 }, source: `${GUIDE}; 12h: SDK, ${SDK}` },
  mayLiveMs: {
    value: { "24h": 86_400_000 },
    source: `[T] ${SDK}: a maximum; the minimum is that of prompt_cache_options.ttl`,
  },
  parameters: [...keptByModel, ...sinceBoundaries],
  models: NEWER.map((family) => ({ ...model(family, GUIDE), ...effortOf(family) })),
  unknownModel: model("unknown", "[I] the minimum of all models since GPT-5.6"),
};

function model(family: string, source: Source, stepTokens?: number): ModelRule {
  const row = { family, minimumTokens: 1024, stringEqualsTextBlock: false, source };
  return stepTokens === undefined ? row : { ...row, stepTokens };
}

/** The wires' names for the effort; the other wire's is the same for every request on one. */
function effortOf(family: string): Pick<ModelRule, "omissions"> {
  const effort = openaiDefaultEffort(family);
  return effort === null ? {} : { omissions: { "reasoning.effort": effort, reasoning_effort: effort } };
}

function inKey(name: string, source: Source, byDefault?: OpenaiDefault): ParameterRule {
  if (byDefault === undefined) return { name, level: "tools", whenOmitted: null, source };
  const { omitted, alike } = byDefault;
  const rule = {
    name,
    level: "tools",
    whenOmitted: omitted,
    source: `${source}; default: ${byDefault.source}`,
  } as const;
  return alike === undefined ? rule : { ...rule, alike };
}
