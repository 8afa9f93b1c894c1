import { fineUsdText } from "../../kernel/text/usd-text.ts";
import type { ComparedRoot, NothingLost, RootPlace, RootTotals } from "../../kernel/roots/compared-root.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import { pluralize, formatCount } from "../../kernel/text/format-count.ts";
import { labelled, type TextLayout } from "../tables/text-layout.ts";

/** Where a new conversation begins to differ from an earlier one, and what that cost; no line where nothing differs. */
export function rootLines(root: ComparedRoot | null, sheet: TextLayout): readonly string[] {
  const [first] = root?.differs ?? [];
  if (root === null || first === undefined) return [];
  const others = root.differs.length - 1;
  const more = others === 0 ? "" : ` (and ${pluralize(others, "other difference")})`;
  const place = `first difference to conversation ${root.comparedWith} in ${first.pointer}`;
  const text = `${place}: ${first.code} ${first.slug}, ${first.observed}${more}; ${priceText(root)}`;
  return labelled("note", escapeControlChars(text), 8, sheet);
}

function priceText({ cost, nothingLost }: ComparedRoot): string {
  if (cost === null) return nothingLost === null ? "cost unknown" : `nothing lost: ${WHY[nothingLost]}`;
  const paid = `about ${pluralize(cost.lostTokens, "token")} of tools and system paid again`;
  return cost.usd === null ? paid : `${paid}, about ${fineUsdText(cost.usd)}`;
}

const WHY: Readonly<Record<NothingLost, string>> = {
  expired: "the earlier entry had expired",
  "below-minimum": "tools and system are shorter than the model caches",
  "not-stored": "no breakpoint ends in tools or system",
  "another-cache": "the two use different caches",
  read: "all of it was read",
};

/** `3 compared with an earlier one, 1 with the same tools and system; /system/0 differs in 3 …`; null if no root was compared. */
export function rootsText({ compared, identical, places }: RootTotals): string | null {
  if (compared === 0) return null;
  const counts = `${pluralize(compared, "new conversation")} compared with an earlier one: ${formatCount(identical)} with the same tools and system`;
  return escapeControlChars([counts, ...places.map(placeText)].join("; "));
}

function placeText({ pointer, code, conversations, tokens, usd }: RootPlace): string {
  const differs = `${pointer} differs in ${pluralize(conversations, "conversation")} (${code})`;
  if (tokens === null) return differs;
  return `${differs}, about ${pluralize(tokens, "token")} paid again${usd === null ? "" : `, about ${fineUsdText(usd)}`}`;
}
