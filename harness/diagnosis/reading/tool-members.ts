import { type JsonObject, isJsonObject } from "./json-value.ts";

/**
 * A tool's members by name. If a wire format wraps them in `function`, those count as the tool's own. Breakpoints are left out.
 */
export function toolMembers(tool: JsonObject): ReadonlyMap<string, unknown> {
  const members = new Map<string, unknown>();
  for (const [name, value] of Object.entries(tool)) {
    if (name === "cache_control") continue;
    if (name === "function" && isJsonObject(value)) {
      for (const [inner, innerValue] of Object.entries(value)) members.set(inner, innerValue);
    } else members.set(name, value);
  }
  return members;
}
