import { type JsonObject, recordsOf } from "../../../kernel/json.ts";
import { stringOf } from "../../../mock/parse-json-body.ts";

/** A tool as a call of it must say: in which namespace it lies, and whether it takes free text. */
export type DeclaredTool = { readonly namespace: string | null; readonly isCustom: boolean };

/**
 * The tools of a request by name: its own, and those that an item of its input brings, in a namespace or not. A script may
 * name a tool of a namespace with or without it: `spawn_agent`, `collaboration.spawn_agent`.
 */
export function declaredTools(body: JsonObject): ReadonlyMap<string, DeclaredTool & { readonly name: string }> {
  const tools = new Map<string, DeclaredTool & { readonly name: string }>();
  const brought = recordsOf(body["input"]).flatMap((item) =>
    item["type"] === "additional_tools" ? recordsOf(item["tools"]) : [],
  );
  const declare = (tool: JsonObject, namespace: string | null): void => {
    const name = stringOf(tool["name"]);
    if (name === null) return;
    if (tool["type"] === "namespace") {
      for (const each of recordsOf(tool["tools"])) declare(each, name);
      return;
    }
    const declared = { name, namespace, isCustom: tool["type"] === "custom" };
    if (namespace !== null) tools.set(`${namespace}.${name}`, declared);
    if (!tools.has(name)) tools.set(name, declared);
  };
  for (const tool of [...recordsOf(body["tools"]), ...brought]) declare(tool, null);
  return tools;
}
