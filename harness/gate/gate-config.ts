import { Ajv } from "ajv";

import { HarnessError } from "../kernel/faults/harness-error.ts";
import type { FindingCode } from "../kernel/finding.ts";
import { isJsonObject } from "../kernel/json.ts";
import { describeShapeErrors } from "../scenario/shape/describe-shape-errors.ts";
import { formatPlace, type Path, toHarnessError } from "../scenario/shape/fault.ts";
import { readYaml, type YamlDocument } from "../scenario/shape/read-yaml.ts";
import type { Vocabulary } from "../scenario/vocabulary.ts";
import gateSchema from "./gate.schema.json" with { type: "json" };

/** The settings of a gate. */
export type GateConfig = {
  readonly accept: readonly AcceptedBreak[];
  /** The gate fails if it compared fewer pairs. */
  readonly minPairs: number;
};

export type AcceptedBreak = {
  readonly code: FindingCode;
  readonly reason: string;
  /** `file:line:column` of its code. */
  readonly where: string;
};

/** Without a file. */
export const DEFAULT_GATE: GateConfig = { accept: [], minPairs: 1 };

/** Reads gate.yaml. @throws HarnessError HX101 to HX113 with file, line and column of the first mistake */
export function parseGateConfig(file: string, bytes: Uint8Array, vocabulary: Vocabulary): GateConfig {
  const reading = readYaml(bytes);
  if (reading.kind === "read") return decode(checkShape(reading.document, file, vocabulary), file, vocabulary);
  const [fault] = reading.faults;
  if (fault === undefined) throw new Error("a refused document has a fault");
  throw toHarnessError(fault.code === "HX103" ? { ...fault, fix: EXAMPLE } : fault, file);
}

const EXAMPLE = "write `accept:` or `minPairs:`, or remove the file";

type GateFile = {
  readonly accept?: readonly { readonly code: string; readonly reason: string }[];
  readonly minPairs?: number;
};

type ShapedDocument = { readonly settings: GateFile; readonly locate: YamlDocument["locate"] };

function checkShape({ value, locate }: YamlDocument, file: string, vocabulary: Vocabulary): ShapedDocument {
  if (!isJsonObject(value)) {
    const place = locate([], "value");
    throw toHarnessError({ code: "HX112", what: "the settings must be a map", fix: EXAMPLE, place }, file);
  }
  const finding = (text: string): boolean => vocabulary.findings.has(text);
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: true, meta: false, validateSchema: false });
  const validate = ajv.addFormat("finding", finding).compile<GateFile>(gateSchema);
  if (validate(value)) return { settings: value, locate };
  const faults = describeShapeErrors(validate.errors ?? [], vocabulary).map((fault) => ({
    ...fault,
    place: locate(fault.path, fault.part),
  }));
  const [first] = faults.toSorted((a, b) => a.place.line - b.place.line || a.place.column - b.place.column);
  if (first === undefined) throw new Error("a value that the schema refuses has a fault");
  throw toHarnessError(first, file);
}

function decode({ settings, locate }: ShapedDocument, file: string, { findings }: Vocabulary): GateConfig {
  const { accept = [], minPairs = DEFAULT_GATE.minPairs } = settings;
  const seen = new Set<FindingCode>();
  const accepted = accept.map(({ code: name, reason }, index) => {
    const code = findings.get(name);
    if (code === undefined) throw new Error(`the schema lets the unknown code ${name} pass`);
    const path: Path = ["accept", String(index), "code"];
    const where = formatPlace(file, locate(path, "value"));
    if (seen.size === seen.add(code).size) throw repeated(code, where);
    return { code, reason, where };
  });
  return { accept: accepted, minPairs };
}

function repeated(code: FindingCode, where: string): HarnessError {
  return new HarnessError({
    code: "HX113",
    what: `${code} is accepted twice`,
    where,
    fix: "keep one of the two",
    exit: 2,
  });
}
