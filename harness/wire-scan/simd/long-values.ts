/** The body that was checked last: where its containers and strings of 64 bytes and more start and end, in turn, by their starts. Bodies never change. */
let checked: Buffer | null = null;
let entries: Int32Array = new Int32Array();

/** The last entry that starts where was asked last, or before: a scan asks from front to back. */
let at = 0;

export function noteLongValues(bytes: Buffer, startsAndEnds: Int32Array): void {
  checked = bytes;
  entries = startsAndEnds;
  at = 0;
}

/** The offset behind the long value that starts at `start`; -1 where none was noted. */
export function longValueEnd(bytes: Buffer, start: number): number {
  if (bytes !== checked) return -1;
  if ((entries[at] ?? 0) > start) at = 0;
  if (start - (entries[at] ?? start) > NEAR) at = halve(start);
  while ((entries[at + 2] ?? Infinity) <= start) at += 2;
  return entries[at] === start ? (entries[at + 1] ?? -1) : -1;
}

/** So many bytes hold few entries. */
const NEAR = 4_096;

/** The last entry that starts at `start` or before. */
function halve(start: number): number {
  let [low, high] = [0, entries.length >> 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((entries[2 * middle] ?? 0) <= start) low = middle;
    else high = middle;
  }
  return 2 * low;
}
