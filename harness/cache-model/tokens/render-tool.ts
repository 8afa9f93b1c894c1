import { isJsonObject } from "../../kernel/json.ts";

/**
 * A function as OpenAI's models read it: a TypeScript type under its description, not the JSON of its schema (found by
 * counting; recorded totals agree within a token a tool). `definition` is the JSON of name, description and parameters.
 */
export function renderTool(definition: string): string {
  const tool: unknown = JSON.parse(definition);
  if (!isJsonObject(tool) || typeof tool["name"] !== "string") return definition;
  const { name, description, parameters } = tool;
  const members =
    isJsonObject(parameters) && isJsonObject(parameters["properties"]) ? renderMembers(parameters, "", 0) : null;
  const comment = typeof description === "string" && description !== "" ? `${asComment(description, "")}\n` : "";
  return `${comment}type ${name} = ${members === null ? "()" : `(_: {\n${members}})`} => any;\n\n`;
}

/** Schemas of real tools nest a few levels; deeper ones must not cost the call stack. */
const DEEPEST = 100;

function renderMembers(schema: { readonly [name: string]: unknown }, indent: string, depth: number): string {
  const { properties, required } = schema;
  if (!isJsonObject(properties)) return "";
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties)
    .map(([name, member]) => {
      const description = isJsonObject(member) ? member["description"] : undefined;
      const comment = typeof description === "string" ? `${asComment(description, indent)}\n` : "";
      return `${comment}${indent}${name}${names.includes(name) ? "" : "?"}: ${renderType(member, indent, depth + 1)},\n`;
    })
    .join("");
}

function renderType(schema: unknown, indent: string, depth: number): string {
  if (!isJsonObject(schema) || depth > DEEPEST) return "any";
  const { type, enum: values, anyOf, items } = schema;
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(anyOf)) return anyOf.map((each) => renderType(each, indent, depth + 1)).join(" | ");
  if (Array.isArray(type))
    return type.map((each) => renderType({ ...schema, type: each }, indent, depth + 1)).join(" | ");
  if (type === "integer") return "number";
  if (type === "array") return `${renderType(items, indent, depth + 1)}[]`;
  if (type === "object" && isJsonObject(schema["properties"])) {
    return `{\n${renderMembers(schema, `${indent}  `, depth)}${indent}}`;
  }
  return typeof type === "string" ? type : "any";
}

function asComment(text: string, indent: string): string {
  return text
    .split("\n")
    .map((line) => `${indent}// ${line}`)
    .join("\n");
}
