import type { Ajv2020, ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import type { ToolFilter } from "./tool-filter.ts";

/** A tool as it was declared to the model: its name and the JSON Schema of its input. */
export type DeclaredTool = { readonly name: string; readonly inputSchema: Readonly<Record<string, unknown>> };

/**
 * Denies calls whose input does not fit the tool's own schema, and calls of tools that were not declared. Meant to stand before other
 * filters in `allOf`, so that they judge well-formed input. Works on a copy: what was declared is never changed. The validator is loaded
 * here and not by everybody who loads the library.
 *
 * Rejects where a declared schema is no JSON Schema.
 */
export async function schemaCheck(tools: readonly DeclaredTool[]): Promise<ToolFilter> {
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const validators = new Map(tools.map(({ name, inputSchema }) => [name, compile(ajv, name, inputSchema)] as const));
  return {
    name: "schema-check",
    decide: ({ tool, input }) => {
      const validate = validators.get(tool);
      if (validate === undefined) {
        return { decision: "deny", rule: "schema.undeclared-tool", reason: `${tool} was not declared.` };
      }
      if (validate(input))
        return { decision: "allow", rule: "schema.fits", reason: `The input fits the schema of ${tool}.` };
      const fault = validate.errors?.[0];
      return {
        decision: "deny",
        rule: "schema.misfit",
        reason: `The input does not fit the schema of ${tool}: ${describe(fault)}.`,
      };
    },
  };
}

/** `$schema` is left out: drafts that differ in it agree on all that tools declare, and ajv refuses one it has not loaded. */
function compile(
  ajv: Ajv2020,
  name: string,
  { $schema: _draft, ...schema }: DeclaredTool["inputSchema"],
): ValidateFunction {
  try {
    return ajv.compile(schema);
  } catch (fault) {
    const what = fault instanceof Error ? fault.message : String(fault);
    throw new Error(`The schema of ${name} cannot be read: ${what}`, { cause: fault });
  }
}

function describe(fault: ErrorObject | undefined): string {
  return fault === undefined
    ? "no reason given"
    : `${fault.instancePath || "the input"} ${fault.message ?? "is wrong"}`;
}
