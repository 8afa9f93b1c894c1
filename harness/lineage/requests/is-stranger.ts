import type { Digest } from "./digest.ts";
import type { Child, IndexedRequest, RequestSummary } from "./request-summary.ts";

/**
 * Whether a request of the same agent is not the earlier one's continuation: it opens otherwise, makes none of the calls that the other was
 * answered, and the answer that it goes on from is another. It continues a request that was not recorded, since the log begins later or that
 * line of it is damaged. Some words in common are no evidence: models say "Let me look." in every conversation, and call the same tools, so
 * that the ids of calls tell, where there are any.
 */
export function isStranger({ digest, answer }: IndexedRequest, asked: Pick<RequestSummary, "digest">): boolean {
  const { messages, ids } = asked.digest;
  if (answer.length === 0 || messages.at(0) === digest.messages.at(0)) return false;
  const last = lastAnswer(asked);
  if (last === null) return false;
  let hasIds = false;
  for (let at = 0; at < messages.length; at += 1) {
    const made = ids.at(at) ?? [];
    if (made.some((id) => answer.includes(id))) return false;
    hasIds ||= made.length > 0;
  }
  if (hasIds && answer.some((item) => item < 0)) return true;
  return last.from > digest.messages.length || last.items.some((item) => !answer.includes(item));
}

/** The latest answer in a request, and the message that begins it: on some wires each of its items is a message. */
export function lastAnswer({ digest: { byModel, items } }: Pick<Child, "digest">): {
  readonly from: number;
  readonly items: readonly Digest[];
} | null {
  let from = byModel.length;
  while (from > 0 && byModel.at(from - 1) !== true) from -= 1;
  const said: Digest[] = [];
  for (; from > 0 && byModel.at(from - 1) === true; from -= 1) said.push(...(items.at(from - 1) ?? []));
  return said.length === 0 ? null : { from, items: said };
}
