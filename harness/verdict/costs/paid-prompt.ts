import type { PredictedUsage } from "../../cache-model/predicted-usage.ts";
import { predictedLongWrite, withLifetimes } from "../../cache-model/write-lifetimes.ts";
import type { Evidence } from "../../diagnosis/evidence.ts";
import { promptTokens } from "../../wires/shared/usage/observed-ratio.ts";
import type { PromptTokens } from "../../kernel/breaks/break-cost.ts";
import { type PairLengths, soundUsage } from "./pair-lengths.ts";

/** The prompt of the child as its counters report it, else as the cache model predicts it. */
export function paidPrompt(evidence: Evidence, lengths: PairLengths): PromptTokens {
  return reportedPrompt(evidence) ?? predictedPrompt(lengths);
}

function reportedPrompt({ child }: Evidence): PromptTokens | null {
  const usage = soundUsage(child);
  if (usage === null || usage.read === null || usage.fresh === null) return null;
  if (promptTokens(usage, child.layout.dialect) === null) return null;
  const { read, write, fresh } = usage;
  const { longWrite = null } = withLifetimes(usage, child.layout);
  return { read, write: write ?? 0, fresh, ...(longWrite !== null && { longWrite }) };
}

function predictedPrompt({ predicted: { read, write, longWrite }, total }: PairLengths): PromptTokens {
  return {
    read,
    write,
    fresh: Math.max(0, total - read - write),
    ...(write > 0 && longWrite !== null && { longWrite }),
  };
}

/** A predicted prompt. */
export function promptOf({ read, write, fresh, writeByTtl }: PredictedUsage): PromptTokens {
  const longWrite = predictedLongWrite(writeByTtl);
  return { read, write, fresh, ...(write > 0 && longWrite !== null && { longWrite }) };
}

/**
 * Tokens that were not read were written if the provider writes, and otherwise fresh. A prompt cannot read more than its length.
 * The content with the longest lifetime comes first in a prompt, where the lost content was.
 */
export function withRead({ read, write, fresh, longWrite }: PromptTokens, lost: number): PromptTokens {
  const fromWrite = Math.min(lost, write);
  const fromFresh = Math.min(lost - fromWrite, fresh);
  return {
    read: read + fromWrite + fromFresh,
    write: write - fromWrite,
    fresh: fresh - fromFresh,
    ...(longWrite !== undefined && write > fromWrite && { longWrite: Math.max(0, longWrite - fromWrite) }),
  };
}
