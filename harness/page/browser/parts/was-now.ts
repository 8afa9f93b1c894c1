import type { PageText } from "../../page-data.ts";
import { diffTexts, type Piece } from "../data/diff.ts";
import { h } from "../dom.ts";

/** Two texts with their difference marked, side by side where there is room. */
function wasNow(was: readonly Piece[] | null, now: readonly Piece[] | null): HTMLElement {
  return h("div", { class: "was-now" }, side("was", was), side("now", now));
}

/** Two cuts of bodies whose differing part is known. */
export function wasNowTexts(was: PageText | null, now: PageText | null): HTMLElement {
  return wasNow(was && piecesOf(was), now && piecesOf(now));
}

/** Two texts that are compared here. */
export function wasNowCompared(was: string | null, now: string | null): HTMLElement {
  if (was === null || now === null)
    return wasNow(
      was === null ? null : [{ text: was, differs: false }],
      now === null ? null : [{ text: now, differs: false }],
    );
  const pieces = diffTexts(was, now);
  return wasNow(pieces.was, pieces.now);
}

function piecesOf({ text, from, to }: PageText): readonly Piece[] {
  return [
    { text: text.slice(0, from), differs: false },
    { text: text.slice(from, to), differs: true },
    { text: text.slice(to), differs: false },
  ];
}

function side(label: "was" | "now", pieces: readonly Piece[] | null): HTMLElement {
  const mark = label === "was" ? "del" : "ins";
  const text =
    pieces === null
      ? [h("span", { class: "faint" }, "the request ends before this place")]
      : pieces.map(({ text: each, differs }) => (differs && each !== "" ? h(mark, {}, each) : h("span", {}, each)));
  return h(
    "div",
    { class: `text-side ${label}` },
    h("b", { class: "side-label" }, label),
    h("pre", { tabindex: 0 }, ...text),
  );
}
