import { Ajv, type AnySchemaObject, type CodeOptions, type ValidateFunction } from "ajv";

import type { ScenarioFile } from "../scenario-file.ts";
import scenarioSchema from "../scenario.schema.json" with { type: "json" };

/** The formats that the schema names: words that only the rest of the program knows. */
export type ScenarioFormats = Readonly<
  Record<"finding" | "provider" | "strategy" | "regex", (text: string) => boolean>
> & {
  readonly "json-pointer": RegExp;
};

/**
 * Compiles the scenario schema. It takes some 50 ms, so call it once per run. The published package has the compiled code instead of this
 * module (rolldown.config.ts), with the same makeScenarioValidator.
 */
export function makeScenarioValidator(formats: ScenarioFormats): ValidateFunction<ScenarioFile> {
  return compileScenarioSchema(formats, { optimize: false }).validate;
}

/** The compiled schema and its compiler; a build needs both to write the code. */
export function compileScenarioSchema(
  formats: ScenarioFormats,
  code: CodeOptions,
  schema: AnySchemaObject = scenarioSchema,
): { readonly ajv: Ajv; readonly validate: ValidateFunction<ScenarioFile> } {
  const ajv = new Ajv({
    allErrors: true,
    // Puts the value and the schema into each error: the messages need both.
    verbose: true,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    // A test checks our schema with the meta-schema; compiling that here would double the cost.
    meta: false,
    validateSchema: false,
    code,
    formats,
  });
  return { ajv, validate: ajv.compile<ScenarioFile>(schema) };
}
