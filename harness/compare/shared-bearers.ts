import type { Envelope } from "../kernel/layout.ts";
import type { Span } from "../kernel/span.ts";
import { sameBytes } from "../wire-scan/common-length.ts";
import { decodeString } from "../wire-scan/decode-string.ts";

/** Whether the members that bear the blocks of two messages are the same and stand at the same places among the others. */
export function bearInStep(parent: Buffer, left: Envelope, child: Buffer, right: Envelope): boolean {
  if (left.bearers.length !== right.bearers.length) return false;
  return left.bearers.every((key, at) => {
    const other = right.bearers[at];
    return (
      other !== undefined &&
      sameBytes(parent, key.start, key.end, child, other.start, other.end) &&
      membersBefore(left, key) === membersBefore(right, other)
    );
  });
}

/**
 * Two messages whose members take in the keys of what bears their blocks, so that the order of all of them is compared. A
 * bearer that only one side has is left out: its blocks are compared by themselves, and a child may add some to the last message.
 */
export function withSharedBearers(
  parent: Buffer,
  left: Envelope,
  child: Buffer,
  right: Envelope,
): readonly [Envelope, Envelope] {
  const [ours, theirs] = [namesOf(parent, left), namesOf(child, right)];
  return [takeIn(left, ours, theirs), takeIn(right, theirs, ours)];
}

function membersBefore({ members }: Envelope, { start }: Span): number {
  let count = 0;
  while (count < members.length && (members[count]?.start ?? start) < start) count += 1;
  return count;
}

function namesOf(body: Buffer, { bearers }: Envelope): readonly string[] {
  return bearers.map(({ start, end }) => decodeString(body, start, end));
}

function takeIn(envelope: Envelope, own: readonly string[], others: readonly string[]): Envelope {
  const shared = envelope.bearers.filter((_, at) => others.includes(own[at] ?? ""));
  const members = [...envelope.members, ...shared].sort((left, right) => left.start - right.start);
  return { ...envelope, members, bearers: [] };
}
