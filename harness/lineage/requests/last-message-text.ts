import type { Layout, Unit } from "../../kernel/layout.ts";

/** Words of a request for a summary of the conversation, whatever the client. */
const ASKS_FOR_SUMMARY =
  /\b(?:summar(?:y|i[sz])|compact)\w*\b.{0,120}\b(?:conversation|context window|history|transcript)\b|\b(?:conversation|context window|transcript)\b.{0,120}\bsummar(?:y|i[sz])/is;

/** The text of the last message and the system prompt, as far as lineage uses it. */
export type LastMessageText = {
  /** True where the request asks for a summary of what was said so far. */
  readonly asksForSummary: boolean;
};

export function lastMessageText({ body, units }: Layout): LastMessageText {
  const last = units.findLastIndex((unit) => unit.unit === "block");
  const message = units[last]?.segment === "messages" ? units[last].message : null;
  const said: string[] = [];
  for (let at = last; units[at]?.message === message; at -= 1) {
    const unit = units[at];
    if (unit?.unit === "block" && unit.kind === "text")
      said.push(body.toString("utf8", unit.span.start, unit.span.end));
  }
  const opening = systemOf(body, units).slice(0, OPENING);
  return {
    asksForSummary:
      ASKS_FOR_SUMMARY.test(
        said
          .toReversed()
          .map((text) => `${text}\n`)
          .join("")
          .slice(0, HEARD),
      ) || ASKS_FOR_SUMMARY.test(opening),
  };
}

/** As much of the system prompt as its opening may be: a character has four bytes at most. */
function systemOf(body: Buffer, units: readonly Unit[]): string {
  let system = "";
  for (const { unit, segment, span } of units) {
    if (segment === "messages" || system.length >= OPENING) break;
    if (unit === "block" && segment === "system")
      system += body.toString("utf8", span.start, Math.min(span.end, span.start + 4 * OPENING));
  }
  return system;
}

/** Characters that are listened to: a task is stated at the head of a message, a role in the opening of a prompt. */
const HEARD = 4_000;
const OPENING = 400;
