import { formatCount } from "./format-count.ts";

/** `$0`, `$1,243.09`, `$0.0512`, `-$0.0012`: cents from a dollar on. */
export function usdText(usd: number): string {
  return Math.abs(usd) >= 1 ? withDecimals(usd, 2) : fineUsdText(usd);
}

/** The same with four decimals for any amount. A small amount is not nothing: `<$0.0001`. */
export function fineUsdText(usd: number): string {
  const amount = Math.abs(usd);
  if (amount < NOISE) return "$0";
  return amount < LEAST ? `${usd < 0 ? "-" : ""}<$${LEAST}` : withDecimals(usd, 4);
}

/** The least amount that four decimals show. */
const LEAST = 0.0001;

/** Behind a billionth of a dollar the digits are the machine's. */
const NOISE = 5e-10;

function withDecimals(usd: number, decimals: number): string {
  const [whole, rest] = Math.abs(usd).toFixed(decimals).split(".");
  return `${usd < 0 ? "-" : ""}$${formatCount(Number(whole))}.${rest}`;
}
