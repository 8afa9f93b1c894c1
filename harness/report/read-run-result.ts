import { Ajv, type ValidateFunction } from "ajv";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import type { RunResult } from "../kernel/run-result.ts";
import judgementSchema from "./judgement.schema.json" with { type: "json" };
import runResultSchema from "./run-result.schema.json" with { type: "json" };

/** Tests check our schemas with the meta-schema. To do so here, and to shorten the code that is made of them, would take twice the time. */
const CHECKED_BY_TESTS = { meta: false, validateSchema: false, code: { optimize: false } };

/** Compiled once for all results that a command reads. */
let validate: ValidateFunction<RunResult> | null = null;

/**
 * Reads the result of a run from its text; `file` is its path as messages show it.
 *
 * @throws HarnessError HX526 for anything but a result of this version's schema
 */
export function readRunResult(text: string, file: string): RunResult {
  const value = parse(text, file);
  const schema = typeof value === "object" && value !== null && "schema" in value ? value.schema : null;
  if (schema !== runResultSchema.properties.schema.const) {
    const isOther = typeof schema === "string" && schema.startsWith("forkproof/");
    throw unreadable(
      isOther ? `this is ${schema}, not ${runResultSchema.properties.schema.const}` : "not the result of a run",
      file,
    );
  }
  validate ??= new Ajv({ allowUnionTypes: true, ...CHECKED_BY_TESTS, schemas: [judgementSchema] }).compile<RunResult>(
    runResultSchema,
  );
  if (validate(value)) return value;
  const [error] = validate.errors ?? [];
  throw unreadable(`not a whole result: ${error?.instancePath ?? ""} ${error?.message ?? ""}`, file);
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable("not JSON", file);
  }
}

function unreadable(what: string, where: string): HarnessError {
  return new HarnessError({ code: "HX526", what, where, fix: "name a file that `forkproof run` has written", exit: 2 });
}
