import type { ErrorObject } from "ajv";

import type { ScenarioFile } from "../scenario-file.ts";
import type { makeScenarioValidator, ScenarioFormats } from "./scenario-validator.ts";
import type { Vocabulary } from "../vocabulary.ts";

/** Checks a value against the scenario schema and collects every error. */
export type ShapeCheck = (value: unknown) => ShapeVerdict;

export type ShapeVerdict =
  | { readonly kind: "scenario"; readonly scenario: ScenarioFile }
  | { readonly kind: "misshapen"; readonly errors: readonly ErrorObject[] };

/** Makes the check of a run: it knows the words of the vocabulary. */
export function compileShapeCheck(vocabulary: Vocabulary, makeValidator: typeof makeScenarioValidator): ShapeCheck {
  const validate = makeValidator(formatsOf(vocabulary));
  return (value) => {
    return validate(value)
      ? { kind: "scenario", scenario: value }
      : { kind: "misshapen", errors: validate.errors ?? [] };
  };
}

function formatsOf(vocabulary: Vocabulary): ScenarioFormats {
  return {
    finding: (text) => vocabulary.findings.has(text),
    provider: (text) => vocabulary.providers.includes(text),
    strategy: (text) => vocabulary.strategies.includes(text),
    "json-pointer": /^(\/([^~/]|~[01])*)*$/,
    regex: isRegularExpression,
  };
}

function isRegularExpression(text: string): boolean {
  try {
    return Boolean(new RegExp(text, "u"));
  } catch {
    return false;
  }
}
