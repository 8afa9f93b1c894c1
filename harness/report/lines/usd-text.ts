/** `$43.09`, `$0.0512`, `-$0.0012`: cents from a dollar on. */
export function usdText(usd: number): string {
  const amount = Math.abs(usd);
  return `${usd < 0 ? "-" : ""}$${amount.toFixed(amount >= 1 ? 2 : 4)}`;
}
