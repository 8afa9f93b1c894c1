import type { Evidence } from "../evidence.ts";
import type { ReadBlock } from "../reading/read-block.ts";
import type { ReadMessage } from "../reading/read-messages.ts";
import type { Change } from "./change.ts";
import { changesInSystem, systemText } from "./system/system-text.ts";

/** Text that stands among the messages of one request and in the system prompt of the other. */
export type MovedText = {
  readonly into: "system" | "messages";
  readonly explains: readonly Change[];
  /** The moved texts, each once: whole messages, and parts of messages that stayed. */
  readonly messages: number;
  readonly parts: number;
  /** Roles of the messages. */
  readonly roles: readonly string[];
};

/** A gateway moves a few notes, not a conversation; each is searched for in the whole system prompt. */
const MOST = 32;

/** Shorter cuts of a text stand in many prompts by chance. */
const LEAST = 12;

/** The text that moved between the messages and the system prompt if that is otherwise equal; null without a move. */
export function findMovedText(evidence: Evidence): MovedText | null {
  const { changes, parent, child } = evidence;
  const inSystem = changesInSystem(changes);
  if (inSystem.length === 0) return null;
  const [removed, added] = [piecesOf(changes, "removed"), piecesOf(changes, "added")];
  // System prompts are long, and mostly nothing else changed.
  if (!isFew(removed) && !isFew(added)) return null;
  const [before, after] = [spaceless(systemText(parent)), spaceless(systemText(child))];
  return (
    moved("system", inSystem, { gone: removed, without: before, within: after }) ??
    moved("messages", inSystem, { gone: added, without: after, within: before })
  );
}

function isFew({ length }: readonly Piece[]): boolean {
  return length > 0 && length <= MOST;
}

/** A text that only one request has among its messages, and the change that says so. */
type Piece = { readonly change: Change; readonly text: string; readonly role: string; readonly isWhole: boolean };

function moved(
  into: MovedText["into"],
  instructions: readonly Change[],
  { gone, without, within }: { readonly gone: readonly Piece[]; readonly without: string; readonly within: string },
): MovedText | null {
  if (!isFew(gone)) return null;
  const found = gone.filter(({ text }) => within.includes(text) && !without.includes(text));
  const rest = found.reduce((left, { text }) => left.replace(text, () => ""), within);
  // If a message has several parts, all must have moved: a remainder would not be a message.
  const explained = new Set(found.map(({ change }) => change));
  const isPartly = gone.some((piece) => explained.has(piece.change) && !found.includes(piece));
  if (found.length === 0 || isPartly || rest !== without) return null;
  const whole = found.filter(({ isWhole }) => isWhole);
  return {
    into,
    explains: [...instructions, ...explained],
    messages: new Set(whole.map(({ change }) => change)).size,
    parts: found.length - whole.length,
    roles: [...new Set(found.map(({ role }) => role))],
  };
}

/** The texts that are gone from (or came into) the messages: of messages, of parts, and what one part lost. */
function piecesOf(changes: readonly Change[], is: "added" | "removed"): readonly Piece[] {
  return changes.flatMap((change): readonly Piece[] => {
    if (change.of === "message" && change.is === is) {
      const message = change.is === "added" ? change.child : change.parent;
      return textsOf(message).map((text) => ({ change, text, role: message.role, isWhole: true }));
    }
    if (change.of !== "block") return [];
    const { role } = change.within.parent;
    const text = change.is === "edited" ? lostText(change, is) : change.is === is ? textOf(blockOf(change)) : "";
    return text === "" ? [] : [{ change, text, role, isWhole: false }];
  });
}

function blockOf(change: Extract<Change, { readonly of: "block"; readonly is: "added" | "removed" }>): ReadBlock {
  return change.is === "added" ? change.child : change.parent;
}

/** The text at one end that is missing in the other text, if the rest is equal. */
function lostText({ parent, child }: { readonly parent: ReadBlock; readonly child: ReadBlock }, is: string): string {
  const [longer, shorter] = is === "removed" ? [parent, child] : [child, parent];
  const [whole, rest] = [textOf(longer), textOf(shorter)];
  if (rest === "" || whole.length - rest.length < LEAST) return "";
  if (whole.endsWith(rest)) return whole.slice(0, whole.length - rest.length);
  return whole.startsWith(rest) ? whole.slice(rest.length) : "";
}

function textsOf({ blocks }: ReadMessage): readonly string[] {
  return blocks.map(textOf).filter((text) => text !== "");
}

function textOf({ kind, text }: ReadBlock): string {
  return kind === "text" ? spaceless(text ?? "") : "";
}

function spaceless(text: string): string {
  return text.replaceAll(/\s+/g, "");
}
