import type { Inspection } from "../../../kernel/inspection.ts";

/** What an inspection's turns and breaks cost. The price list is megabytes, and is read only where there is something to price. */
export async function withPrices(inspection: Inspection): Promise<Inspection> {
  const isPriced = inspection.exchanges.some(
    ({ usage, bill, breakCost, unserved, root }) =>
      (usage ?? bill ?? breakCost ?? unserved ?? root?.cost ?? null) !== null,
  );
  return isPriced ? (await import("../../../money/priced-inspection.ts")).pricedInspection(inspection) : inspection;
}
