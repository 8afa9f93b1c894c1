import type { Header } from "../kernel/exchange.ts";
import type { FindingCode, Severity } from "../kernel/finding.ts";
import type { JsonObject } from "../kernel/json.ts";
import type { DialectName, Layout } from "../kernel/layout.ts";
import type { Refusal } from "./refusal.ts";
import type { Row, Wording } from "./refusals/row.ts";
import type { ProviderRules } from "./rules/cache-rules.ts";

/**
 * Everything that forkproof knows of one provider: data and pure functions. The judge and the mocked provider read the same facts; the
 * fork library does not.
 */
export type Provider = {
  /** As `--provider` and `provider.name` take it. */
  readonly name: string;
  /** Hosts of its API; their subdomains count too. */
  readonly hosts: readonly string[];
  /** Whether other makers' models answer there too, in wire formats that it does not serve. */
  readonly sharesHosts?: boolean;
  /** Those of them that models answer at, `*` for any characters: `record --forward` reads their traffic and no login's or file's. */
  readonly apiHosts?: readonly string[];
  /** Wire formats that it serves. */
  readonly wires: readonly DialectName[];
  /** Wire formats that it invented: a request that names no other provider is answered as this one answers. */
  readonly inventedWires?: readonly DialectName[];
  /** Whether so many serve its wire formats that a format alone says nothing of who answered a recorded request. */
  readonly isWidelyCopied?: boolean;
  /** Header names of its own clients, by their beginning and in lower case. */
  readonly headers?: readonly string[];
  /** Its models, by the names that its own API takes. */
  readonly models?: RegExp;
  /** Whether others sell models under these names, so that a recorded name alone does not say who answered. */
  readonly modelsAreResold?: boolean;
  /** How its API is recognised by path and model where the host is not known, as at the mocked provider. */
  readonly servesAt?: (request: {
    readonly wire: DialectName;
    readonly path: string;
    readonly model: string;
  }) => boolean;
  /** Whether it passes requests on: models are named `vendor/model`, and the vendor's cache answers. */
  readonly isGateway?: boolean;
  /** A gateway's name for it before the slash. */
  readonly gatewayName?: string;
  /** Its caches; of those that apply the first answers. */
  readonly caches: readonly ProviderCache[];
  /** Where a code costs more or less here than its own page says; the first row that fits counts. */
  readonly severities?: readonly SeverityRow[];
  /** Its name in the price list, if it differs. */
  readonly priceListName?: string;
  /** Prices that the price list lacks. */
  readonly prices?: readonly ListedPrice[];
  /** What a model costs at a regional endpoint of Vertex, as a factor of its price elsewhere; null if unknown, as without this. */
  readonly regionalUplift?: (model: string, atMs: number) => number | null;
  /** What it asks for other than standard processing, as a factor of its usual price. One that is missing has an unknown price. */
  readonly tierFactors?: Readonly<Record<string, number>>;
  /** How `run --live` reaches it. */
  readonly live?: LiveAccess;
  /** How its Chat Completions differ from OpenAI's. */
  readonly chat?: ChatSpelling;
  /** Longest prompts of its models, by family. */
  readonly promptLimits?: readonly PromptLimit[];
  /** How it refuses a longer one. */
  readonly refuseLength?: (prompt: LongPrompt) => Refusal;
  /** Its own refusals on OpenAI's wire formats, in the order in which it checks. */
  readonly refusals?: readonly Row<VendorRequest>[];
  /** How it words a call without an output, `{id}`, if not as OpenAI does. */
  readonly openCall?: Readonly<Record<"openai-chat" | "openai-responses", Wording>>;
  /** Whether every output must stand before the next message on Responses. */
  readonly wantsOutputsFirst?: boolean;
  /** Whether it takes OpenAI's cache options with words of its own, and no breakpoint. */
  readonly checksCacheOptions?: boolean;
};

/** The facts that decide which of a provider's caches answers. */
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

/** One cache, by a name that a rule file can use. */
export type ProviderCache = {
  readonly name: string;
  readonly rules: ProviderRules;
  /** `rules` are those of this cache, which a rule file may have changed. By default it answers every request. */
  readonly applies?: (request: CachedRequest, rules: ProviderRules) => boolean;
};

export type SeverityRow = {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly source: string;
  readonly dialect?: DialectName;
  /** Models whose name it matches, without what stands before a slash. */
  readonly models?: RegExp;
};

/** USD for a million tokens. */
export type Rates = {
  readonly input: number;
  readonly write: number;
  /** The part that is kept for an hour. */
  readonly longWrite: number;
  readonly read: number;
  readonly output: number;
};

/** The price of a model that the kept price list lacks, or takes for another. */
export type ListedPrice = {
  /** The model's id without its date. */
  readonly family: string;
  readonly rates: Rates;
  /** Rates of a whole request whose prompt, cached tokens included, is longer than this. */
  readonly above?: { readonly tokens: number; readonly rates: Rates };
  /** Who says so, and in which month. */
  readonly source: string;
};

export type LiveAccess = {
  /** Wire formats that a live run sends there; a scenario that names no provider gets the first that has its format. */
  readonly wires: readonly DialectName[];
  readonly publicUrl: string;
  readonly keyVariable: string;
  readonly urlVariable: string;
  readonly credential: (key: string) => Header;
  /** The wire format on which it says why a prompt was not read, if asked. */
  readonly diagnoses?: "anthropic-messages" | "openai-responses";
};

/** The tokens that one answer of the mocked provider read, wrote and held. */
export type MockedCounters = {
  readonly read: number;
  readonly write: number;
  readonly total: number;
  /** Of the answer. */
  readonly reasoning: number;
  readonly engine: ProviderRules["engine"];
  readonly tellsWrites: boolean;
};

export type ChatSpelling = {
  /** Members of `usage` besides the three totals. By default OpenAI's. */
  readonly usage?: (counters: MockedCounters) => JsonObject;
  /** Where a stream has its usage: in a chunk of its own if asked (the default), with the last choice, inside it, or twice as Groq has it. */
  readonly usagePlace?: "last-choice" | "in-choice" | "both";
  /** The member that shows reasoning. Missing by default. */
  readonly reasoning?: "reasoning_content" | "reasoning";
  /** Members of OpenAI's that it does not send. */
  readonly omits?: readonly string[];
};

export type PromptLimit = { readonly models: RegExp; readonly tokens: number };

export type LongPrompt = { readonly dialect: string; readonly tokens: number; readonly most: number };

/** A well-formed request on one of OpenAI's wire formats. */
export type VendorRequest = { readonly model: string; readonly layout: Layout };
