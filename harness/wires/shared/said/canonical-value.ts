import { type JsonObject, isJsonObject } from "../../../kernel/json.ts";

/**
 * One spelling for a JSON value: members sorted, breakpoints and the state of an item left out, strings as `spell` spells them. Depth costs
 * no stack.
 */
export function canonicalValue(value: unknown, spell: (text: string) => string = (text) => text): string {
  const parts: string[] = [];
  const open: PendingPart[] = [{ value }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "string") parts.push(next);
    else if (Array.isArray(next.value))
      writeList(
        "[",
        next.value.map((inner: unknown) => ["", inner]),
        open,
      );
    else if (isJsonObject(next.value)) writeList("{", membersOf(next.value), open);
    else parts.push(JSON.stringify(typeof next.value === "string" ? spell(next.value) : next.value) ?? "null");
  }
  return parts.join("");
}

/** The strings in a value, in no order. */
export function stringsIn(value: unknown): readonly string[] {
  const found: string[] = [];
  const open = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "string") found.push(next);
    else if (Array.isArray(next)) open.push(...next);
    else if (isJsonObject(next)) open.push(...Object.values(next));
  }
  return found;
}

/** Text that is done, or a value that is still to be written. */
type PendingPart = string | { readonly value: unknown };

/** Members that are written last are pushed first. */
function writeList(opening: "[" | "{", inner: readonly (readonly [string, unknown])[], open: PendingPart[]): void {
  open.push(opening === "[" ? "]" : "}");
  for (let at = inner.length - 1; at >= 0; at -= 1) {
    const [name, value] = inner[at] ?? ["", null];
    open.push({ value }, `${at === 0 ? "" : ","}${name}`);
  }
  open.push(opening);
}

function membersOf(record: JsonObject): readonly (readonly [string, unknown])[] {
  const names = Object.keys(record).filter((name) => !UNREAD.has(name));
  return names.sort().map((name) => [`${JSON.stringify(name)}:`, record[name]]);
}

/** Members that no model reads. */
const UNREAD: ReadonlySet<string> = new Set(["cache_control", "cachePoint", "prompt_cache_breakpoint", "status"]);
