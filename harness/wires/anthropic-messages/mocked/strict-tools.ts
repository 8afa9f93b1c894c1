import { type JsonObject, isJsonObject, recordsOf } from "../../../kernel/json.ts";
import type { Row } from "../../../providers/refusals/row.ts";

const SOURCE = "[O] recorded of Sonnet 4.6 (harness/providers/FACTS.md#anthropic-refusals)";

const MOST_TOOLS = 20;
const MOST_OPTIONAL = 24;
const MOST_UNIONS = 16;

/** Limits on compiling tools with `strict`. The total limit of one schema is unknown. */
export const strictToolRows: readonly Row[] = [
  {
    path: "tools",
    test: (tools) => above(MOST_TOOLS, strictSchemas(tools).length),
    words:
      "Too many strict tools ({found}). The maximum number of strict tools supported is {most}. Try reducing the number of tools marked as strict.",
    source: SOURCE,
  },
  {
    path: "tools[*]",
    test: (tool) => {
      const properties = strictSchema(tool)?.["properties"];
      return isJsonObject(properties) && Object.values(properties).some((each) => typeof each === "boolean");
    },
    words: "{place}.custom: For 'object' type, property 'properties' is not supported",
    source: SOURCE,
  },
  {
    path: "tools[*]",
    test: (tool) => {
      const schema = strictSchema(tool);
      const circle = findCircle(schema?.["$defs"] ?? schema?.["definitions"]);
      return circle === null ? null : { circle: circle.join(" -> ") };
    },
    words:
      "{place}.custom: Invalid schema: Circular reference detected in schema definitions: {circle}. Self-referencing or mutually-referencing definitions are not supported.",
    source: SOURCE,
  },
  {
    path: "tools",
    test: (tools) => above(MOST_OPTIONAL, strictSchemas(tools).flatMap(optionalParameters).length),
    words:
      "Schemas contains too many optional parameters ({found}), which would make grammar compilation inefficient. Reduce the number of optional parameters in your tool schemas (limit: {most}).",
    source: SOURCE,
  },
  {
    path: "tools",
    test: (tools) => above(MOST_UNIONS, strictSchemas(tools).flatMap(unionParameters).length),
    words:
      "Schemas contains too many parameters with union types ({found} parameters with type arrays or anyOf). This causes exponential compilation cost. Reduce the number of nullable or union-typed parameters (limit: {most} parameters with unions).",
    source: SOURCE,
  },
];

function above(most: number, found: number): { readonly found: number; readonly most: number } | null {
  return found > most ? { found, most } : null;
}

function strictSchema(tool: unknown): JsonObject | null {
  const schema = isJsonObject(tool) && tool["strict"] === true ? tool["input_schema"] : null;
  return isJsonObject(schema) ? schema : null;
}

function strictSchemas(tools: unknown): readonly JsonObject[] {
  return recordsOf(recordsOf(tools).map(strictSchema));
}

function optionalParameters({ properties, required }: JsonObject): readonly string[] {
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return isJsonObject(properties) ? Object.keys(properties).filter((name) => !needed.includes(name)) : [];
}

function unionParameters({ properties }: JsonObject): readonly JsonObject[] {
  const parameters = isJsonObject(properties) ? recordsOf(Object.values(properties)) : [];
  return parameters.filter(({ type, anyOf }) => Array.isArray(type) || Array.isArray(anyOf));
}

/** Definitions that lead back to the first of them, in order. */
function findCircle(definitions: unknown): readonly string[] | null {
  if (!isJsonObject(definitions)) return null;
  const cleared = new Set<string>();
  const follow = (name: string, path: readonly string[]): readonly string[] | null => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (cleared.has(name)) return null;
    for (const next of referencesIn(definitions[name])) {
      const circle = follow(next, [...path, name]);
      if (circle !== null) return circle;
    }
    cleared.add(name);
    return null;
  };
  return Object.keys(definitions).reduce<readonly string[] | null>((found, name) => found ?? follow(name, []), null);
}

/** Names of the definitions that a schema refers to, at any depth. */
function referencesIn(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(referencesIn);
  if (!isJsonObject(schema)) return [];
  const reference = schema["$ref"];
  const own = typeof reference === "string" ? /^#\/(?:\$defs|definitions)\/(.+)$/.exec(reference)?.[1] : undefined;
  const inner = Object.values(schema).flatMap(referencesIn);
  return own === undefined ? inner : [own, ...inner];
}
