import { Ajv, type AnySchemaObject, type ErrorObject } from "ajv";

import type { ScenarioFile } from "./scenario-file.ts";
import scenarioSchema from "./scenario.schema.json" with { type: "json" };
import type { Vocabulary } from "./vocabulary.ts";

/** Whether a value has the shape of a scenario, and every way in which it has not. */
export type ShapeCheck = (value: unknown) => ShapeVerdict;

export type ShapeVerdict =
  | { readonly kind: "scenario"; readonly scenario: ScenarioFile }
  | { readonly kind: "misshapen"; readonly errors: readonly ErrorObject[] };

/** Compiles the scenario schema: some 50 ms, so once a run. */
export function compileShapeCheck(vocabulary: Vocabulary): ShapeCheck {
  const schema: AnySchemaObject = scenarioSchema;
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
    code: { optimize: false },
    formats: {
      finding: (text: string) => vocabulary.findings.has(text),
      provider: (text: string) => vocabulary.providers.includes(text),
      strategy: (text: string) => vocabulary.strategies.includes(text),
      "json-pointer": /^(\/([^~/]|~[01])*)*$/,
      regex: isRegularExpression,
    },
  });
  const validate = ajv.compile<ScenarioFile>(schema);
  return (value) => {
    return validate(value)
      ? { kind: "scenario", scenario: value }
      : { kind: "misshapen", errors: validate.errors ?? [] };
  };
}

function isRegularExpression(text: string): boolean {
  try {
    return Boolean(new RegExp(text, "u"));
  } catch {
    return false;
  }
}
