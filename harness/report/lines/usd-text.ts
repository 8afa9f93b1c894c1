/** `$0`, `$43.09`, `$0.0512`, `-$0.0012`: cents from a dollar on. */
export function usdText(usd: number): string {
  if (usd === 0) return "$0";
  const amount = Math.abs(usd);
  return `${usd < 0 ? "-" : ""}${amount >= 1 ? `$${amount.toFixed(2)}` : fineUsdText(amount)}`;
}

/** The same with four decimals for any amount, or as many as its first digit needs: a small amount is not nothing. */
export function fineUsdText(usd: number): string {
  const amount = Math.abs(usd);
  const decimals = amount === 0 || amount >= 0.000_05 ? 4 : Math.min(MOST_DECIMALS, Math.ceil(-Math.log10(amount)));
  return `${usd < 0 ? "-" : ""}$${amount.toFixed(decimals)}`;
}

/** One token of the cheapest model costs more than this shows. */
const MOST_DECIMALS = 10;
