import type { DialectName } from "../../kernel/layout.ts";
import { hitRatio, type Usage } from "../../kernel/usage.ts";

/**
 * The hit ratio that a response reports. Wires whose prompt counter includes what was cached count what they store as input
 * like any other where they tell no write, so that a write they do not tell is in `fresh` already. On Anthropic's wires it is
 * missing from the sum, and the ratio unknown.
 */
export function observedRatio(usage: Usage, dialect: DialectName | null): number | null {
  const countsAll = dialect !== null && INCLUSIVE.has(dialect);
  return hitRatio(countsAll && usage.write === null ? { ...usage, write: 0 } : usage);
}

const INCLUSIVE: ReadonlySet<DialectName> = new Set(["openai-chat", "openai-responses", "gemini-generate"]);
