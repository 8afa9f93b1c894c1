import { isRecord } from "../response-documents.ts";

/** Nested deeper than this a value is somebody's data, and stays as it is. */
const DEEPEST = 64;

/** One spelling for a JSON value: members sorted, breakpoints and the state of an item left out. */
export function canonicalValue(value: unknown): string {
  return JSON.stringify(canonical(value, 0)) ?? "null";
}

/** The strings in a value, in the order of its members. */
export function stringsIn(value: unknown): readonly string[] {
  const found: string[] = [];
  collect(value, 0, found);
  return found;
}

/** Members that no model reads. */
const UNREAD: ReadonlySet<string> = new Set(["cache_control", "cachePoint", "prompt_cache_breakpoint", "status"]);

function canonical(value: unknown, depth: number): unknown {
  if (depth === DEEPEST) return value;
  if (Array.isArray(value)) return value.map((element: unknown) => canonical(element, depth + 1));
  if (!isRecord(value)) return value;
  const names = Object.keys(value).filter((name) => !UNREAD.has(name));
  return names.sort().map((name) => [name, canonical(value[name], depth + 1)]);
}

function collect(value: unknown, depth: number, found: string[]): void {
  if (depth === DEEPEST) return;
  if (typeof value === "string") found.push(value);
  else if (Array.isArray(value)) for (const element of value) collect(element, depth + 1, found);
  else if (isRecord(value)) for (const member of Object.values(value)) collect(member, depth + 1, found);
}
