import type { ErrorObject } from "ajv";

import { nearestWord } from "../../kernel/text/nearest-word.ts";
import { choicesOf, describeShapeError } from "./describe-shape-error.ts";
import type { ValueFault } from "./fault.ts";
import type { Vocabulary } from "../vocabulary.ts";

/** One message per mistake, although a schema reports every rule that one slip breaks. */
export function describeShapeErrors(errors: readonly ErrorObject[], vocabulary: Vocabulary): readonly ValueFault[] {
  const faults = errors.filter((error) => !isStep(error));
  const misplaced = faults.filter(({ keyword }) => keyword === "not");
  const at = groupByPath(faults);
  return faults
    .filter((error) => !isEcho(error, at.get(error.instancePath) ?? [], misplaced))
    .map((error) => describeShapeError(error, vocabulary));
}

/** A step on the way to another error: the test of a condition, the branch of a choice, the rule for a name. */
function isStep({ keyword, schemaPath, propertyName }: ErrorObject): boolean {
  if (keyword === "if" || propertyName !== undefined) return true;
  return keyword === "required" && /\/(anyOf|oneOf)\/\d+\/required$/.test(schemaPath);
}

/** An error that only follows from another reported one: at the same place, or at a misplaced key. */
function isEcho(error: ErrorObject, here: readonly ErrorObject[], misplaced: readonly ErrorObject[]): boolean {
  const around = misplaced.find(({ instancePath }) => isAround(instancePath, error));
  if (around !== undefined) return around !== error;
  const mistyped = here.find(({ keyword }) => keyword === "type");
  if (mistyped !== undefined) return mistyped !== error;

  const misspelt = here.filter(({ keyword }) => keyword === "additionalProperties").map(misspeltKey);
  const wanted = keysThatWouldDo(error);
  return misspelt.some((key) => nearestWord(key, wanted) !== null);
}

function groupByPath(errors: readonly ErrorObject[]): ReadonlyMap<string, readonly ErrorObject[]> {
  const groups = new Map<string, ErrorObject[]>();
  for (const error of errors) {
    const group = groups.get(error.instancePath) ?? [];
    groups.set(error.instancePath, group);
    group.push(error);
  }
  return groups;
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
