import type { Header } from "../../kernel/exchange.ts";
import type { DialectName } from "../../kernel/layout.ts";
import type { ProviderRules } from "./cache-rules.ts";
import { familyOf } from "./find-model-rule.ts";
import { anthropicRules } from "./anthropic.ts";
import { bedrockClaudeRules, bedrockNovaRules } from "./bedrock.ts";
import {
  groqRules,
  llamaCppRules,
  mistralRules,
  moonshotRules,
  sglangRules,
  vllmRules,
  xaiRules,
  zaiRules,
} from "./block-caches.ts";
import {
  dashscopeExplicitRules,
  dashscopeImplicitRules,
  dashscopeQwen4Rules,
  dashscopeSessionRules,
} from "./dashscope.ts";
import { deepseekRules, deepseekV3ReasonerRules, deepseekV3Rules } from "./deepseek.ts";
import { geminiImplicitRules } from "./gemini.ts";
import { kimiPlatformMessagesRules, kimiPlatformRules } from "./kimi-platform.ts";
import { minimaxExplicitRules, minimaxPassiveRules } from "./minimax.ts";
import { promptSettings } from "./prompt-settings.ts";
import { openaiBoundaryRules, openaiClassicRules, openaiCodexRules } from "./openai.ts";

/** What decides which of a provider's caches answers. */
export type CachedRequest = {
  readonly provider: string;
  readonly model: string;
  readonly dialect: DialectName;
  /** Whether the request carries a breakpoint. */
  readonly isMarked: boolean;
  /** The request's own, where they are at hand: one of them may ask for a cache. */
  readonly headers?: readonly Header[];
  /** Some names have stood for several models. If it is unknown, today's answers. */
  readonly sentAtMs?: number | null;
};

/** One cache of one provider, by a name that a rule file can use. */
export type ModelledCache = {
  readonly name: string;
  readonly rules: ProviderRules;
  /** `rules` are those of this cache, which a rule file may have changed. */
  readonly applies: (request: CachedRequest, rules: ProviderRules) => boolean;
};

/** Every cache that is modelled; of a provider's the first that applies. */
export const modelledCaches: readonly ModelledCache[] = [
  row("anthropic", anthropicRules),
  row("openai-boundaries", openaiBoundaryRules, ({ model }) =>
    /^gpt-(?:5\.(?:[6-9]|\d\d)|[6-9])/.test(familyOf(model)),
  ),
  row("openai", openaiClassicRules),
  row("openai-codex", openaiCodexRules),
  row("bedrock-claude", bedrockClaudeRules, ({ model }) => model.includes("claude")),
  row("bedrock-nova", bedrockNovaRules, ({ model }) => model.includes("nova")),
  row("minimax-explicit", minimaxExplicitRules, ({ model, dialect }) => {
    return dialect === "anthropic-messages" && /m2(?:\.|$)/.test(familyOf(model));
  }),
  row("minimax", minimaxPassiveRules),
  row("deepseek-v3-reasoner", deepseekV3ReasonerRules, (request) => isBeforeV4(request, "deepseek-reasoner")),
  row("deepseek-v3", deepseekV3Rules, (request) => isBeforeV4(request, "deepseek-chat")),
  row("deepseek", deepseekRules),
  row("gemini", geminiImplicitRules),
  row("dashscope-session", dashscopeSessionRules, ({ dialect, headers = [] }) => {
    return dialect === "openai-responses" && headers.some(asksForSession);
  }),
  row("dashscope-qwen4", dashscopeQwen4Rules, ({ model, isMarked }, { marksLastBlock }) => {
    return (isMarked || marksLastBlock.value) && /^qwen-?4/.test(familyOf(model));
  }),
  row("dashscope-explicit", dashscopeExplicitRules, ({ isMarked }) => isMarked),
  row("dashscope", dashscopeImplicitRules),
  row("moonshot-k3-messages", kimiPlatformMessagesRules, (request) => {
    return isKimiPlatform(request) && request.dialect === "anthropic-messages";
  }),
  row("moonshot-k3", kimiPlatformRules, isKimiPlatform),
  row("moonshot", moonshotRules),
  row("zai", zaiRules),
  row("xai", xaiRules),
  row("mistral", mistralRules),
  row("groq", groqRules),
  row("vllm", vllmRules),
  row("sglang", sglangRules),
  row("llama-cpp", llamaCppRules),
];

/** Everybody whose cache is modelled, and the gateway that takes its upstream's. */
export const modelledProviders: readonly string[] = [
  ...new Set([...modelledCaches.map(({ rules }) => rules.provider), "openrouter"]),
];

/** The rules of the cache that answers a request; null where it is not modelled. */
export function rulesOf(
  request: CachedRequest,
  caches: readonly ModelledCache[] = modelledCaches,
): ProviderRules | null {
  const isGateway = request.provider === "openrouter";
  const asked = isGateway ? upstream(request) : request;
  const found = caches.find(({ rules, applies }) => rules.provider === asked.provider && applies(asked, rules));
  if (found === undefined) return null;
  return isGateway ? throughGateway(found.rules) : found.rules;
}

/** A gateway routes by its own key, also to vendors that have none: another key may ask another upstream. */
function throughGateway(rules: ProviderRules): ProviderRules {
  const known = atGateway.get(rules);
  if (known !== undefined) return known;
  const keys = promptSettings({ only: ["cache-key"], own: rules.parameters });
  const routed = { ...rules, parameters: [...rules.parameters, ...keys] };
  atGateway.set(rules, routed);
  return routed;
}

const atGateway = new WeakMap<ProviderRules, ProviderRules>();

/** OpenRouter passes requests on and sticks to one upstream; the model's name begins with its vendor. */
function upstream(request: CachedRequest): CachedRequest {
  const [vendor = ""] = request.model.split("/");
  return { ...request, provider: VENDORS[vendor] ?? "" };
}

const VENDORS: Readonly<Record<string, string>> = {
  anthropic: "anthropic",
  openai: "openai",
  deepseek: "deepseek",
  google: "gemini",
  minimax: "minimax",
  mistralai: "mistral",
  moonshotai: "moonshot",
  qwen: "dashscope",
  "x-ai": "xai",
  "z-ai": "zai",
};

/** Both names stood for V3.2 on 15 April 2026 and for V4 on 10 June; disk caches came in August 2024. */
function isBeforeV4({ model, sentAtMs }: CachedRequest, family: string): boolean {
  const sent = sentAtMs ?? Infinity;
  return familyOf(model) === family && sent >= Date.UTC(2024, 7) && sent < Date.UTC(2026, 4);
}

/** The coding endpoint has a name of its own, and the models before K3 tell no writes. */
function isKimiPlatform({ model }: CachedRequest): boolean {
  return /^kimi-k(?:[3-9]|\d\d)/.test(familyOf(model));
}

function asksForSession([name, value]: Header): boolean {
  return name.toLowerCase() === "x-dashscope-session-cache" && value === "enable";
}

function row(name: string, rules: ProviderRules, applies: ModelledCache["applies"] = () => true): ModelledCache {
  return { name, rules, applies };
}
