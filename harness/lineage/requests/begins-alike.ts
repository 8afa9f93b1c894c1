import type { SaidItem } from "../../wires/shared/said/said-item.ts";
import type { Digest } from "./digest.ts";
import { digestOpening } from "./request-digest.ts";
import { type Child, type IndexedRequest, openingOf } from "./request-summary.ts";

/** So many texts are tried: a first text may have thousands of sentences. */
const MOST = 256;

/** Where a text that was said before may end in a longer one. White space is one blank here. */
const ENDS = /(?<=[^\p{L}\p{N}\s,;]) /gu;

/** How neighbours may be joined: end to end, or with white space between them. */
const BETWEEN = ["", " "];

/** Whether two requests begin with one block, or would if neighbours of one role, or the parts of a message, were one text in either. */
export function beginsAlike({ opening }: Pick<IndexedRequest, "opening">, asked: Child): boolean {
  if (opening === null) return false;
  if (opening === openingOf(asked)) return true;
  for (const each of openingsOf(asked)) if (each === opening) return true;
  return false;
}

/** Digests of the beginnings of the first text, and of the first texts joined. */
function* openingsOf(asked: Child): Generator<Digest> {
  const said = asked.behind(0);
  const by = said[0]?.by ?? "user";
  const texts = textsBefore(
    said.flatMap((message): readonly (SaidItem | null)[] => (message.by === by ? message.items : [null])),
  );
  const [first = ""] = texts;
  for (const { index } of [...first.matchAll(ENDS)].slice(0, MOST)) yield digestOpening(by, first.slice(0, index));
  for (const between of BETWEEN)
    for (let count = 2; count <= Math.min(texts.length, MOST); count += 1)
      yield digestOpening(by, texts.slice(0, count).join(between));
}

/** The texts before anything else. */
function textsBefore(items: readonly (SaidItem | null)[]): readonly string[] {
  const other = items.findIndex((item) => item?.kind !== "text");
  const before = other === -1 ? items : items.slice(0, other);
  return before.flatMap((item) => (item?.kind === "text" ? [item.text] : []));
}
