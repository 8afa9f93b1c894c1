import type { JudgedRecording } from "../../kernel/inspection/inspection.ts";

/**
 * The cost of an inspection's turns and breaks. The price list has megabytes, so it is read only if there is something to price.
 */
export async function withPrices(inspection: JudgedRecording): Promise<JudgedRecording> {
  const isPriced = inspection.exchanges.some(
    ({ usage, bill, breakCost, unserved, root }) =>
      (usage ?? bill ?? breakCost ?? unserved ?? root?.cost ?? null) !== null,
  );
  return isPriced ? (await import("../../money/priced-inspection.ts")).pricedInspection(inspection) : inspection;
}
