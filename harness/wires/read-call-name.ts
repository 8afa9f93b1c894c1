import { scanMembers } from "../wire-scan/scan-container.ts";
import { skipValue } from "../wire-scan/skip-value.ts";
import { stringIs } from "../wire-scan/string-is.ts";

const QUOTE = 0x22;

/**
 * The end of an object, and the starts of its strings that name a call and its type; -1 for a missing one. Of two the last
 * counts.
 */
export type CallName = { readonly end: number; readonly callAt: number; readonly typeAt: number };

/** Walks the object that starts at `start`, whose member `id` names a call. */
export function readCallName(body: Buffer, start: number, id: string): CallName {
  let [callAt, typeAt] = [-1, -1];
  const end = scanMembers(body, start, (keyStart, keyEnd, valueStart) => {
    if (body[valueStart] === QUOTE) {
      if (stringIs(body, keyStart, keyEnd, id)) callAt = valueStart;
      else if (stringIs(body, keyStart, keyEnd, "type")) typeAt = valueStart;
    }
    return skipValue(body, valueStart);
  });
  return { end, callAt, typeAt };
}
