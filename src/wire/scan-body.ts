import { readElements } from "./read-elements.ts";
import { lastMember, readObject, type RawObject } from "./read-object.ts";
import { skipSpace } from "./skip-value.ts";
import type { Span } from "./span.ts";
import { WireFault } from "./wire-fault.ts";

/** A request body in raw bytes, and where its history lies. Scanned once; every fork of it splices by these offsets. */
export type RawBody = {
  readonly bytes: Buffer;
  readonly object: RawObject;
  /** The elements of the history array, in order. */
  readonly history: readonly Span[];
  /** Where the next element goes: behind the last one, or behind the opening bracket. */
  readonly historyEnd: number;
};

/**
 * Scans a body whose history is the array `historyName` (`messages`; `input` and `contents` on other wires). Where the wire
 * takes a text for it, `elementOf` writes the equivalent element, and the scanned body holds that element in a list:
 * elements cannot follow a text. Throws WireFault if the bytes are not a JSON object, or the array is missing.
 */
export function scanBody(
  bytes: Buffer,
  historyName: string,
  elementOf: ((text: Buffer) => Buffer) | null = null,
): RawBody {
  const object = readObject(bytes, 0);
  const rest = skipSpace(bytes, object.span.end);
  if (rest < bytes.length) throw new WireFault("the object has ended, yet more follows", rest);
  const array = lastMember(object, historyName);
  if (array === null) throw new WireFault(`the body has no ${historyName}`);
  if (elementOf !== null && bytes[array.value.start] === 0x22) {
    const { start, end } = array.value;
    const list = Buffer.concat([Buffer.from("["), elementOf(bytes.subarray(start, end)), Buffer.from("]")]);
    return scanBody(Buffer.concat([bytes.subarray(0, start), list, bytes.subarray(end)]), historyName);
  }
  const history = readElements(bytes, array.value.start);
  return { bytes, object, history, historyEnd: history.at(-1)?.end ?? array.value.start + 1 };
}
