import { type JsonObject, isJsonObject, parseJson } from "../../../kernel/json.ts";
import { isUtf8 } from "node:buffer";
import { memoizeByObject } from "../../../kernel/memo/memoize-by-object.ts";
import { rememberUnit } from "../../../cache-model/prompt/remember-unit.ts";
import type { Layout, Unit } from "../../../kernel/layout.ts";

/**
 * A body as JSON; undefined if it is not JSON. Read as Latin-1, one byte one character: texts are only checked for being empty,
 * names are only compared with one another, and a long string of two-byte characters costs twice the time. With a layout that
 * took messages over from an earlier request, these are not parsed again.
 */
export function parseBody(body: Buffer, layout: Layout | null): unknown {
  // Each job of a run sends the very bytes of the parent that all of them fork.
  return layout?.body === body ? parsedOnce(layout) : parseAnew(body, layout);
}

const parsedOnce = memoizeByObject((layout: Layout) => parseAnew(layout.body, layout));

function parseAnew(body: Buffer, layout: Layout | null): unknown {
  if (!isUtf8(body)) return undefined;
  return (layout === null ? null : parsePieces(body, layout)) ?? parseJson(body.toString("latin1"));
}

/** The frame with a 0 for each piece proves the structure, each piece itself; null where the pieces are not the whole. */
function parsePieces(body: Buffer, { units }: Layout): JsonObject | null {
  const pieces = units.flatMap(pieceOf).toSorted((a, b) => a.unit.span.start - b.unit.span.start);
  let frame = "";
  let at = 0;
  for (const { unit } of pieces) {
    frame += `${body.toString("latin1", at, unit.span.start)}0`;
    at = unit.span.end;
  }
  try {
    const value: unknown = JSON.parse(frame + body.toString("latin1", at));
    if (!isJsonObject(value)) return null;
    const filled: Record<string, unknown> = { ...value };
    for (const [member, own] of Map.groupBy(pieces, (piece) => piece.member)) {
      const holes = value[member];
      if (!Array.isArray(holes) || holes.length !== own.length || !holes.every((hole) => hole === 0)) return null;
      filled[member] = own.map(({ unit }) => parsedPiece(body, unit));
    }
    return filled;
  } catch {
    return null;
  }
}

/** An element of a list of the root. */
type Piece = { readonly unit: Unit; readonly member: string };

/** Nothing for what lies inside of an element. */
function pieceOf(unit: Unit): readonly Piece[] {
  const { pointer } = unit;
  // Most units are blocks of messages.
  if (pointer.startsWith("/messages/") !== (unit.unit === "envelope")) return [];
  const member = /^\/(messages|system|tools)\/\d+$/.exec(pointer)?.[1];
  return member === undefined ? [] : [{ unit, member }];
}

const parsedPiece = rememberUnit((body, { span }): JsonObject => {
  const value: unknown = JSON.parse(body.toString("latin1", span.start, span.end));
  if (isJsonObject(value)) return value;
  throw new SyntaxError("a piece is not an object");
});
