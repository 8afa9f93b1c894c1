import type { Document, ErrorCode, YAMLError } from "yaml";

import type { FilePosition } from "../../kernel/run-result.ts";
import type { Fault } from "./fault.ts";

/**
 * The faults that the parser found. Only the first syntax error is reported, since the following ones are mostly its echo; duplicate keys
 * are all reported.
 */
export function describeYamlErrors(
  { errors, warnings }: Document.Parsed,
  placeOf: (offset: number) => FilePosition,
): readonly Fault[] {
  // A warning is an unknown tag or directive: the value would not be the one that its author meant.
  const inOrder = [...errors, ...warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  const broken = inOrder.find(({ code }) => code !== "DUPLICATE_KEY");
  return (broken === undefined ? inOrder : [broken]).map((error) => ({
    ...describe(error),
    place: placeOf(error.pos[0]),
  }));
}

function describe({ code, message }: YAMLError): Omit<Fault, "place"> {
  if (code === "DUPLICATE_KEY") {
    return { code: "HX105", what: "this key is already in the same map", fix: "keep one of the two" };
  }
  if (code === "MULTIPLE_DOCS") {
    return { code: "HX104", what: "a second document begins here", fix: "give each scenario a file of its own" };
  }
  if (code === "RESOURCE_EXHAUSTION") {
    return { code: "HX101", what: "lists or maps are nested too deep", fix: "write it flatter" };
  }
  return { code: "HX101", what: `not YAML: ${message}`, fix: fixes[code] ?? "fix the syntax here" };
}

const quote = "put the value in quotes, if it is text";
const close = "close every quote and bracket, and indent the lines of one map alike";

const fixes: Readonly<Partial<Record<ErrorCode, string>>> = {
  BAD_DQ_ESCAPE: "double the backslash, or use single quotes",
  BAD_SCALAR_START: quote,
  BLOCK_AS_IMPLICIT_KEY: quote,
  UNEXPECTED_TOKEN: quote,
  BAD_INDENT: close,
  MISSING_CHAR: close,
  TAB_AS_INDENT: "indent with spaces",
  TAG_RESOLVE_FAILED: "put the value in quotes, if it is text, or remove the tag",
};
