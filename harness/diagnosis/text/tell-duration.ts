const UNITS: readonly (readonly [name: string, ms: number])[] = [
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1000],
];

/** `6 min`, `5 min 1 s`, `120 ms`: the two largest units that say something. */
export function tellDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const parts: string[] = [];
  let rest = Math.round(ms / 1000) * 1000;
  for (const [name, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${name}`);
  }
  return parts.slice(0, 2).join(" ");
}
