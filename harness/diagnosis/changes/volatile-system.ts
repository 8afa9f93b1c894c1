import { countOf } from "../text/count-of.ts";
import { differingSpans } from "../text/differing-spans.ts";
import { type VolatileKind, volatileKinds } from "../text/volatile-kind.ts";
import type { Observation } from "../rule.ts";
import { type Change, changesOf } from "./change.ts";

type SpanKinds = readonly (readonly VolatileKind[])[];

/** Several rules ask for the spans of one change. */
const known = new WeakMap<Change, SpanKinds>();

/** The edited system blocks in which every differing span is of one kind, `noun` in words: "a date or time". */
export function explainVolatile(changes: readonly Change[], kind: VolatileKind, noun: string): Observation {
  const explains = changesOf(changes, "system", "edited").filter((change) => {
    const spans = spansOf(change, change.parent.text ?? "", change.child.text ?? "");
    return spans.length > 0 && spans.every((kinds) => kinds.includes(kind));
  });
  const count = explains.reduce((sum, change) => sum + (known.get(change)?.length ?? 0), 0);
  const blocks = countOf(explains.length, "system block");
  return {
    explains,
    observed: `${countOf(count, "span")} in ${blocks} ${count === 1 ? "differs" : "differ"}, each ${noun}`,
  };
}

function spansOf(change: Change, parent: string, child: string): SpanKinds {
  const before = known.get(change);
  if (before !== undefined) return before;
  const spans = differingSpans(parent, child).map((span) => volatileKinds(parent, child, span));
  known.set(change, spans);
  return spans;
}
