import { commonLength } from "./common-length.ts";

type Head = { readonly with: object; readonly length: number };

/** By body: with which other it was last compared, and how many leading bytes they have in common. Bodies never change. */
const heads = new WeakMap<Buffer, Head>();

/** A small object per body, so that `heads` keeps no body in memory. */
const names = new WeakMap<Buffer, object>();

/** The number of leading bytes that two bodies share. The result for the same two bodies is memoized. */
export function commonHead(left: Buffer, right: Buffer): number {
  const known = heads.get(right);
  const name = names.get(left) ?? {};
  if (known?.with === name) return known.length;
  const length = commonLength(left, 0, right, 0, Math.min(left.length, right.length));
  names.set(left, name);
  heads.set(right, { with: name, length });
  return length;
}
