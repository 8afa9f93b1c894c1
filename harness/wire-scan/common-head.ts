import { commonLength } from "./common-length.ts";

type Head = { readonly with: object; readonly length: number };

/** By body: with which other it was last compared, and how many leading bytes they have in common. Bodies never change. */
const heads = new WeakMap<Buffer, Head>();

/** What stands for a body where the body itself must not be held. */
const names = new WeakMap<Buffer, object>();

/** How many leading bytes two bodies have in common. Asked again of the same two, it is told without a look. */
export function commonHead(left: Buffer, right: Buffer): number {
  const known = heads.get(right);
  const name = names.get(left) ?? {};
  if (known?.with === name) return known.length;
  const length = commonLength(left, 0, right, 0, Math.min(left.length, right.length));
  names.set(left, name);
  heads.set(right, { with: name, length });
  return length;
}
