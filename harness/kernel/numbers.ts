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

/** A ratio with two decimals. It stays on its side of one half, below which it is low, and of 0. */
export function ratioText(ratio: number): string {
  return onItsSide(ratio, 2, [0.5]);
}

/** The same in percent, without decimals: `98 %`, `<1 %`. Less than all does not look like all. */
export function percentText(ratio: number): string {
  return `${onItsSide(ratio * 100, 0, [50, 100])} %`;
}

function onItsSide(value: number, decimals: 0 | 2, edges: readonly number[]): string {
  const unit = 10 ** -decimals;
  const shown = value.toFixed(decimals);
  if (edges.some((edge) => value < edge && Number(shown) === edge)) return (value - unit / 2).toFixed(decimals);
  return value > 0 && Number(shown) === 0 ? `<${unit}` : shown;
}
