import { readBytes } from "../../../io/files/disk.ts";
import { usageError } from "../../usage-error.ts";

export type BatchLine = { readonly text: string; readonly place: string };

export type BatchPair = { readonly source: string; readonly parent: string; readonly child: string };

/**
 * The lines of a batch file that are not empty.
 *
 * @throws HarnessError HX507 if there is no such line: a gate that examined nothing fails
 */
export function readBatch(file: string): readonly BatchLine[] {
  const lines = readBytes(file)
    .toString("utf8")
    .split("\n")
    .map((text, index) => ({ text, place: `${file}:${index + 1}` }))
    .filter(({ text }) => text.trim() !== "");
  if (lines.length > 0) return lines;
  throw usageError("HX507", "the batch names no pair", 'write a line {"source","parent","child"} for each pair', file);
}

/**
 * The pair that a line names. Ids may be numbers, as `seq` is one in a traffic file; other members are the user's own.
 *
 * @throws HarnessError HX507
 */
export function readPair({ text, place }: BatchLine): BatchPair {
  const pair = parse(text, place);
  return {
    source: member(pair, "source", place),
    parent: member(pair, "parent", place),
    child: member(pair, "child", place),
  };
}

function parse(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw usageError("HX507", `this line is not JSON: ${why}`, "write one JSON object a line", place);
  }
}

function member(pair: unknown, name: string, place: string): string {
  const value =
    typeof pair === "object" && pair !== null ? Object.entries(pair).find(([key]) => key === name)?.[1] : null;
  if (typeof value === "string" && value !== "") return value;
  if (typeof value === "number") return String(value);
  throw usageError("HX507", `this line names no ${name}`, `add "${name}" to it`, place);
}
