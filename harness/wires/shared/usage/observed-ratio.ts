import { wireNamed } from "../../list.ts";
import type { DialectName } from "../../../kernel/layout.ts";
import type { Usage } from "../../../kernel/usage.ts";

/** The hit ratio that a response reports; null where a counter is missing, or the counters cannot be of one prompt. */
export function observedRatio(usage: Usage, dialect: DialectName | null): number | null {
  const total = promptTokens(usage, dialect);
  const { read } = usage;
  return total === null || total <= 0 || read === null || read < 0 || read > total ? null : read / total;
}

/**
 * Tokens of the whole prompt, as a response reports them. Wires whose prompt counter includes what was cached count what they store
 * as input like any other where they report no write, so that an unreported write is in `fresh` already. On Anthropic's wires it
 * is missing from the sum, and the total unknown.
 */
export function promptTokens({ read, write, fresh }: Usage, dialect: DialectName | null): number | null {
  const countsAll = dialect !== null && wireNamed(dialect).promptIncludesCached;
  const stored = write ?? (countsAll ? 0 : null);
  return read === null || stored === null || fresh === null ? null : read + stored + fresh;
}
