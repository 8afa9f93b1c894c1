import type { ExchangeList, LeanRecording } from "../../kernel/inspection/exchange-list.ts";
import type { JudgedRecording } from "../../kernel/inspection/inspection.ts";

/**
 * The cost of an inspection's turns and breaks. The price list has megabytes, so it is read only if there is something to price.
 */
export async function withPrices(inspection: JudgedRecording): Promise<JudgedRecording> {
  if (!isPriced(inspection.exchanges)) return inspection;
  return (await import("../../money/priced-inspection.ts")).pricedInspection(inspection);
}

/** The same for a log of any length. */
export async function withLeanPrices(inspection: LeanRecording): Promise<LeanRecording> {
  if (!isPriced(inspection.exchanges)) return inspection;
  return (await import("../../money/priced-inspection.ts")).pricedLean(inspection);
}

function isPriced(exchanges: ExchangeList): boolean {
  for (const { usage, bill, breakCost, unserved, root } of exchanges)
    if ((usage ?? bill ?? breakCost ?? unserved ?? root?.cost ?? null) !== null) return true;
  return false;
}
