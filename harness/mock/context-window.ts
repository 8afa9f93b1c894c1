import { undated } from "../cache-model/cache-scope.ts";
import type { Header } from "../kernel/exchange.ts";
import { providerNamed, providers } from "../providers/list.ts";
import type { Refusal } from "../providers/refusal.ts";
import { familyOf } from "../kernel/text/model-family.ts";
import { headerOf } from "./parse-json-body.ts";

/** A model has the window that its maker gives it, at every provider. */
const limits = providers.flatMap(({ promptLimits = [] }) => promptLimits);

/** Models that a beta gives a longer one (@anthropic-ai/sdk 1.12.0: context-1m). */
const LENGTHENED = /^claude-sonnet-4(?:-[05])?$/;

export type LongPrompt = {
  readonly dialect: string;
  readonly provider: string;
  readonly model: string;
  readonly headers: readonly Header[];
};

/** Why a prompt of so many tokens, by our count or estimate, is refused as too long; null where it fits or no limit is known. */
export function findOverflow({ dialect, provider, model, headers }: LongPrompt, tokens: number): Refusal | null {
  const family = familyOf(model);
  const own = limits.find(({ models }) => models.test(family))?.tokens ?? null;
  const most = own !== null && LENGTHENED.test(family) && asksForMillion(headers) ? 1_000_000 : own;
  if (most === null || tokens <= most) return null;
  return providerNamed(provider)?.refuseLength?.({ dialect, tokens, most }) ?? null;
}

function asksForMillion(headers: readonly Header[]): boolean {
  const betas = headerOf(headers, "anthropic-beta").split(",");
  return betas.some((beta) => undated(beta.trim()) === "context-1m");
}
