import type { Observation } from "../../rule.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";
import { type VolatileDifference, volatileDifference, type VolatileKind } from "../../text/volatile-kind.ts";
import type { Change, SystemChange } from "../change.ts";
import { changesInSystem } from "./system-text.ts";

/** Several rules ask for the difference of one change. */
const known = new WeakMap<Change, { readonly difference: VolatileDifference | null }>();

const NOUNS: Readonly<Record<VolatileKind, string>> = {
  time: "a date or time",
  id: "an id",
  path: "a path",
  counter: "a number",
};

/** The system blocks that differ in values alone that change by themselves, where those of `kind` name the difference. */
export function explainVolatile(changes: readonly Change[], kind: VolatileKind): Observation {
  const explains = changesInSystem(changes).filter((change) => differenceOf(change)?.kinds[0] === kind);
  const differences = explains.flatMap((change) => differenceOf(change) ?? []);
  const count = differences.reduce((sum, { places }) => sum + places, 0);
  const kinds = new Set(differences.flatMap((each) => each.kinds));
  const nouns = [...kinds].map((each) => NOUNS[each]).join(" or ");
  const blocks = pluralize(explains.length, "system block");
  return {
    explains,
    observed: `${pluralize(count, "span")} in ${blocks} ${count === 1 ? "differs" : "differ"}, each ${nouns}`,
  };
}

function differenceOf(change: SystemChange): VolatileDifference | null {
  const before = known.get(change);
  if (before !== undefined) return before.difference;
  const [parent, child] = [change.is === "added" ? null : change.parent, change.is === "removed" ? null : change.child];
  const difference = volatileDifference(parent?.text ?? "", child?.text ?? "");
  known.set(change, { difference });
  return difference;
}
