import type { Span } from "../../kernel/span.ts";
import { decodeString } from "../../wire-scan/decode-string.ts";
import { scanElements, scanMembers } from "../../wire-scan/scan-container.ts";
import { skipValue } from "../../wire-scan/skip-value.ts";
import { skipWhiteSpace } from "../../wire-scan/skip-white-space.ts";
import { stringIs } from "../../wire-scan/string-is.ts";
import { contentStart } from "../../wire-scan/validate-json.ts";
import { walkMembers } from "../../wire-scan/walk-members.ts";
import { excise, type MemberPlace } from "../shared/layout/read-mark.ts";

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const QUOTE = 0x22;
const LETTER_F = 0x66;
const COMMA = Buffer.from(",");
const LIST = Buffer.from("[");
const LIST_END = Buffer.from("]");

/** The response that a request continues instead of repeating it; null where it says all there is to say. */
export function previousResponse(request: Buffer): string | null {
  const place = rootPlaces(request).get("previous_response_id");
  if (place === undefined || request[place.valueStart] !== QUOTE) return null;
  return decodeString(request, place.valueStart, place.valueEnd);
}

/** Whether a request asks for no answer at all, as clients do to warm a connection up. */
export function generatesNothing(request: Buffer): boolean {
  const place = rootPlaces(request).get("generate");
  return place !== undefined && request[place.valueStart] === LETTER_F;
}

/**
 * The whole request that a provider makes of a delta: `remembered` items before its own, and no `previous_response_id`. Not a
 * byte is written anew: everything is a raw span of what crossed the wire, and so are the commas.
 */
export function rebuildDelta(delta: Buffer, remembered: Buffer): Buffer {
  const places = rootPlaces(delta);
  const input = places.get("input");
  const reference = places.get("previous_response_id");
  if (input === undefined || reference === undefined) return delta;
  const cut = excise(delta, reference);
  const isText = delta[input.valueStart] === QUOTE;
  const hasOwn = isText || itemSpans(delta, input.valueStart).length > 0;
  const before = hasOwn && remembered.length > 0 ? [remembered, COMMA] : [remembered];
  const itemsStart = isText ? input.valueStart : input.valueStart + 1;
  const itemsEnd = isText ? input.valueEnd : itemsStart;
  const own = isText ? [LIST, ...before, ...asMessage(delta.subarray(itemsStart, itemsEnd)), LIST_END] : before;
  const upTo = (from: number, to: number): readonly Buffer[] =>
    cut.start >= from && cut.end <= to
      ? [delta.subarray(from, cut.start), delta.subarray(cut.end, to)]
      : [delta.subarray(from, to)];
  return Buffer.concat([...upTo(0, itemsStart), ...own, ...upTo(itemsEnd, delta.length)]);
}

/** The same request with what the user says as an item, where `input` is a plain string: to the provider both are one (API reference, "input"). */
export function textAsItem(request: Buffer): Buffer {
  const input = rootPlaces(request).get("input");
  if (input === undefined || request[input.valueStart] !== QUOTE) return request;
  const { valueStart: start, valueEnd: end } = input;
  const item = [LIST, ...asMessage(request.subarray(start, end)), LIST_END];
  return Buffer.concat([request.subarray(0, start), ...item, request.subarray(end)]);
}

/**
 * The items that a provider remembers under the id of an answer: the items of the whole request, then those of the answer, as
 * they crossed the wire. `frames` is the list of response events.
 */
export function rememberedItems(request: Buffer, frames: Buffer): Buffer {
  const input = rootPlaces(request).get("input");
  const items = [...askedItems(request, input), ...answeredItems(frames)];
  return Buffer.concat(items.flatMap((item, index) => (index === 0 ? [item] : [COMMA, item])));
}

function askedItems(request: Buffer, input: MemberPlace | undefined): readonly Buffer[] {
  if (input === undefined) return [];
  if (request[input.valueStart] !== QUOTE) {
    return itemSpans(request, input.valueStart).map((span) => cutOf(request, span));
  }
  return [Buffer.concat(asMessage(request.subarray(input.valueStart, input.valueEnd)))];
}

/** A plain string for `input` is what the user says: around its raw bytes stands the item that says so. */
function asMessage(text: Buffer): readonly Buffer[] {
  return [Buffer.from('{"role":"user","content":'), text, Buffer.from("}")];
}

/** Each item has an event once it is finished; `response.completed` may repeat them or not. */
function answeredItems(frames: Buffer): readonly Buffer[] {
  const start = skipWhiteSpace(frames, contentStart(frames));
  if (frames[start] !== OPEN_BRACKET) return [];
  return itemSpans(frames, start).flatMap((frame) => {
    const item = frames[frame.start] === OPEN_BRACE ? finishedItem(frames, frame.start) : null;
    return item === null ? [] : [cutOf(frames, item)];
  });
}

function finishedItem(frames: Buffer, frameStart: number): Span | null {
  let item: Span | null = null;
  let isDone = false;
  walkMembers(frames, frameStart, (keyStart, keyEnd, start, end) => {
    if (stringIs(frames, keyStart, keyEnd, "item")) item = { start, end };
    else if (frames[start] === QUOTE && stringIs(frames, keyStart, keyEnd, "type")) {
      isDone = stringIs(frames, start, end, "response.output_item.done");
    }
  });
  return isDone ? item : null;
}

function itemSpans(body: Buffer, listStart: number): readonly Span[] {
  if (body[listStart] !== OPEN_BRACKET) return [];
  const spans: Span[] = [];
  scanElements(body, listStart, (_, start) => {
    const end = skipValue(body, start);
    spans.push({ start, end });
    return end;
  });
  return spans;
}

function rootPlaces(body: Buffer): ReadonlyMap<string, MemberPlace> {
  const places = new Map<string, MemberPlace>();
  const root = skipWhiteSpace(body, contentStart(body));
  if (body[root] !== OPEN_BRACE) return places;
  let previousEnd = -1;
  scanMembers(body, root, (keyStart, keyEnd, valueStart) => {
    const valueEnd = skipValue(body, valueStart);
    places.set(decodeString(body, keyStart, keyEnd), { previousEnd, keyStart, valueStart, valueEnd });
    previousEnd = valueEnd;
    return valueEnd;
  });
  return places;
}

function cutOf(body: Buffer, { start, end }: Span): Buffer {
  return body.subarray(start, end);
}
