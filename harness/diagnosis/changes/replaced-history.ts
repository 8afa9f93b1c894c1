import type { ReadBlock } from "../reading/read-block.ts";
import { type ReadMessage, saysAnything } from "../reading/read-messages.ts";
import { isTagged } from "../text/tagged-sections.ts";
import type { Change } from "./change.ts";
import { isRelated } from "./kinship.ts";

/** A run of the parent's messages in whose place the child has fewer, with other content. */
export type ReplacedHistory = {
  readonly explains: readonly Change[];
  /** The parent's messages of the run. */
  readonly lost: number;
  /** The child's in their place; a prompt of its own behind them is not counted. */
  readonly instead: number;
};

/** `silent`: the message is there and holds nothing but reminders, which every client writes anew. */
type HistoryOutcome = "kept" | "lost" | "silent";

type Run = { readonly from: number; readonly to: number; readonly lost: number };

/**
 * Finds the history that a summary replaced: at least two messages, one of them the assistant's, from the beginning or before
 * messages that were kept. A history that was cut at its end and continued differently does not count.
 */
export function findReplacedHistory(
  changes: readonly Change[],
  parentMessages: () => readonly ReadMessage[],
  childMessages: () => readonly ReadMessage[],
): ReplacedHistory | null {
  const own = changes.filter(({ segment }) => segment === "messages");
  if (own.length < 2) return null;
  const parent = parentMessages();
  const fates = fatesOf(parent, own);
  const run = firstLostRun(parent, fates);
  if (run === null) return null;
  // Where tools or system differ too and not even a reminder is left, this is another conversation.
  if (own.length < changes.length && fates.every((fate) => fate === "lost")) return null;
  const keepsBefore = fates.slice(0, run.from).includes("kept");
  const keepsAfter = fates.slice(run.to).some((fate) => fate !== "lost");
  if (keepsBefore && !keepsAfter) return foldedEnd(own, run, childMessages()[run.from]);

  const [from, to] = [keepsBefore ? run.from : 0, keepsAfter ? run.to : Number.POSITIVE_INFINITY];
  const explains = own.filter(({ place, is }) => place >= from && (place < to || (place === to && is === "added")));
  const first = childMessages().find(saysAnything);
  if (repeats(keepsAfter ? newBlocks(explains) : (first?.blocks ?? []), parent)) return null;
  const instead = keepsAfter ? newOnes(explains) : Math.max(1, childMessages().filter(saysAnything).length - 1);
  const hasText = keepsAfter ? instead > 0 : childMessages().some(({ blocks }) => blocks.some(isSpoken));
  return hasText && instead < run.lost ? { explains, lost: run.lost, instead } : null;
}

/** All behind messages that were kept may give way to a summary, too. There only its words tell it from another branch. */
function foldedEnd(changes: readonly Change[], { from, lost }: Run, next?: ReadMessage): ReplacedHistory | null {
  if (next === undefined || isByModel(next) || !next.blocks.some(isSummary)) return null;
  return { explains: changes.filter(({ place }) => place >= from), lost, instead: 1 };
}

/** Where a text says what it is; a request for a summary is not one. */
const BEGINNING = 300;
const SUMMARY = /(?<![\p{L}\d])(?:summar(?:y|i[sz]ed)|condensed|compacted)(?![\p{L}\d])/iu;
const ASKED_FOR = /\b(?:write|give|create|provide|produce|make|generate|prepare|need|want)\b[^.\n]{0,60}\bsummary\b/i;

function isSummary({ text, value }: ReadBlock): boolean {
  const begins = (text ?? "").slice(0, BEGINNING);
  return value["type"] === "compaction" || (SUMMARY.test(begins) && !ASKED_FOR.test(begins));
}

function fatesOf(parent: readonly ReadMessage[], changes: readonly Change[]): readonly HistoryOutcome[] {
  const gone = new Set<ReadMessage>();
  const lostBlocks = new Set<ReadBlock>();
  for (const change of changes) {
    if (change.of === "message" && change.is === "removed" && !change.moved) gone.add(change.parent);
    if (change.of !== "block" || change.is === "added") continue;
    if (change.is === "removed" || !isRelated([change.parent], [change.child])) lostBlocks.add(change.parent);
  }
  return parent.map((message) => {
    if (gone.has(message)) return "lost";
    const spoken = message.blocks.filter(isSpoken);
    if (spoken.length === 0) return "silent";
    return spoken.every((block) => lostBlocks.has(block)) ? "lost" : "kept";
  });
}

function isSpoken({ kind, text }: ReadBlock): boolean {
  return kind !== "text" || text === null || !isTagged(text);
}

/** Gemini calls the assistant a model. The items of Responses that hold a call or a thought have no role. */
function isByModel({ role, blocks }: ReadMessage): boolean {
  if (role !== "") return role === "assistant" || role === "model";
  return blocks.some(({ kind }) => kind === "tool-use" || kind === "thinking");
}

function firstLostRun(parent: readonly ReadMessage[], fates: readonly HistoryOutcome[]): Run | null {
  let [from, to, lost, byAssistant] = [-1, -1, 0, false];
  for (let at = 0; at <= fates.length; at += 1) {
    const fate = fates[at] ?? "kept";
    if (fate === "lost") {
      if (lost === 0) from = at;
      to = at + 1;
      lost += 1;
      const message = parent[at];
      byAssistant ||= message !== undefined && isByModel(message);
    } else if (fate === "kept") {
      if (lost >= 2 && byAssistant) return { from, to, lost };
      [lost, byAssistant] = [0, false];
    }
  }
  return null;
}

/** Whether the blocks say only what the parent said elsewhere: a message that lost its neighbours sums up nothing. */
function repeats(blocks: readonly ReadBlock[], parent: readonly ReadMessage[]): boolean {
  const spoken = blocks.filter(isSpoken);
  const known = new Set(parent.flatMap((message) => message.blocks.map(({ key }) => key)));
  return spoken.length > 0 && spoken.every(({ key }) => known.has(key));
}

function newBlocks(changes: readonly Change[]): readonly ReadBlock[] {
  return changes.flatMap((change) => {
    if (change.is === "removed" || change.is === "recut") return [];
    return change.of === "message" ? change.child.blocks : change.of === "block" ? [change.child] : [];
  });
}

/** Messages that hold something new, each once. */
function newOnes(changes: readonly Change[]): number {
  const messages = new Set<ReadMessage>();
  for (const change of changes) {
    if (change.of === "message" && change.is === "added" && !change.moved) messages.add(change.child);
    if (change.of === "block" && change.is !== "removed") messages.add(change.within.child);
  }
  return messages.size;
}
