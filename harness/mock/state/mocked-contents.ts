import type { Refusal } from "../../providers/refusal.ts";
import {
  type CachedContent,
  CachedContents,
  type ContentResult,
  NOT_FOUND,
  type ResourceFault,
} from "../../cache-model/engines/cached-contents.ts";
import { estimateTokens } from "../../cache-model/estimate-tokens.ts";
import type { Prediction } from "../../cache-model/prompt-cache.ts";
import { wireNamed } from "../../wires/list.ts";
import { readParameter } from "../../cache-model/prompt/read-parameter.ts";
import { geminiResourceRules } from "../../cache-model/rules/resource-rules.ts";
import { geminiImplicitRules } from "../../providers/gemini/cache-rules.ts";
import { modelledCaches } from "../../cache-model/rules/rules-of.ts";
import type { ProviderCache } from "../../providers/provider.ts";
import type { TokenCounter } from "../../cache-model/token-counter.ts";
import type { PromptRequest, ResourceCall } from "../mock-wire.ts";

/** Gemini's explicit resources, behind their endpoint and behind the generations that name one. */
export class MockedContents {
  readonly #contents: CachedContents;

  constructor(tokens: TokenCounter = estimateTokens, caches: readonly ProviderCache[] = modelledCaches) {
    // A rule file that gives the model another minimum gives it to resources too. Without one they have their own.
    const given = caches.find(({ name }) => name === "gemini")?.rules ?? geminiImplicitRules;
    const keys = given === geminiImplicitRules ? geminiResourceRules.keys : given;
    this.#contents = new CachedContents({ ...geminiResourceRules, keys }, tokens);
  }

  /** The document that answers a call, or the refusal. */
  answer(call: ResourceCall, nowMs: number, project: string): { readonly value: unknown } | Refusal {
    const contents = this.#contents;
    switch (call.does) {
      case "create":
        return told(contents.create(call.layout, nowMs, project));
      case "update":
        return told(contents.update(call.name, call.layout, nowMs, project));
      case "get": {
        const content = contents.get(call.name, nowMs, project);
        return content === null ? refused(NOT_FOUND) : { value: written(content) };
      }
      case "delete":
        return contents.delete(call.name, nowMs, project) ? { value: {} } : refused(NOT_FOUND);
      case "list":
        return { value: { cachedContents: contents.list(nowMs, project).map(written) } };
    }
  }

  /** The read of a generation from the resource that it names; null if it names no resource. */
  use({ layout, model }: PromptRequest, nowMs: number, project: string): Prediction | Refusal | null {
    const { resourceParameter } = wireNamed(layout.dialect);
    if (resourceParameter === undefined || (readParameter(layout, resourceParameter) ?? null) === null) return null;
    const used = this.#contents.use(layout, { model, nowMs, project });
    if ("fault" in used) return refused(used.fault);
    return {
      usage: used.usage,
      hit: null,
      missed: null,
      uncacheable: null,
      startMs: nowMs,
      writes: [],
      sequence: null,
      refreshes: [],
    };
  }
}

function told(made: ContentResult): { readonly value: unknown } | Refusal {
  return "fault" in made ? refused(made.fault) : { value: written(made.made) };
}

function refused({ status, code, message }: ResourceFault): Refusal {
  return { status, type: code, message };
}

/** Members: ai.google.dev, REST resource cachedContents. The contents themselves are never shown again. */
function written({ name, displayName, model, tokens, createdMs, expiresMs }: CachedContent): unknown {
  const at = (ms: number): string => new Date(ms).toISOString();
  return {
    name,
    displayName,
    model,
    createTime: at(createdMs),
    updateTime: at(createdMs),
    expireTime: at(expiresMs),
    usageMetadata: { totalTokenCount: tokens },
  };
}
