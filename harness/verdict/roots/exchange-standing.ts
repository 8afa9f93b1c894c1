import type { Relation } from "../../kernel/breaks/relation.ts";
import type { InspectedExchange } from "../../kernel/inspection/inspection.ts";

type PlacedExchange = Pick<InspectedExchange, "id" | "relation" | "parent" | "parentBecause">;

/**
 * The relation of exchanges to their parents, for the question whose fault a break is. A conversation that is handed to another
 * model is a `side` of the request it continues, and so is a fork on another model. The former replaces its parent's main line,
 * the latter runs next to it.
 */
export function standings(exchanges: Iterable<PlacedExchange>): (exchange: PlacedExchange) => Relation {
  const asked = new Set<string | null>();
  for (const { relation, parent } of exchanges) if (relation === "side") asked.add(parent);
  const continued = new Set<string | null>();
  if (asked.size > 0)
    for (const each of exchanges) if (continuesSession(each) && asked.has(each.parent)) continued.add(each.parent);
  return ({ relation, parent, parentBecause }) => {
    if (relation !== "side" || parent === null) return relation;
    return continued.has(parent) || parentBecause.includes("directive-of-call") ? "branch" : "turn";
  };
}

function continuesSession({ relation }: Pick<PlacedExchange, "relation">): boolean {
  return relation === "turn" || relation === "compaction";
}
