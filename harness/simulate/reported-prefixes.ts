import type { PromptChain } from "../cache-model/prompt/prompt-chain.ts";
import type { Anchor } from "./fit-lengths.ts";
import type { RecordedUsage } from "./recorded/recorded-usage.ts";

/**
 * Lengths that an exchange reports in addition to that of its last stored prefix: its read, if `readLink` is the entry beyond
 * doubt, and the part that it keeps for an hour.
 */
export function reportedPrefixes(
  chain: Pick<PromptChain, "breakpoints">,
  usage: RecordedUsage | null,
  readLink: number | null,
): readonly Anchor[] {
  const read = usage?.counts.read ?? null;
  if (usage === null || read === null) return [];
  return [...(readLink === null ? [] : [{ link: readLink, tokens: read }]), ...hourEnd(chain, usage, read)];
}

/**
 * Tokens up to the last mark for an hour are kept for one, the rest for minutes (Anthropic, Prompt caching, mixed lifetimes): where
 * both were written, the split ends at that mark. Longer lifetimes stand first, else the marks are not those that were counted.
 */
function hourEnd(
  { breakpoints }: Pick<PromptChain, "breakpoints">,
  { counts, longWrite }: RecordedUsage,
  read: number,
): readonly Anchor[] {
  const { write } = counts;
  const short = breakpoints.findIndex(({ ttl }) => ttl !== HOUR);
  const [last, next] = [breakpoints[short - 1], breakpoints[short]];
  if (last === undefined || next === undefined || next.link <= last.link) return [];
  if (breakpoints.slice(short).some(({ ttl }) => ttl === HOUR)) return [];
  const isSplit = longWrite !== null && write !== null && longWrite > 0 && longWrite < write;
  return isSplit ? [{ link: last.link, tokens: read + longWrite }] : [];
}

const HOUR = "1h";
