import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { BaselineComparison, BaselineDelta } from "../../kernel/baseline-comparison.ts";
import type { ShardResult } from "./shard-result.ts";

/**
 * What the shards of a run found against their baseline, as one run without shards finds it; null if they have no baseline.
 *
 * @throws HarnessError HX525 if only some have one, or they have different ones
 */
export function mergeComparisons(shards: readonly ShardResult[]): BaselineComparison | null {
  const found = shards.flatMap(({ file, result: { baseline } }) =>
    baseline === undefined ? [] : [{ file, baseline }],
  );
  const [first] = found;
  if (first === undefined) return null;
  const other = shards.find(({ result: { baseline } }) => !isSameSource(baseline, first.baseline));
  if (other !== undefined) {
    throw new HarnessError({
      code: "HX525",
      what: `this shard was not compared with the baseline of ${first.file}`,
      where: other.file,
      fix: "run all shards with the same --baseline",
      exit: 2,
    });
  }
  const all = found.map(({ baseline }) => baseline);
  // Each shard sees all lines whose jobs are gone.
  const deltas = [...new Map(all.flatMap(each).map((delta) => [JSON.stringify(delta), delta])).values()];
  const vanished = deltas.filter(isVanished).length;
  const pairs = all.reduce((sum, one) => sum + one.compared - one.deltas.filter(isVanished).length, 0);
  const skipped = all.reduce((sum, one) => sum + (one.skipped ?? 0), 0);
  const { skipped: _own, ...baseline } = first.baseline;
  return {
    ...baseline,
    compared: pairs + vanished,
    ...(skipped > 0 && { skipped }),
    deltas: deltas.toSorted(inOrder),
  };
}

function each({ deltas }: BaselineComparison): readonly BaselineDelta[] {
  return deltas;
}

function isSameSource(one: BaselineComparison | undefined, other: BaselineComparison): boolean {
  return one !== undefined && one.file === other.file && one.of === other.of && one.sameDates === other.sameDates;
}

function isVanished({ what }: BaselineDelta): boolean {
  return what === "vanished";
}

/** Gates first; then what changed, what vanished, what is new; each by id. What changed in one job keeps its order. */
function inOrder(one: BaselineDelta, other: BaselineDelta): number {
  const rank = ({ gates, what }: BaselineDelta): number =>
    (gates ? 0 : 3) + (what === "vanished" ? 1 : what === "new" ? 2 : 0);
  return rank(one) - rank(other) || (one.id < other.id ? -1 : Number(one.id > other.id));
}
