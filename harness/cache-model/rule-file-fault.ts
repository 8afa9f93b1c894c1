import { HarnessError } from "../kernel/harness-error.ts";
import { nearestWord } from "../kernel/nearest-word.ts";
import { isRecord } from "./is-record.ts";

/** `file:line:column` of the key that a path of names leads to, and the path. */
export type Where = (...path: readonly string[]) => string;

/** A value of the shape of `model`, a rule's value today. */
export function checkShape(name: string, model: unknown, value: unknown, at: Where): void {
  if (typeof model === "number") return checkNumber(name, value, at(name));
  if (Array.isArray(model)) {
    if (Array.isArray(value) && value.every((each) => typeof each === "string")) return;
    throw ruleFault(at(name), "is no list of texts", "write a list");
  }
  if (isRecord(model)) {
    if (!isRecord(value))
      throw ruleFault(at(name), "is no object", `write ${JSON.stringify(model)} with other numbers`);
    for (const [member, each] of Object.entries(value)) {
      // Lifetimes may have any name; of other numbers each has its own.
      if (name !== "ttlMs" && !(member in model)) {
        throw unknownName(at(name, member), "member", member, Object.keys(model));
      }
      checkNumber(member, each, at(name, member));
    }
    return;
  }
  if (model !== null && typeof value !== typeof model) {
    throw ruleFault(at(name), `is no ${typeof model}`, `write it as ${JSON.stringify(model)}`);
  }
}

/** Tokens, milliseconds and counts are whole; a share is a part of 1. */
export function checkNumber(name: string, value: unknown, where: string): void {
  const isNumber = typeof value === "number" && Number.isFinite(value) && value >= 0;
  if (name === "share") {
    if (isNumber && value <= 1) return;
    throw ruleFault(where, `is ${JSON.stringify(value)}`, "write a part between 0 and 1");
  }
  // Prefixes are counted in steps: a step of nothing divides by zero.
  const least = name === "stepTokens" ? 1 : 0;
  if (isNumber && value >= least && Number.isInteger(value)) return;
  // A number too large to hold is read as infinite, which JSON would write as null.
  const what = typeof value === "number" ? String(value) : JSON.stringify(value);
  throw ruleFault(where, `${name} is ${what}`, `write a number of ${least} or more, without a fraction`);
}

export function unknownName(where: string, kind: string, name: string, known: readonly string[]): HarnessError {
  const nearest = nearestWord(name, known);
  return ruleFault(
    where,
    `there is no ${kind} "${name}"`,
    nearest === null ? `there are: ${known.join(", ")}` : `did you mean "${nearest}"?`,
  );
}

export function ruleFault(where: string, what: string, mend: string): HarnessError {
  return new HarnessError({ code: "HX517", what: `the rule file: ${what}`, where, mend, exit: 2 });
}
