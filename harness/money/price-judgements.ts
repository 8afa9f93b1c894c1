import type { Judgement } from "../kernel/judgement.ts";

/** Judgements with what their breaks cost in money. The price list is megabytes, and is read only where there is a break. */
export async function priceJudgements(judgements: readonly Judgement[]): Promise<readonly Judgement[]> {
  if (judgements.every(({ breakCost }) => breakCost === null)) return judgements;
  const { pricedBreak } = await import("./priced-break.ts");
  return judgements.map((judgement) => {
    const { breakCost, provider } = judgement;
    return breakCost === null ? judgement : { ...judgement, breakCost: pricedBreak(breakCost, provider) };
  });
}
