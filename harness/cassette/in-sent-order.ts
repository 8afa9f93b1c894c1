import type { Recording } from "../kernel/exchange.ts";

/**
 * Ids in the order in which their requests were sent. In stored order if not every exchange has a time or a number (`sentAtMs`,
 * in stored order). Of those sent at one time, the one stored first comes first. A recorder that stores an exchange when it is
 * answered stores a slow one after later requests: `reordered` counts these.
 */
export function inSentOrder(
  ids: readonly string[],
  sentAtMs: readonly (number | null)[],
): Pick<Recording, "ids" | "reordered"> {
  const timed = ids.flatMap((id, at) => {
    const sent = sentAtMs[at] ?? null;
    return sent === null ? [] : [{ id, sent }];
  });
  if (timed.length < ids.length) return { ids };
  let latest = -Infinity;
  let reordered = 0;
  for (const { sent } of timed) {
    if (sent < latest) reordered += 1;
    else latest = sent;
  }
  if (reordered === 0) return { ids };
  return { ids: timed.toSorted((left, right) => left.sent - right.sent).map(({ id }) => id), reordered };
}
