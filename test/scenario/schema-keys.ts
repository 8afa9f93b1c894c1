import { isJsonObject, type JsonObject } from "../../harness/kernel/json.ts";

/** Where the schema declares each key that a value uses, such as `definitions/answer/wait`. */
export function usedKeys(root: JsonObject, value: unknown): ReadonlySet<string> {
  const used = new Set<string>();
  visit({ root, schema: root, at: "" }, value, (key) => used.add(key));
  return used;
}

/** Every key that the schema declares and that is not deprecated. */
export function declaredKeys(root: JsonObject): readonly string[] {
  const keys = new Set<string>();
  const list = (schema: unknown, at: string): void => {
    if (!isJsonObject(schema)) return;
    for (const [name, member] of entries(schema["properties"])) {
      const target = resolve({ root, schema: member, at: `${at}/${name}` });
      if ("not" in target.schema || member["deprecated"] === true) continue;
      keys.add(`${at}/${name}`);
      list(member, `${at}/${name}`);
    }
    for (const part of ["items", "additionalProperties", "then", "else"]) list(schema[part], at);
    for (const [pattern, member] of entries(schema["patternProperties"])) list(member, `${at}/${pattern}`);
  };
  list(root, "");
  for (const [name, schema] of entries(root["definitions"])) {
    if (!name.endsWith("Kind") && !name.startsWith("not")) list(schema, `definitions/${name}`);
  }
  return [...keys];
}

type Place = { readonly root: JsonObject; readonly schema: JsonObject; readonly at: string };

function visit(place: Place, value: unknown, onKey: (key: string) => void): void {
  const { root, schema, at } = resolve(place);
  for (const part of ["then", "else"]) {
    const branch = schema[part];
    if (isJsonObject(branch)) visit({ root, schema: branch, at }, value, onKey);
  }
  if (Array.isArray(value) && isJsonObject(schema["items"])) {
    for (const item of value) visit({ root, schema: schema["items"], at }, item, onKey);
  }
  if (!isJsonObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const named = entries(schema["properties"]).find(([key]) => key === name)?.[1];
    if (named !== undefined && !("not" in resolve({ root, schema: named, at: "" }).schema)) onKey(`${at}/${name}`);
    const patterned = entries(schema["patternProperties"]).find(([pattern]) => new RegExp(pattern, "u").test(name));
    const others = schema["additionalProperties"];
    const found = named ?? patterned?.[1] ?? (isJsonObject(others) ? others : null);
    if (found !== null) visit({ root, schema: found, at: `${at}/${name}` }, member, onKey);
  }
}

/** Follows `$ref`, also as the only member of `allOf`: a definition has one place, whatever leads there. */
function resolve({ root, schema, at }: Place): Place {
  const [only] = Array.isArray(schema["allOf"]) && schema["allOf"].length === 1 ? schema["allOf"] : [];
  const ref = schema["$ref"] ?? (isJsonObject(only) ? only["$ref"] : undefined);
  if (typeof ref !== "string") return { root, schema, at };
  const name = ref.split("/").at(-1) ?? "";
  const target = entries(root["definitions"]).find(([key]) => key === name)?.[1];
  if (target === undefined) throw new Error(`${ref} names no definition`);
  return resolve({ root, schema: target, at: `definitions/${name}` });
}

function entries(members: unknown): readonly (readonly [string, JsonObject])[] {
  if (!isJsonObject(members)) return [];
  return Object.entries(members).flatMap(([name, member]) => (isJsonObject(member) ? [[name, member] as const] : []));
}
