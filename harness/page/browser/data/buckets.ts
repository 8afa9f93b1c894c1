import type { PageBar } from "../../page-data.ts";
import type { Recording } from "./recording.ts";

export type Bucket = PageBar;

/** Ratio and cost over time in at most `most` pieces; by number if a request has no time. */
export function buckets(recording: Recording, most: number): readonly Bucket[] {
  const { requests } = recording.data;
  if (requests.length === 0) return [];
  const isTimed = requests.every(({ at }) => at !== null);
  const placeOf = (row: number): number => (isTimed ? (requests[row]?.at ?? 0) : row + 1);
  let [first, last] = [Infinity, -Infinity];
  for (const row of requests.keys()) {
    first = Math.min(first, placeOf(row));
    last = Math.max(last, placeOf(row));
  }
  const number = Math.max(1, Math.min(most, requests.length, isTimed ? Math.ceil((last - first) / 1_000) : Infinity));
  const step = isTimed ? (last - first + 1) / number : Math.ceil((last - first + 1) / number);
  const sums = Array.from({ length: number }, () => ({ requests: 0, read: 0, prompt: 0, usd: 0, priced: 0 }));
  for (const [row, { usage, usd, isPartial }] of requests.entries()) {
    const sum = sums[Math.min(number - 1, Math.floor((placeOf(row) - first) / step))];
    if (sum === undefined) continue;
    sum.requests += 1;
    const [read = null, write = null, fresh = null] = usage ?? [];
    // Sums over inner rounds count, though no ratio of one prompt is in them.
    if (isPartial !== true && read !== null && fresh !== null) {
      sum.read += read;
      sum.prompt += read + (write ?? 0) + fresh;
    }
    if (usd !== null) {
      sum.usd += usd;
      sum.priced += 1;
    }
  }
  return sums.map(({ requests: all, read, prompt, usd, priced }, at) => ({
    isTimed,
    start: first + at * step,
    end: first + (at + 1) * step,
    requests: all,
    ratio: prompt === 0 ? null : read / prompt,
    usdPerThousand: priced === 0 ? null : (usd / priced) * 1_000,
  }));
}

/** Where a request stands on the axis of the buckets. */
export function placeOnAxis(recording: Recording, row: number, [first]: readonly Bucket[]): number {
  return first?.isTimed === true ? (recording.request(row).at ?? 0) : row + 1;
}
