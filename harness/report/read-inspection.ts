import { Ajv } from "ajv";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import type { Inspection } from "../kernel/inspection/inspection.ts";
import { isJsonObject, parseJson } from "../kernel/json.ts";
import countersSchema from "./counters.schema.json" with { type: "json" };
import inspectionSchema from "./inspection.schema.json" with { type: "json" };
import judgementSchema from "./judgement.schema.json" with { type: "json" };

/**
 * The inspection that `inspect --json` wrote, from its text; null for any other document. `file` is its path as messages show it.
 *
 * @throws HarnessError HX526 for an inspection of another version, or one that is not whole
 */
export function readInspection(text: string, file: string): Inspection | null {
  const value = parseJson(text);
  if (!isJsonObject(value) || typeof value["schema"] !== "string" || !value["schema"].startsWith(FAMILY)) return null;
  const validate = new Ajv({ allowUnionTypes: true, schemas: [judgementSchema, countersSchema] }).compile<Inspection>(
    inspectionSchema,
  );
  if (validate(value)) return value;
  const [error] = validate.errors ?? [];
  throw new HarnessError({
    code: "HX526",
    what: `not a whole inspection of this version: ${error?.instancePath ?? ""} ${error?.message ?? ""}`,
    where: file,
    fix: "write it again with `forkproof inspect --json`",
    exit: 2,
  });
}

const FAMILY = "forkproof/inspection@";
