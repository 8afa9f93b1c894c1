import type { Layout, Unit } from "../../kernel/layout.ts";
import { lastMessages } from "./last-messages.ts";

/**
 * The text of a conversation that continues from a summary of another, in any wording: that one was continued, condensed or cut,
 * and the place of its summary. A request *for* a summary has no such text.
 */
const STATES_SUMMARY: readonly RegExp[] = [
  /\b(?:continu|resum|pick(?:ed|ing)? up)\w*\b.{0,80}\b(?:(?:previous|earlier|prior)\s+(?:conversation|session|context)|(?:summary|snapshot)\s+(?:above|below))\b/is,
  /\b(?:conversation|session|context|history|transcript|messages)\b.{0,120}\b(?:is|are|was|were|been)\s+(?:\w+\s+)?(?:summari[sz]ed|compacted|condensed|compressed)\b/is,
  /\b(?:produced|here is|here's|this is|following(?: is)?)\s+(?:an?\s+|the\s+)?(?:\w+\s+)?(?:summary|snapshot)\b.{0,80}\b(?:conversation|session|context|history|progress|thinking|earlier|previous|prior|so far|happened)\b/is,
  /^\s*<(?:\w+[-_])?(?:summary|snapshot)>/i,
];

/** An item or a block in which a provider hands its own summary back. */
const PROVIDERS_SUMMARY = /"type"\s*:\s*"compaction"/;

/** So many messages stand before a conversation goes on from a summary: the summary, a word that it was heard. */
const OPENING = 3;

/** Whether one of the first of the last `count` messages states a summary. Tool results may say anything, so they do not count. */
export function statesSummary(layout: Layout, count: number): boolean {
  return lastMessages(layout, count)
    .slice(0, OPENING)
    .some(({ start, end }) =>
      layout.units.slice(start, end).some((unit) => unit.unit === "block" && saysSummary(layout, unit)),
    );
}

function saysSummary({ body }: Layout, { kind, span }: Extract<Unit, { unit: "block" }>): boolean {
  if (kind !== "text" && kind !== "other") return false;
  const raw = body.toString("utf8", span.start, span.end);
  if (kind === "other") return PROVIDERS_SUMMARY.test(raw);
  const text = raw.replace(BEFORE_TEXT, "").replaceAll("\\n", "\n");
  return STATES_SUMMARY.some((pattern) => pattern.test(text));
}

/** The bytes before the text of a text block in its raw span. */
const BEFORE_TEXT = /^(?:\s*\{.*?"text"\s*:\s*)?"/s;
