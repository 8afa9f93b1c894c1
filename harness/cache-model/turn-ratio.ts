import type { TokenCounts } from "../kernel/simulation.ts";
import type { RatioVerdict, TurnRatio } from "../kernel/turn-ratio.ts";
import { allowedRatio, atLeast, efficiency } from "./expected-ratio.ts";

/** Below this a turn found less than half of its prompt in the cache (design.md section 5, CB900). */
export const LOW_RATIO = 0.5;

/** What a turn's hit ratio means, where `isCold` says that there was no entry to read. Null is unknown. */
export function meaningOf(observed: number | null, expected: number | null, isCold: boolean): RatioVerdict {
  if (observed === null) return "unknown";
  if (observed >= LOW_RATIO) return "ok";
  if (expected === 0) return "below-minimum";
  if (isCold) return "cold-parent";
  // Where nobody knows what could have been read, a low ratio may be the most that there was.
  return expected === null ? "unknown" : "low";
}

/** `reusable` tokens are all that the prompt shares with any prompt before it, `readable` what the cache holds of them. */
export function turnRatio(
  recorded: TokenCounts | null,
  prompt: { readonly total: number; readonly minimumTokens: number },
  { reusable, readable }: { readonly reusable: number; readonly readable: number },
): TurnRatio {
  const { read = null, total = null } = recorded ?? {};
  const isRatio = read !== null && total !== null && total > 0 && read >= 0 && read <= total;
  const observed = isRatio ? read / total : null;
  const expected = atLeast(observed, allowedRatio({ shared: reusable, ...prompt }));
  return {
    observed,
    expected,
    efficiency: efficiency(observed, expected),
    verdict: meaningOf(observed, expected, readable === 0),
  };
}
