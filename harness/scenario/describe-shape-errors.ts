import type { ErrorObject } from "ajv";

import { nearestWord } from "../kernel/nearest-word.ts";
import { choicesOf, describeShapeError } from "./describe-shape-error.ts";
import type { ValueFault } from "./fault.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** One message for each mistake: of one slip a schema reports every rule that it broke. */
export function describeShapeErrors(errors: readonly ErrorObject[], vocabulary: Vocabulary): readonly ValueFault[] {
  const told = errors.filter((error) => !isStep(error));
  return told.filter((error) => !isEcho(error, told)).map((error) => describeShapeError(error, vocabulary));
}

/** A step on the way to another error: the test of a condition, the branch of a choice, the rule for a name. */
function isStep({ keyword, schemaPath, propertyName }: ErrorObject): boolean {
  if (keyword === "if" || propertyName !== undefined) return true;
  return keyword === "required" && /\/(anyOf|oneOf)\/\d+\/required$/.test(schemaPath);
}

/** What would not be wrong but for another error that is told as well. */
function isEcho(error: ErrorObject, told: readonly ErrorObject[]): boolean {
  const here = told.filter(({ instancePath }) => instancePath === error.instancePath);
  const first = (keyword: string): ErrorObject | undefined => here.find((other) => other.keyword === keyword);

  const misplaced = told.find(({ keyword, instancePath }) => keyword === "not" && isAround(instancePath, error));
  if (misplaced !== undefined) return misplaced !== error;
  const mistyped = first("type");
  if (mistyped !== undefined) return mistyped !== error;

  const misspelt = here.filter(({ keyword }) => keyword === "additionalProperties").map(misspeltKey);
  const wanted = keysThatWouldDo(error);
  return misspelt.some((key) => nearestWord(key, wanted) !== null);
}

function isAround(path: string, { instancePath }: ErrorObject): boolean {
  return instancePath === path || instancePath.startsWith(`${path}/`);
}

function misspeltKey({ params }: ErrorObject): string {
  return String(params["additionalProperty"]);
}

/** The keys of which one is missing. */
function keysThatWouldDo({ keyword, params, parentSchema }: ErrorObject): readonly string[] {
  if (keyword === "required") return [String(params["missingProperty"])];
  if (keyword === "anyOf") return choicesOf(parentSchema?.["anyOf"]);
  return keyword === "oneOf" && params["passingSchemas"] === null ? choicesOf(parentSchema?.["oneOf"]) : [];
}
