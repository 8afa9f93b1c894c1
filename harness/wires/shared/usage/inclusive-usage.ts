import { type JsonObject, recordAt } from "../../../kernel/json.ts";
import type { Usage } from "../../../kernel/usage.ts";

/** The first of `values` that is a number: a counter in the vendors' spellings; null if none is a number. */
export function firstCount(...values: readonly unknown[]): number | null {
  const count = values.find((value) => typeof value === "number" && Number.isFinite(value));
  return typeof count === "number" ? count : null;
}

/** The part of a write that is kept for an hour, if a response reports it. */
export function longWrite(told: number | null, write: number | null): Pick<Usage, "longWrite"> {
  return told === null || write === null || write === 0 ? {} : { longWrite: told };
}

/** OpenAI's parts of a write, kept for half an hour or for twelve (openai 7.57.0, since November 2026); `details` are the prompt's. */
export function halfDayWrite(details: JsonObject, write: number | null): Pick<Usage, "longWrite" | "halfDayWrite"> {
  const told = firstCount(recordAt(details, "cache_write_tokens_details")["ttl_12h_tokens"]);
  if (told === null || write === null || write === 0) return {};
  return told > 0 ? { halfDayWrite: Math.min(told, write) } : { longWrite: 0 };
}

/**
 * Usage of a provider that counts cached tokens into `prompt`. The fresh part is known only if the cached part is. Without a
 * reported write, no write is subtracted, since such providers count stored tokens as normal input.
 */
export function inclusiveUsage(counters: {
  readonly prompt: number | null;
  readonly read: number | null;
  readonly write: number | null;
  readonly output: number | null;
}): Usage {
  const { prompt, read, write, output } = counters;
  return { read, write, fresh: prompt === null || read === null ? null : prompt - read - (write ?? 0), output };
}
