import { percentText } from "../../kernel/numbers.ts";
import { isBreak } from "../../kernel/finding.ts";
import type { InspectedExchange } from "../../kernel/inspection/inspection.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import { cutAtEnd, cutInMiddle, displayWidth } from "../tables/display-width.ts";
import type { TextLayout } from "../tables/text-layout.ts";
import { usdText } from "../../kernel/text/usd-text.ts";

/**
 * One request while it is recorded: `12   98 %   $0.0041  ok`, in red with its causes if it broke its prefix. Text that does not
 * fit on the line is cut off; the incidents have all of it.
 */
export function watchLine(exchange: InspectedExchange, { paint, columns }: TextLayout): string {
  const { id, ratio, usd } = exchange;
  const observed = ratio?.observed ?? null;
  const share = observed === null ? "?" : percentText(observed);
  const head = `${shortId(id).padStart(4)}  ${share.padStart(5)}  ${(usd === null ? "?" : usdText(usd)).padStart(8)}  `;
  const { text, of, isBroken } = standing(exchange);
  const room = columns - displayWidth(head) - displayWidth(of);
  const words = cutAtEnd(escapeControlChars(text), Math.max(room, LEAST)) + of;
  return head + (isBroken ? paint.bad(words) : words);
}

/** A code and the first words of its cause. */
const LEAST = 16;

function shortId(id: string): string {
  return cutInMiddle(escapeControlChars(id), 24);
}

type Standing = { readonly text: string; readonly of: string; readonly isBroken: boolean };

function standing(exchange: InspectedExchange): Standing {
  const { parent, relation, unread, failed, findings, unserved, suspected } = exchange;
  const plain = (text: string): Standing => ({ text, of: "", isBroken: false });
  if (failed !== null) return plain(`failed: ${failed.status} ${failed.type ?? ""}`.trimEnd());
  if (unread !== null) return plain(`not judged: ${unread}`);
  if (parent === null) return plain("new conversation");
  const of = relation === "turn" ? "" : `, ${relation} of ${shortId(parent)}`;
  const causes = findings.filter(isBreak);
  const told = causes.map(({ code, observed }) => `${code} ${observed}`).join("; ");
  if (causes.length > 0) return { text: told, of, isBroken: relation !== "fresh" };
  if (suspected.length > 0) return { ...plain(`possible break: ${suspected.join(", ")}`), of };
  return { ...plain(unserved === null ? "ok" : "the provider served less than was stored"), of };
}
