import { sum, sumOrNull } from "../numbers.ts";

/** Requests to graders, also those whose answer is not a grade. USD are null if the price of one is unknown. */
export type AskedGraders = { readonly requests: number; readonly usd: number | null };

export function joinAsked(all: readonly AskedGraders[]): AskedGraders {
  return { requests: sum(all.map(({ requests }) => requests)), usd: sumOrNull(all.map(({ usd }) => usd)) };
}
