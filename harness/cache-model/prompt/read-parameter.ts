import { isJsonObject } from "../../kernel/json.ts";
import { memoizeByObject } from "../../kernel/memo/memoize-by-object.ts";
import type { Layout } from "../../kernel/layout.ts";
import { snakeCase } from "../../kernel/text/snake-case.ts";

/**
 * The value of a top-level parameter, or of a member of it after a dot; undefined where the request omits it. Protocol buffers' JSON takes
 * `tool_config` for `toolConfig`.
 */
export function readParameter(layout: Layout, name: string): unknown {
  const known = valuesOf(layout);
  if (known.has(name)) return known.get(name);
  const value = parseParameter(layout, name);
  known.set(name, value);
  return value;
}

/** Each cache model asks for the same few. */
const valuesOf = memoizeByObject((_layout: Layout) => new Map<string, unknown>());

function parseParameter(layout: Layout, name: string): unknown {
  const named = (wanted: string): Layout["parameters"][number] | undefined =>
    layout.parameters.find((each) => each.name === wanted) ?? inSnakeCase(layout, wanted);
  const whole = named(name);
  const [member = "", ...path] = whole === undefined ? name.split(".") : [name];
  const parameter = whole ?? named(member);
  if (parameter === undefined) return undefined;
  let value: unknown = JSON.parse(layout.body.toString("utf8", parameter.value.start, parameter.value.end));
  for (const key of path) {
    if (!isJsonObject(value)) return undefined;
    value = value[key] ?? value[snakeCase(key)];
  }
  return value;
}

function inSnakeCase({ parameters }: Layout, wanted: string): Layout["parameters"][number] | undefined {
  const spelled = snakeCase(wanted);
  return spelled === wanted ? undefined : parameters.find(({ name }) => name === spelled);
}

/** The model that a request names; an empty string if it names no model. */
export function readModel(layout: Layout): string {
  const model = readParameter(layout, "model");
  return typeof model === "string" ? model : "";
}
