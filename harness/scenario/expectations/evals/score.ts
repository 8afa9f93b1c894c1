import { isJsonObject } from "../../../kernel/json.ts";
import { sum } from "../../../kernel/numbers.ts";
import type { ForkRun } from "../../../kernel/run-result.ts";
import type { NumberBound } from "../../decode/number-bound.ts";
import type { Expected, ExpectationOf } from "../expectation.ts";
import { examineFork, type Examiners, noExaminers } from "../output/examine-matcher.ts";
import { describeMatcher, type OutputItem } from "../output/output-matcher.ts";
import { checkBound } from "../parts/check-bound.ts";
import { eachFork, forksLooked } from "../parts/each-fork.ts";
import { notExamined } from "../parts/not-examined.ts";
import { decodeBound, emptyBounds, unproducible } from "../parts/unproducible.ts";
import { boundText } from "./rounds.ts";

const schema = {
  allOf: [{ $ref: "#/definitions/ratioBound" }],
  description: "The weighted share of the matchers of `output` that have a `weight`, of each fork.",
} as const;

export const score: ExpectationOf<typeof schema, NumberBound | null> = {
  name: "score",
  schema,
  kinds: ["fork"],
  decode: decodeBound,
  unproducible: (bound, _scenario, expected) => [
    ...emptyBounds([], { score: bound }, 1),
    ...(bound === null || hasWeight(expected) ? [] : [unproducible(["score"], "key", UNWEIGHTED, ADD_WEIGHT)]),
  ],
  check: (bound, { forks = [], outputItems = [], examiners = noExaminers() }) => {
    if (bound === null) return [];
    const weighted = outputItems.flatMap(({ matcher, weight }) => (weight === null ? [] : [{ matcher, weight }]));
    const shares = forks.map((fork) => shareOf(fork, weighted, examiners));
    if (shares.length > 0 && shares.every(({ share }) => share === "no opinion"))
      return [notExamined("score", boundText(bound), "no matcher with a weight had an opinion", "forks")];
    return [
      checkBound("score", bound, {
        values: shares.map(({ share }) => (share === "no opinion" ? null : share)),
        observed: weighted.length === 0 ? "no matcher of `output` has a weight" : eachFork(shares, ({ text }) => text),
        examined: forksLooked(shares.length),
      }),
    ];
  },
};

const UNWEIGHTED = "counts matchers with a `weight`, and no matcher of `output` has one";
const ADD_WEIGHT = "add `weight: 1` to the matchers that count, or remove the score";

/** `output` names this expectation, so it cannot be imported here. */
function hasWeight({ output }: Expected): boolean {
  return Array.isArray(output) && output.some((item) => isJsonObject(item) && typeof item["weight"] === "number");
}

type Share = { readonly lane: string; readonly share: number | null | "no opinion"; readonly text: string };

/** A matcher without an opinion counts on neither side; one that could not be examined leaves the share unknown. */
function shareOf(
  fork: ForkRun,
  items: readonly (Pick<OutputItem, "matcher"> & { readonly weight: number })[],
  examiners: Examiners,
): Share {
  const seen = items.map((item) => ({ ...item, examined: examineFork(item.matcher, fork, examiners) }));
  const counted = seen.flatMap(({ weight, examined }) =>
    examined.status === "not examined" ? [] : [{ weight, score: examined.score }],
  );
  const whole = sum(counted.map(({ weight }) => weight));
  const share = whole === 0 ? null : sum(counted.map(({ weight, score }) => weight * score)) / whole;
  const parts = seen.map(({ matcher, weight, examined }) => {
    const points = examined.status === "not examined" ? "not examined" : pointsText(examined.score, weight);
    return `${points} for ${describeMatcher(matcher)}${examined.why === null ? "" : ` (${examined.why})`}`;
  });
  const { lane } = fork;
  if (items.length > 0 && counted.length === 0) return { lane, share: "no opinion", text: parts.join("; ") };
  const isKnown = share !== null && !Number.isNaN(share);
  const total = isKnown ? String(Number(share.toFixed(6))) : "unknown";
  return { lane, share: isKnown ? share : null, text: `${total}: ${parts.join("; ")}` };
}

function pointsText(score: number, weight: number): string {
  return Number.isNaN(score) ? `? of ${weight}` : `${Number((score * weight).toFixed(6))} of ${weight}`;
}
