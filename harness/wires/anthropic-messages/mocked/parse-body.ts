import { type JsonObject, isJsonObject, parseJson } from "../../../kernel/json.ts";
import { isUtf8 } from "node:buffer";
import { rememberUnit } from "../../../cache-model/prompt/remember-unit.ts";
import type { Layout, Unit } from "../../../kernel/layout.ts";

/**
 * A body as JSON; undefined if it is not JSON. Read as Latin-1, one byte one character: texts are only checked for being empty,
 * names are only compared with one another, and a long string of two-byte characters costs twice the time. With a layout that
 * took messages over from an earlier request, these are not parsed again.
 */
export function parseBody(body: Buffer, layout: Layout | null): unknown {
  if (!isUtf8(body)) return undefined;
  return (layout === null ? null : parsePieces(body, layout)) ?? parseJson(body.toString("latin1"));
}

/** The frame with a 0 for each piece proves the structure, each piece itself; null where the pieces are not the whole. */
function parsePieces(body: Buffer, { units }: Layout): JsonObject | null {
  const pieces = units.filter((unit) => memberOf(unit) !== null).toSorted((a, b) => a.span.start - b.span.start);
  let frame = "";
  let at = 0;
  for (const { span } of pieces) {
    frame += `${body.toString("latin1", at, span.start)}0`;
    at = span.end;
  }
  try {
    const value: unknown = JSON.parse(frame + body.toString("latin1", at));
    if (!isJsonObject(value)) return null;
    const filled: Record<string, unknown> = { ...value };
    for (const [member, own] of Map.groupBy(pieces, memberOf)) {
      const holes = value[member ?? ""];
      if (!Array.isArray(holes) || holes.length !== own.length || !holes.every((hole) => hole === 0)) return null;
      filled[member ?? ""] = own.map((unit) => parsedPiece(body, unit));
    }
    return filled;
  } catch {
    return null;
  }
}

/** The list that a unit is an element of, as a whole; null for what lies inside of one. */
function memberOf({ unit, pointer }: Unit): string | null {
  const [, member = "", inside] = /^\/(messages|system|tools)\/\d+(.*)$/.exec(pointer) ?? [];
  if (member === "" || inside !== "" || (member === "messages") !== (unit === "envelope")) return null;
  return member;
}

const parsedPiece = rememberUnit((body, { span }): JsonObject => {
  const value: unknown = JSON.parse(body.toString("latin1", span.start, span.end));
  if (isJsonObject(value)) return value;
  throw new SyntaxError("a piece is not an object");
});
