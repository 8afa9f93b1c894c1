import type { Call } from "../../lineage/sessions/codec.ts";
import type { JsonObject } from "../../lineage/sessions/json.ts";
import { said } from "./history-mutators.ts";
import type { Mutant } from "./mutant.ts";
import { itemsOf, type RealBody, withItems } from "./real-bodies.ts";

/** Pairs that differ in what stands behind a call at the end of a recorded history, `before` in the parent and `after` in its fork. */
export function behindCall(
  real: RealBody,
  call: Call,
): (before: readonly JsonObject[], after: readonly JsonObject[]) => Pick<Mutant, "parent" | "child"> {
  const { codec } = real;
  const head = [
    ...itemsOf(real),
    ...said(codec, "I look."),
    ...codec.user("Look.", "block"),
    ...codec.answer({ text: null, thinking: null, calls: [call] }),
  ];
  const own = [...said(codec, "Done."), ...codec.user("Go on.", "block")];
  return (before, after) => ({
    parent: withItems(real, [...head, ...before]),
    child: withItems(real, [...head, ...after, ...own]),
  });
}
