/** Throws RangeError for the first option that nobody reads: a mistyped window would keep everything in silence. */
export function checkOptions(strategy: string, options: object, names: readonly string[]): void {
  const stranger = Object.keys(options).find((name) => !names.includes(name));
  if (stranger === undefined) return;
  throw new RangeError(`${strategy}: ${stranger} is no option; those are ${names.join(", ")}`);
}
