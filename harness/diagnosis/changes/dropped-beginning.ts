import { type ReadMessage, saysAnything } from "../reading/read-messages.ts";
import { isTagged } from "../text/tagged-sections.ts";
import { type Change, changesOf } from "./change.ts";

/** The parent's messages that the child does not begin with, and what says so. */
export type DroppedBeginning = { readonly count: number; readonly explains: readonly Change[] };

/** Null where the child begins as its parent does, puts something new in front, or left out reminders alone. */
export function droppedBeginning(
  changes: readonly Change[],
  parent: () => readonly ReadMessage[],
  child: () => readonly ReadMessage[],
): DroppedBeginning | null {
  // A message that stands elsewhere was moved.
  if (!changesOf(changes, "message", "removed").some(({ moved }) => !moved)) return null;
  return cutOff(changes, parent()) ?? behindReminders(changes, parent(), child());
}

/** The child begins with the message behind them, of which a part may have changed. */
function cutOff(changes: readonly Change[], parent: readonly ReadMessage[]): DroppedBeginning | null {
  const gone = changesOf(changes, "message", "removed");
  const added = changesOf(changes, "message", "added");
  // An item that only brings declared tools says nothing, and may stay in front.
  const places = [...parent.keys()].filter((at) => parent[at] !== undefined && saysAnything(parent[at]));
  let count = 0;
  while (gone[count] !== undefined && gone[count]?.place === places[count]) count += 1;
  const explains = gone.slice(0, count);
  const kept = places[count];
  if (kept === undefined || explains.every((change) => spokenIn(change.parent) === "")) return null;
  const isReplaced = added.some(({ place, child }) => place <= kept && spokenIn(child) !== "");
  const isMoved = explains.some((change) => added.some(({ child }) => child.key === change.parent.key));
  return isReplaced || isMoved ? null : { count, explains };
}

/** The reminders of the first message stand before a later one, as clients write them that put them at the beginning anew. */
function behindReminders(
  changes: readonly Change[],
  parent: readonly ReadMessage[],
  [first, second]: readonly ReadMessage[],
): DroppedBeginning | null {
  const spoken = first === undefined ? "" : spokenIn(first);
  const count = spoken === "" ? -1 : parent.findIndex((message) => spokenIn(message) === spoken);
  const next = parent[count + 1];
  if (count < 1 || parent.slice(0, count).every((message) => spokenIn(message) === "")) return null;
  if (next !== undefined && next.key !== second?.key) return null;
  return { count, explains: changes.filter(({ segment, place }) => segment === "messages" && place <= count) };
}

/** The text of a message without reminders, which clients rewrite; empty if it holds only reminders. */
function spokenIn({ blocks }: ReadMessage): string {
  return blocks
    .filter(({ kind, text }) => kind !== "text" || text === null || !isTagged(text))
    .map(({ key }) => key)
    .join("\0");
}
