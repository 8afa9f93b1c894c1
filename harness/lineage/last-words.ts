import type { Layout } from "../kernel/layout.ts";

/** Words of a request for a summary of the conversation, whatever the client. */
const ASKS_FOR_SUMMARY =
  /\b(?:summar(?:y|i[sz])|compact)\w*\b.{0,120}\b(?:conversation|context window|history|transcript)\b|\b(?:conversation|context window|transcript)\b.{0,120}\bsummar(?:y|i[sz])/is;

/** What the last message and the system prompt say, as far as lineage listens. */
export type LastWords = {
  /** True where the request asks for a summary of what was said so far. */
  readonly asksForSummary: boolean;
  /** Runs of plain text of the last block, longest first: a parent that gave this task wrote them in a call. */
  readonly phrases: readonly string[];
};

export function lastWords(layout: Layout): LastWords {
  const last = layout.units.findLast((unit) => unit.unit === "block");
  const message = last?.unit === "block" && last.segment === "messages" ? last.message : null;
  let [said, lastSaid] = ["", ""];
  let system = "";
  for (const unit of layout.units) {
    if (unit.unit !== "block") continue;
    const text = (): string => layout.body.toString("utf8", unit.span.start, unit.span.end);
    if (unit.segment === "system" && system.length < HEARD) system += text();
    if (unit.segment === "messages" && unit.message === message && unit.kind === "text") {
      lastSaid = text();
      said += `${lastSaid}\n`;
    }
  }
  return {
    asksForSummary: ASKS_FOR_SUMMARY.test(said.slice(0, HEARD)) || ASKS_FOR_SUMMARY.test(system.slice(0, OPENING)),
    phrases: phrasesOf(lastSaid),
  };
}

/** Characters that are listened to: a task is stated at the head of a message, a role in the opening of a prompt. */
const HEARD = 4_000;
const OPENING = 400;

/** Long enough not to be said by chance. */
const SHORTEST = 16;

function phrasesOf(text: string): readonly string[] {
  const runs = text.split(/\\.|["<>{}[\]\n]/).map((run) => run.trim());
  return runs.filter((run) => run.length >= SHORTEST).sort((left, right) => right.length - left.length);
}
