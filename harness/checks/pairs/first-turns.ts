import { LOW_RATIO } from "../../cache-model/expected-ratio.ts";
import { ratioText as rounded } from "../../kernel/numbers.ts";
import type { Judgement } from "../../kernel/judgement.ts";
import type { Warning } from "../../kernel/run-result.ts";
import type { FirstTurn } from "../../scenario/expectations/evidence.ts";

/** The first turn of a recorded fork. */
export function recordedFirstTurn(judgement: Judgement): FirstTurn {
  return { lane: `request ${judgement.child.id}`, judgement };
}

/**
 * CB900: usage was reported, and the first turn read less than half of its prompt. Silent only if the shared prefix is too short to be cached:
 * where nothing is known of the provider's cache, the prefix may have been lost.
 */
export function warnOfLowRatio({ lane, judgement }: FirstTurn): readonly Warning[] {
  const { observed = null, expected = null } = judgement?.ratio ?? {};
  // An expectation of 0 says that the parent's prefix is below the model's minimum.
  if (observed === null || observed >= LOW_RATIO || expected === 0) return [];
  const read = `${lane} read ${rounded(observed)} of its first prompt from the cache`;
  if (expected === null)
    return [{ code: "CB900", message: `${read}; the expected ratio is unknown, since no cache model applies` }];
  const isKept = judgement !== null && judgement.verdict !== "diverged";
  const why = isKept && expected < LOW_RATIO ? "; the prefix is intact, but the directive is longer than it" : "";
  return [{ code: "CB900", message: `${read}; expected ${rounded(expected)}${why}` }];
}

/** CB901 of a turn that is not a fork's first: it read less than it could, and nothing in the requests explains it. */
export function warnOfUnexplainedMiss({ child, findings, ratio }: Judgement): readonly Warning[] {
  const found = findings.find(({ code }) => code === "CB901");
  if (found === undefined) return [];
  const { observed = null, expected = null } = ratio ?? {};
  const read =
    observed === null || expected === null
      ? found.observed
      : `read ${rounded(observed)} of its prompt from the cache; expected ${rounded(expected)}`;
  return [{ code: "CB901", message: `request ${child.id} ${read}; nothing in the requests explains it` }];
}
