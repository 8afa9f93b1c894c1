import { type JsonObject, parseJson } from "../../kernel/json.ts";

/** `s`, since JSON may hold U+2028, which is not a line break here. */
const member = /^(  - |    |)([A-Za-z]\w*): (.+)$/s;

/**
 * Reads `cassette.yaml` as `encodeCassette` lays it out. Null where it is laid out in any other way: then it is for the
 * YAML parser, which gives the same value for this layout and takes about half a millisecond an exchange.
 */
export function readOwnLines(text: string): JsonObject | null {
  const root: Record<string, unknown> = {};
  const entries: Record<string, unknown>[] = [];
  let current = root;
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    if (line === "exchanges:" && current === root && !("exchanges" in root)) {
      root["exchanges"] = entries;
      continue;
    }
    const [, lead, name, json] = member.exec(line) ?? [];
    const value = json === undefined ? undefined : parseJson(json);
    if (lead === undefined || name === undefined || value === undefined) return null;
    const listed = "exchanges" in root;
    if (lead === "  - " && listed) entries.push((current = {}));
    const belongs = current === root ? lead === "" && !listed : lead !== "";
    if (!belongs || Object.hasOwn(current, name)) return null;
    current[name] = value;
  }
  return entries.length > 0 ? root : null;
}
