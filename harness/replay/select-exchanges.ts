import { HarnessError } from "../kernel/faults/harness-error.ts";
import type { InspectedExchange } from "../kernel/inspection/inspection.ts";

type ExchangeLineage = Pick<InspectedExchange, "id" | "parent" | "relation">;

/**
 * Which exchanges of a recording a run must meet: those that are named; else the parent and all that goes on from it, since
 * what came before was said in another run; else all of them.
 *
 * @throws HarnessError HX305 for an id that the recording does not have
 */
export function selectExchanges(
  exchanges: readonly ExchangeLineage[],
  {
    named,
    parent,
    recording,
  }: { readonly named: readonly string[] | null; readonly parent: string | null; readonly recording: string },
): readonly ExchangeLineage[] {
  const ids = new Set(exchanges.map(({ id }) => id));
  const stranger = [...(named ?? []), ...(parent === null ? [] : [parent])].find((id) => !ids.has(id));
  if (stranger !== undefined) throw unknown(stranger, recording);
  if (named !== null) return exchanges.filter(({ id }) => named.includes(id));
  if (parent === null) return exchanges;
  const chosen = new Set([parent]);
  // In recorded order each comes behind the one that it goes on from.
  for (const each of exchanges) if (each.parent !== null && chosen.has(each.parent)) chosen.add(each.id);
  return exchanges.filter(({ id }) => chosen.has(id));
}

function unknown(id: string, recording: string): HarnessError {
  return new HarnessError({
    code: "HX305",
    what: `no exchange ${id} to replay`,
    where: recording,
    fix: "name exchanges by the ids that `forkproof inspect` prints",
    exit: 2,
  });
}
