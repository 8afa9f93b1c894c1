import { isBreak } from "../../kernel/finding.ts";
import type { InspectedExchange } from "../../kernel/inspection/inspection.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import type { TextLayout } from "../tables/text-layout.ts";
import { usdText } from "./usd-text.ts";

/** One request while it is recorded: `12   98 %   $0.0041  ok`, in red with its causes if it broke its prefix. */
export function watchLine(exchange: InspectedExchange, { paint }: TextLayout): string {
  const { id, ratio, usd } = exchange;
  const observed = ratio?.observed ?? null;
  const share = observed === null ? "?" : `${Math.round(observed * 100)} %`;
  const head = `${id.padStart(4)}  ${share.padStart(5)}  ${(usd === null ? "?" : usdText(usd)).padStart(8)}  `;
  const { text, isBroken } = standing(exchange);
  const words = escapeControlChars(text);
  return head + (isBroken ? paint.bad(words) : words);
}

function standing(exchange: InspectedExchange): { readonly text: string; readonly isBroken: boolean } {
  const { parent, relation, unread, failed, findings, unserved } = exchange;
  if (failed !== null) return { text: `failed: ${failed.status} ${failed.type ?? ""}`.trimEnd(), isBroken: false };
  if (unread !== null) return { text: `not judged: ${unread}`, isBroken: false };
  if (parent === null) return { text: "new conversation", isBroken: false };
  const of = relation === "turn" ? "" : `, ${relation} of ${parent}`;
  const causes = findings.filter(isBreak);
  const told = causes.map(({ code, observed }) => `${code} ${observed}`).join("; ");
  if (causes.length > 0) return { text: `${told}${of}`, isBroken: relation !== "fresh" };
  return { text: `${unserved === null ? "ok" : "the provider served less than was stored"}${of}`, isBroken: false };
}
