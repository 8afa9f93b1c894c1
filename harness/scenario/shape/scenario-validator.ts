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
 * Compiles the scenario schema: some 50 ms, so once a run. The published package brings the compiled code instead of this
 * module (rolldown.config.ts), and with it a makeScenarioValidator of the same kind.
 */
export function makeScenarioValidator(formats: ScenarioFormats): ValidateFunction<ScenarioFile> {
  return compileScenarioSchema(formats, { optimize: false }).validate;
}

/** The compiled schema and what it was compiled with, as a build needs them to write the code down. */
export function compileScenarioSchema(
  formats: ScenarioFormats,
  code: CodeOptions,
  schema: AnySchemaObject = scenarioSchema,
): { readonly ajv: Ajv; readonly validate: ValidateFunction<ScenarioFile> } {
  const ajv = new Ajv({
    allErrors: true,
    // Puts the value and the schema into each error; the messages are made of both.
    verbose: true,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    // A test holds our own schema against the meta-schema; to compile that as well would double the cost.
    meta: false,
    validateSchema: false,
    code,
    formats,
  });
  return { ajv, validate: ajv.compile<ScenarioFile>(schema) };
}
