/**
 * Freezes a value and all it holds, and returns it. Bytes are left out: the language has no frozen view of a buffer, so
 * code that promises immutable bytes must own a copy of them.
 */
export function deepFreeze<T>(value: T): T {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== "object" || next === null || ArrayBuffer.isView(next) || Object.isFrozen(next)) continue;
    Object.freeze(next);
    open.push(...Object.values(next));
  }
  return value;
}
