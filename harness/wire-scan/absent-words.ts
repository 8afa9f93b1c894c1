import { commonHead } from "./common-head.ts";

/** Of each body: words that stand nowhere in its first bytes, and how many bytes those are. Bodies never change. */
const absent = new WeakMap<Buffer, Map<string, number>>();

/** Whether a word stands anywhere in a body. Of one that repeats another (`repeatsBytes`) only what is new is searched. */
export function says(body: Buffer, word: string): boolean {
  const known = absent.get(body) ?? new Map<string, number>();
  absent.set(body, known);
  // A word may begin in what was searched and end behind it.
  if (body.includes(word, Math.max(0, (known.get(word) ?? 0) - word.length))) return true;
  known.set(word, body.length);
  return false;
}

/** Notes that a body may repeat another one: words that the other lacks are not searched for in their common part. */
export function repeatsBytes(body: Buffer, like: Buffer): void {
  const lacks = absent.get(like);
  if (lacks === undefined) return;
  const known = absent.get(body) ?? new Map<string, number>();
  absent.set(body, known);
  const common = commonHead(like, body);
  for (const [word, searched] of lacks) known.set(word, Math.max(known.get(word) ?? 0, Math.min(searched, common)));
}
