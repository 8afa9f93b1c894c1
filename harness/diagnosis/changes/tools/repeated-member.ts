import { decodeString } from "../../../wire-scan/decode-string.ts";
import { scanElements } from "../../../wire-scan/scan-container.ts";
import { skipValue } from "../../../wire-scan/skip-value.ts";
import { skipWhiteSpace } from "../../../wire-scan/skip-white-space.ts";
import { contentStart } from "../../../wire-scan/validate-json.ts";
import { walkMembers } from "../../../wire-scan/walk-members.ts";
import type { Change } from "../change.ts";

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/**
 * Whether a change is about a member that a body writes twice, at the top level or in an element of Gemini's tools: the layout holds
 * the first of them before all blocks, or before its element's, at the pointer of the member (see ScannedBody).
 */
export function isRepeatedMember(change: Change): boolean {
  return repeatedIn(change) !== null;
}

/** The subject of such a change, in words: `its top-level "tools"`; null for any other change. */
export function repeatedIn(change: Change): string | null {
  if (change.of !== "tool" || (change.is !== "added" && change.is !== "removed")) return null;
  const { block, layout } = change.is === "added" ? change.child : change.parent;
  const path = block.pointer.split("/").slice(1);
  const name = path.pop() ?? "";
  if (block.kind !== "other" || timesWritten(layout.body, path, name) < 2) return null;
  return path.length === 0 ? `its top-level "${name}"` : `"${name}" of /${path.join("/")}`;
}

function timesWritten(body: Buffer, path: readonly string[], name: string): number {
  let object = skipWhiteSpace(body, contentStart(body));
  for (const token of path) object = innerValue(body, object, token);
  let times = 0;
  if (body[object] === OPEN_BRACE) {
    walkMembers(body, object, (keyStart, keyEnd) => {
      if (decodeString(body, keyStart, keyEnd) === name) times += 1;
    });
  }
  return times;
}

/** The start of the member or element that a pointer's token names; the container itself if it has no such member. */
function innerValue(body: Buffer, container: number, token: string): number {
  let found = container;
  if (body[container] === OPEN_BRACKET) {
    scanElements(body, container, (index, at) => {
      if (String(index) === token) found = at;
      return skipValue(body, at);
    });
  } else if (body[container] === OPEN_BRACE) {
    walkMembers(body, container, (keyStart, keyEnd, start) => {
      if (decodeString(body, keyStart, keyEnd) === token) found = start;
    });
  }
  return found;
}
