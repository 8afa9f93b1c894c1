/**
 * Gives each of `wanted` one of `offered` that fits, and no two the same: augmenting paths, so that an early choice never blocks a
 * later one. Returns the first that cannot be served, or null.
 */
export function assignAll<Wanted, Offered>(
  wanted: readonly Wanted[],
  offered: readonly Offered[],
  fits: (wanted: Wanted, offered: Offered) => boolean,
): Wanted | null {
  const takenBy = new Map<number, Wanted>();
  const place = (each: Wanted, tried: Set<number>): boolean =>
    offered.some((one, at) => {
      if (tried.has(at) || !fits(each, one)) return false;
      tried.add(at);
      const holder = takenBy.get(at);
      if (holder !== undefined && !place(holder, tried)) return false;
      takenBy.set(at, each);
      return true;
    });
  return wanted.find((each) => !place(each, new Set())) ?? null;
}
