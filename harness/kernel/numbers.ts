/** The sum of all values; 0 without any. */
export function sum(values: readonly number[]): number {
  return values.reduce((all, each) => all + each, 0);
}

/** The sum of all values, null where one of them is unknown; 0 without any. */
export function sumOrNull(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>((all, each) => (all === null || each === null ? null : all + each), 0);
}

/** To a billionth of a dollar: what is behind it is the machine's. */
export function roundUsd(usd: number): number;
export function roundUsd(usd: number | null): number | null;
export function roundUsd(usd: number | null): number | null {
  return usd === null ? null : Number(usd.toFixed(9));
}

/** Milliseconds to the microsecond, since more digits are noise. */
export function roundMs(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
