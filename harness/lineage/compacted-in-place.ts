import type { Link } from "./conversation-roots.ts";
import type { Child, IndexedRequest } from "./requests/request-summary.ts";

/** A summary stands in so many messages: itself, and a word that it was heard. More are old messages that were cleared. */
const MOST = 2;

/**
 * The same conversation, some messages of which gave way to a summary before others that were kept: it says less in their
 * place, and is known by that. A history that was cut says nothing there, and an edited one as much.
 */
export function compactedInPlace(asked: Child, parent: IndexedRequest): Link | null {
  if (!isCondensed(asked, parent)) return null;
  // A request that repeats the last question with a shorter history continues the request that asked it with the whole history.
  const latest = parent.next !== null && isCondensed(asked, parent.next) ? parent.next : parent;
  return { parent: latest, relation: "compaction", certainty: "suspected", asksForSummary: false };
}

function isCondensed(asked: Child, parent: IndexedRequest): boolean {
  const { messages, leads } = asked.digest;
  const before = parent.digest.messages;
  const last = before.at(-1);
  if (last === undefined || asked.agent !== parent.agent) return false;
  // Nearly always: all of it stands where it stood.
  if (leads.at(before.length - 1)?.includes(last) === true) return false;
  // Where it stands nearer to the head, more was lost than is said instead.
  let end = Math.min(messages.length, before.length) - 1;
  while (end >= 0 && leads.at(end)?.includes(last) !== true) end -= 1;
  if (end < 0) return false;
  let kept = 1;
  while (kept <= end && messages.at(end - kept) === before.at(before.length - 1 - kept)) kept += 1;
  let head = 0;
  while (head + kept <= end && messages.at(head) === before.at(head)) head += 1;
  const instead = end + 1 - kept - head;
  return instead >= 1 && instead <= MOST;
}
