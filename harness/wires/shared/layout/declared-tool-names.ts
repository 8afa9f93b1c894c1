import { isJsonObject, jsonOrText } from "../../../kernel/json.ts";
import type { Layout } from "../../../kernel/layout.ts";

/**
 * The names of the tools that a request declares, also those of a namespace or a toolset. Null if a server adds tools that the request
 * does not list.
 */
export function declaredToolNames({ units, parameters, body }: Layout): ReadonlySet<string> | null {
  if (parameters.some(({ name }) => name === "mcp_servers")) return null;
  const names = new Set<string>();
  for (const unit of units) {
    if (unit.unit !== "block" || unit.segment !== "tools") continue;
    const value = jsonOrText(body.toString("utf8", unit.span.start, unit.span.end));
    if (!addNames(names, value, "")) return null;
  }
  return names;
}

/** Members in which wire formats hold a tool's declaration. */
const DECLARATIONS: readonly string[] = ["function", "custom", "toolSpec"];
/** Members in which they list several of them. */
const LISTS: readonly string[] = ["tools", "functionDeclarations", "function_declarations"];

/** False for tools of a server, which the request does not list. */
function addNames(names: Set<string>, value: unknown, within: string): boolean {
  if (!isJsonObject(value)) return true;
  const { type, name } = value;
  if (typeof type === "string" && type.startsWith("mcp")) return false;
  const known = [name, type].find((each) => typeof each === "string");
  if (typeof known === "string") {
    names.add(known);
    if (within !== "") names.add(`${within}.${known}`);
  }
  // Tools of the provider that have no name: the only member is what they are called by.
  if (known === undefined) for (const key of Object.keys(value)) names.add(key);
  const inner = [
    ...DECLARATIONS.map((key) => value[key]),
    ...LISTS.flatMap((key) => (Array.isArray(value[key]) ? value[key] : [])),
  ];
  return inner.every((each) => addNames(names, each, typeof name === "string" ? name : ""));
}
