/**
 * Ids in the order in which their requests were sent; as they were stored where not every one tells its time (`sentAtMs`, in
 * stored order). Of those sent at one time the one stored first comes first. What writes an exchange down when it is answered stores a
 * slow one behind those that were sent after it.
 */
export function inSentOrder(ids: readonly string[], sentAtMs: readonly (number | null)[]): readonly string[] {
  const timed = ids.flatMap((id, at) => {
    const sent = sentAtMs[at] ?? null;
    return sent === null ? [] : [{ id, sent }];
  });
  if (timed.length < ids.length || timed.every(({ sent }, at) => sent >= (timed[at - 1]?.sent ?? sent))) return ids;
  return timed.toSorted((left, right) => left.sent - right.sent).map(({ id }) => id);
}
