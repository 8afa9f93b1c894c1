import type { Layout } from "../../kernel/layout.ts";
import { familyOf } from "../../kernel/text/model-family.ts";
import { findModelRule } from "../../providers/rules/find-model-rule.ts";
import { chainOf } from "../prompt/prompt-chain.ts";
import type { PredictedUsage } from "../predicted-usage.ts";
import { readModel, readParameter } from "../prompt/read-parameter.ts";
import type { ResourceRules } from "../rules/resource-rules.ts";
import type { TokenCounter } from "../token-counter.ts";

/** A prefix that a caller stored under a name: Gemini's `cachedContents`. */
export type CachedContent = {
  /** Such as `cachedContents/1`. */
  readonly name: string;
  /** The name that its creator gave it; may be empty. */
  readonly displayName: string;
  readonly model: string;
  /** Tokens that every use reports as read. */
  readonly tokens: number;
  readonly createdMs: number;
  readonly expiresMs: number;
};

/** Why a provider refuses, in its own words; nothing was read or stored. */
export type ResourceFault = {
  readonly status: 400 | 403;
  readonly code: "INVALID_ARGUMENT" | "PERMISSION_DENIED";
  readonly message: string;
};

export type ContentResult = { readonly made: CachedContent } | { readonly fault: ResourceFault };

export type ContentUse =
  | { readonly usage: PredictedUsage; readonly content: CachedContent }
  | { readonly fault: ResourceFault };

type StoredContent = CachedContent & { readonly project: string };

/**
 * Explicit resources on a virtual clock. A use reads exactly the resource, whatever else is cached; it needs the same
 * model, and brings no system instruction, tools or tool configuration of its own.
 */
export class CachedContents {
  readonly #held = new Map<string, StoredContent>();
  readonly #rules: ResourceRules;
  readonly #tokens: TokenCounter;
  #made = 0;
  /** Token-hours of resources that are gone. */
  #storedBefore = 0;

  constructor(rules: ResourceRules, tokens: TokenCounter) {
    this.#rules = rules;
    this.#tokens = tokens;
  }

  /** `request` is the layout of a create call's body; `ttl` in it is such as `300s`, `expireTime` a time in RFC 3339. */
  create(request: Layout, nowMs: number, project = ""): ContentResult {
    this.#sweep(nowMs);
    const tokens = this.#count(request).total;
    const { minimumTokens } = findModelRule(this.#rules.keys, readModel(request)).rule;
    if (tokens < minimumTokens) return { fault: tooSmall(tokens, minimumTokens) };
    const expiresMs = this.#expiry(request, nowMs);
    if (typeof expiresMs !== "number") return { fault: expiresMs };
    this.#made += 1;
    const name = `cachedContents/${this.#made}`;
    const called = readParameter(request, "displayName");
    const displayName = typeof called === "string" ? called : "";
    const model = readModel(request);
    const made: StoredContent = { name, displayName, model, tokens, createdMs: nowMs, expiresMs, project };
    this.#held.set(name, made);
    return { made };
  }

  /** The resource as long as it lives, for the project that made it. */
  get(name: string, nowMs: number, project = ""): CachedContent | null {
    const held = this.#held.get(name);
    return held === undefined || held.project !== project || held.expiresMs <= nowMs ? null : held;
  }

  /** Those of a project that live, oldest first. */
  list(nowMs: number, project = ""): readonly CachedContent[] {
    return [...this.#held.keys()].flatMap((name) => this.get(name, nowMs, project) ?? []);
  }

  /** Gives a resource another end; `request` holds `ttl` or `expireTime`. */
  update(name: string, request: Layout, nowMs: number, project = ""): ContentResult {
    const known = this.get(name, nowMs, project);
    if (known === null) return { fault: NOT_FOUND };
    const expiresMs = this.#expiry(request, nowMs);
    if (typeof expiresMs !== "number") return { fault: expiresMs };
    const made: StoredContent = { ...known, expiresMs, project };
    this.#held.set(name, made);
    return { made };
  }

  /** False if there is no such resource. */
  delete(name: string, nowMs: number, project = ""): boolean {
    const known = this.get(name, nowMs, project);
    if (known === null) return false;
    this.#storedBefore += tokenHours(known, nowMs);
    return this.#held.delete(name);
  }

  /** The read of a generation that names a resource. `model` is the one that its path names. */
  use(request: Layout, { model, nowMs, project = "" }: { model: string; nowMs: number; project?: string }): ContentUse {
    const name = readParameter(request, "cachedContent");
    const content = typeof name === "string" ? this.get(name, nowMs, project) : null;
    if (content === null) return { fault: NOT_FOUND };
    if (bringsItsOwn(request)) return { fault: BESIDE };
    if (familyOf(model) !== familyOf(content.model)) return { fault: otherModel(model, content.model) };
    const own = this.#count(request).total;
    const total = content.tokens + own;
    return { content, usage: { read: content.tokens, write: 0, fresh: own, total, writeByTtl: {} } };
  }

  /** Token-hours stored until now, by all resources that were ever made: the unit in which storage is billed. */
  storedTokenHours(nowMs: number): number {
    return [...this.#held.values()].reduce((sum, held) => sum + tokenHours(held, nowMs), this.#storedBefore);
  }

  #count(request: Layout): { readonly total: number } {
    return chainOf(request, { rules: this.#rules.keys, tokens: this.#tokens, workspace: "" });
  }

  #expiry(request: Layout, nowMs: number): number | ResourceFault {
    const at = readParameter(request, "expireTime");
    if (typeof at === "string" && !Number.isNaN(Date.parse(at))) return Date.parse(at);
    const ttl = readParameter(request, "ttl");
    if (ttl === undefined && at === undefined) return nowMs + this.#rules.defaultTtlMs.value;
    const seconds = typeof ttl === "string" ? /^(\d+(?:\.\d+)?)s$/.exec(ttl)?.[1] : undefined;
    return seconds === undefined
      ? invalid(`Invalid value at 'cached_content.ttl': ${String(ttl ?? at)}`)
      : nowMs + Number(seconds) * 1000;
  }

  /** Those that ended are only counted; memory follows the live ones. */
  #sweep(nowMs: number): void {
    for (const [name, held] of this.#held) {
      if (held.expiresMs > nowMs) continue;
      this.#storedBefore += tokenHours(held, nowMs);
      this.#held.delete(name);
    }
  }
}

function tokenHours({ tokens, createdMs, expiresMs }: CachedContent, nowMs: number): number {
  return (tokens * Math.max(0, Math.min(nowMs, expiresMs) - createdMs)) / 3_600_000;
}

function bringsItsOwn(request: Layout): boolean {
  const isPrefix = request.units.some(({ segment }) => segment !== "messages");
  return isPrefix || readParameter(request, "toolConfig") !== undefined;
}

function invalid(message: string): ResourceFault {
  return { status: 400, code: "INVALID_ARGUMENT", message };
}

function tooSmall(tokens: number, minimum: number): ResourceFault {
  return invalid(`Cached content is too small. total_token_count=${tokens}, min_total_token_count=${minimum}`);
}

function otherModel(asked: string, stored: string): ResourceFault {
  return invalid(`The model of the request (${asked}) and of the CachedContent (${stored}) must be the same.`);
}

/** A provider's answer about a resource that is missing, has expired, or belongs to another. */
export const NOT_FOUND: ResourceFault = {
  status: 403,
  code: "PERMISSION_DENIED",
  message: "CachedContent not found (or permission denied)",
};

const BESIDE: ResourceFault = invalid(
  "CachedContent can not be used with GenerateContent request setting system_instruction, tools or tool_config.",
);
