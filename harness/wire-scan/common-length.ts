/**
 * How many of `length` bytes are equal, from `leftStart` and `rightStart` on: by steps and halving, since the native comparison tells
 * only whether a run is.
 */
export function commonLength(
  left: Buffer,
  leftStart: number,
  right: Buffer,
  rightStart: number,
  length: number,
): number {
  const same = (from: number, to: number): boolean =>
    sameBytes(left, leftStart + from, leftStart + to, right, rightStart + from, rightStart + to);
  return halve(length, same);
}

/** The same from the ends `leftEnd` and `rightEnd` backwards. */
export function commonTail(left: Buffer, leftEnd: number, right: Buffer, rightEnd: number, length: number): number {
  const same = (from: number, to: number): boolean =>
    sameBytes(left, leftEnd - to, leftEnd - from, right, rightEnd - to, rightEnd - from);
  return halve(length, same);
}

/** Bytes that are looked at one by one. A native call takes longer. */
const PROBE = 16;

/** False if the last of the first `common + 1` bytes show that no more than `common` are equal: asked where one of many is sought. */
export function mayShareMore(
  left: Buffer,
  leftStart: number,
  right: Buffer,
  rightStart: number,
  common: number,
): boolean {
  for (let at = common; at >= 0 && at > common - PROBE; at -= 1) {
    const byte = left[leftStart + at];
    if (byte === undefined || byte !== right[rightStart + at]) return false;
  }
  return true;
}

/** True where [leftStart, leftEnd) and [rightStart, rightEnd) hold the same bytes. */
export function sameBytes(
  left: Buffer,
  leftStart: number,
  leftEnd: number,
  right: Buffer,
  rightStart: number,
  rightEnd: number,
): boolean {
  if (leftEnd - leftStart !== rightEnd - rightStart) return false;
  return left.compare(right, rightStart, rightEnd, leftStart, leftEnd) === 0;
}

/** How much is compared at first, where a difference is sought. */
const STEP = 1 << 14;

/** The first place of [0, length) that is part of no equal run that begins at 0. */
function halve(length: number, same: (from: number, to: number) => boolean): number {
  let equal = 0;
  let end = Math.min(STEP, length);
  // Steps find the stretch with the first difference, so that no more than a stretch is read twice.
  while (same(equal, end)) {
    if (end === length) return length;
    equal = end;
    end = Math.min(end + STEP, length);
  }
  // The first difference lies in [equal, end).
  while (end - equal > 1) {
    const middle = (equal + end) >> 1;
    if (same(equal, middle)) equal = middle;
    else end = middle;
  }
  return equal;
}
