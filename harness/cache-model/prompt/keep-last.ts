/** Two caches ask in turn: the mocked provider's, and the judge's, which plays its requests again. */
const KEPT = 2;

/** Adds a value to what is known of an object, and drops the oldest. */
export function keepLast<Key extends object, Value>(
  known: WeakMap<Key, readonly Value[]>,
  key: Key,
  value: Value,
): void {
  known.set(key, [value, ...(known.get(key) ?? []).slice(0, KEPT - 1)]);
}
