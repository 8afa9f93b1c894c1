/** Longest id that a table shows whole. */
const COLUMNS = 44;

/** So much of what all ids share is worth to be said once. */
const WORTH = 8;

/** Ids as a table shows them. */
export type ShortIds = {
  /** The common beginning of all ids, and their common end before the number: shown once. Null for ids that are shown whole. */
  readonly said: string | null;
  readonly of: (id: string) => string;
};

/**
 * Ids of recordings are paths followed by a number, and may differ at any place. The common parts at both ends are left out, then
 * the middle of ids that are still too long, as long as different ids look different.
 */
export function shortIds(ids: readonly string[]): ShortIds {
  if (ids.every((id) => id.length <= COLUMNS)) return { said: null, of: (id) => id };
  const parts = new Map(ids.map((id) => [id, partsOf(id)]));
  const stems = [...new Set([...parts.values()].map(({ stem }) => stem))];
  const head = commonHead(stems);
  const tail = commonTail(stems.map((stem) => stem.slice(head.length)));
  const wholes = new Map([...parts].map(([id, { stem, number }]) => [id, whole({ stem, number, head, tail })]));
  const shorts = new Map([...wholes].map(([id, text]) => [id, withoutMiddle(text)]));
  const alike = Map.groupBy(shorts.keys(), (id) => shorts.get(id) ?? id);
  const of = (id: string): string => {
    const short = shorts.get(id) ?? id;
    return (alike.get(short)?.length ?? 0) > 1 ? (wholes.get(id) ?? id) : short;
  };
  return { said: told(head, tail), of };
}

type Parts = { readonly stem: string; readonly number: string };

/** `#3` at the end distinguishes the exchanges of one conversation. */
function partsOf(id: string): Parts {
  const [number = ""] = /#\d+$/.exec(id) ?? [];
  return { stem: id.slice(0, id.length - number.length), number };
}

function whole({ stem, number, head, tail }: Parts & { readonly head: string; readonly tail: string }): string {
  const rest = stem.slice(head.length, stem.length - tail.length);
  return `${head === "" ? "" : "…"}${rest}${tail === "" ? "" : "…"}${number}`;
}

function withoutMiddle(text: string): string {
  if (text.length <= COLUMNS) return text;
  const start = Math.floor((COLUMNS - 1) / 2);
  return `${text.slice(0, start)}…${text.slice(start - COLUMNS + 1)}`;
}

/** Up to a border of words, so that what is left begins with one. */
function commonHead(texts: readonly string[]): string {
  const length = commonLength(texts);
  const border = (texts[0] ?? "").slice(0, length).search(/[^/:_]*$/);
  return border >= WORTH ? (texts[0] ?? "").slice(0, border) : "";
}

/** From a border of words on, so that what is left ends with one. */
function commonTail(texts: readonly string[]): string {
  const [first = ""] = texts;
  const shared = first.slice(first.length - commonLength(texts, true));
  const border = shared.search(/[./@]/);
  return border === -1 || shared.length - border < WORTH ? "" : shared.slice(border);
}

/** The length of the common beginning or end; 0 for a single text, which shares nothing with another. */
function commonLength([first = "", ...others]: readonly string[], fromEnd = false): number {
  if (others.length === 0) return 0;
  const charAt = (text: string, at: number): string | undefined => text.at(fromEnd ? -1 - at : at);
  let length = first.length;
  for (const text of others) {
    let at = 0;
    while (at < length && charAt(first, at) === charAt(text, at)) at += 1;
    length = at;
  }
  return length;
}

function told(head: string, tail: string): string | null {
  const both = [...(head === "" ? [] : [`begins with ${head}`]), ...(tail === "" ? [] : [`ends with ${tail}`])];
  return both.length === 0 ? null : `each exchange ${both.join(" and ")}${tail === "" ? "" : " before its number"}`;
}
