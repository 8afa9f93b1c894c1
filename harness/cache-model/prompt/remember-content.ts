import { hash } from "node:crypto";
import type { Unit } from "../../kernel/layout.ts";
import { rememberUnit } from "./remember-unit.ts";

/**
 * rememberUnit for what costs more than a digest: a body that is laid out once more, in another buffer, is not looked at again
 * block by block. Holds a bounded number of values, and no bytes.
 */
export function rememberContent<T extends object | string | number | boolean>(
  compute: (body: Buffer, unit: Unit) => T,
): (body: Buffer, unit: Unit) => T {
  const known = new Map<string, T>();
  return rememberUnit((body, unit) => {
    const { start, end } = unit.span;
    if (unit.unit === "envelope" || end - start < SMALL) return compute(body, unit);
    const { segment, kind, marks } = unit;
    const key = `${segment} ${kind} ${marks.length} ${hash("sha256", body.subarray(start, end), "base64url")}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    if (known.size >= MOST) known.clear();
    const value = compute(body, unit);
    known.set(key, value);
    return value;
  });
}

/** In bytes: below, a digest costs what it would save. */
const SMALL = 128;

/** Values kept, over all bodies. */
const MOST = 4_096;
