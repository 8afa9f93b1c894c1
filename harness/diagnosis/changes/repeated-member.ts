import { decodeString } from "../../wire-scan/decode-string.ts";
import { skipWhiteSpace } from "../../wire-scan/skip-white-space.ts";
import { contentStart } from "../../wire-scan/validate-json.ts";
import { walkMembers } from "../../wire-scan/walk-members.ts";
import type { Change } from "./change.ts";

/**
 * Whether a change is about a top-level member that a body writes twice: the layout holds the first of them before all blocks, at the
 * pointer of the member (see ScannedBody).
 */
export function isRepeatedMember(change: Change): boolean {
  return memberOf(change) !== null;
}

/** Such a member's name; null for any other change. */
export function memberOf(change: Change): string | null {
  if (change.of !== "tool" || (change.is !== "added" && change.is !== "removed")) return null;
  const { block, layout } = change.is === "added" ? change.child : change.parent;
  const name = block.pointer.slice(1);
  return block.kind === "other" && timesWritten(layout.body, name) > 1 ? name : null;
}

function timesWritten(body: Buffer, name: string): number {
  let times = 0;
  walkMembers(body, skipWhiteSpace(body, contentStart(body)), (keyStart, keyEnd) => {
    if (decodeString(body, keyStart, keyEnd) === name) times += 1;
  });
  return times;
}
