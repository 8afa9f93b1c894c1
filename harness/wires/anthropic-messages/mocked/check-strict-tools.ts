import { type Refusal, invalidRequest } from "../../../providers/refusal.ts";
import { type JsonObject, isJsonObject, recordsOf } from "../../../kernel/json.ts";

/**
 * Limits on compiling tools with `strict`: their number, the parameters that are optional or have several types, and schemas that
 * are empty or refer to themselves. All as recorded of Sonnet 4.6; the total limit of one schema is unknown.
 */
export function checkStrictTools(tools: unknown): Refusal | null {
  const strict = recordsOf(tools).flatMap((tool, index) =>
    tool["strict"] === true && isJsonObject(tool["input_schema"])
      ? [{ schema: tool["input_schema"], place: `tools.${index}.custom` }]
      : [],
  );
  if (strict.length > MOST_TOOLS) {
    return invalidRequest(
      `Too many strict tools (${strict.length}). The maximum number of strict tools supported is ${MOST_TOOLS}. Try reducing the number of tools marked as strict.`,
    );
  }
  for (const { schema, place } of strict) {
    const fault = checkSchema(schema, place);
    if (fault !== null) return fault;
  }
  return checkParameters(strict.flatMap(({ schema }) => parametersOf(schema)));
}

const MOST_TOOLS = 20;
const MOST_OPTIONAL = 24;
const MOST_UNIONS = 16;

function checkSchema(schema: JsonObject, place: string): Refusal | null {
  const properties = schema["properties"];
  const saysNothing = isJsonObject(properties) && Object.values(properties).some((each) => typeof each === "boolean");
  if (saysNothing) return invalidRequest(`${place}: For 'object' type, property 'properties' is not supported`);
  const circle = findCircle(schema["$defs"] ?? schema["definitions"]);
  if (circle === null) return null;
  return invalidRequest(
    `${place}: Invalid schema: Circular reference detected in schema definitions: ${circle.join(" -> ")}. Self-referencing or mutually-referencing definitions are not supported.`,
  );
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

type Parameter = { readonly isOptional: boolean; readonly isUnion: boolean };

function parametersOf({ properties, required }: JsonObject): readonly Parameter[] {
  if (!isJsonObject(properties)) return [];
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, schema]) => ({
    isOptional: !needed.includes(name),
    isUnion: isJsonObject(schema) && (Array.isArray(schema["type"]) || Array.isArray(schema["anyOf"])),
  }));
}

function checkParameters(parameters: readonly Parameter[]): Refusal | null {
  const optional = parameters.filter(({ isOptional }) => isOptional).length;
  if (optional > MOST_OPTIONAL) {
    return invalidRequest(
      `Schemas contains too many optional parameters (${optional}), which would make grammar compilation inefficient. Reduce the number of optional parameters in your tool schemas (limit: ${MOST_OPTIONAL}).`,
    );
  }
  const unions = parameters.filter(({ isUnion }) => isUnion).length;
  if (unions <= MOST_UNIONS) return null;
  return invalidRequest(
    `Schemas contains too many parameters with union types (${unions} parameters with type arrays or anyOf). This causes exponential compilation cost. Reduce the number of nullable or union-typed parameters (limit: ${MOST_UNIONS} parameters with unions).`,
  );
}
