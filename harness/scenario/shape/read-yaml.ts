import { isUtf8 } from "node:buffer";

import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from "yaml";

import { describeYamlErrors } from "./describe-yaml-errors.ts";
import type { FilePosition } from "../../kernel/run-result.ts";
import type { Fault, Path } from "./fault.ts";
import { findUnplainParts } from "./find-unplain-parts.ts";

/** A document that is not empty: its plain value, and the place of each part. */
export type YamlDocument = {
  readonly value: unknown;
  /** The place of a key or a value; if it is missing, the place of the nearest part around it. */
  readonly locate: (path: Path, part: "key" | "value") => FilePosition;
};

export type YamlReading =
  | { readonly kind: "read"; readonly document: YamlDocument }
  | { readonly kind: "refused"; readonly faults: readonly Fault[] };

/**
 * Reads one document of YAML 1.2. It refuses bytes that are not UTF-8 or not YAML, an empty file, several documents, keys that are not
 * plain, tags, and aliases that are too many, circular or undefined.
 */
export function readYaml(bytes: Uint8Array): YamlReading {
  if (!isUtf8(bytes)) return refused({ ...notUtf8, place: findBrokenText(bytes) });

  const lines = new LineCounter();
  const document = parseDocument(new TextDecoder().decode(bytes), { lineCounter: lines, prettyErrors: false });
  const placeOf = (offset: number): FilePosition => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };

  const syntax = describeYamlErrors(document, placeOf);
  if (syntax.length > 0) return refused(...syntax);
  const unplain = findUnplainParts(document, placeOf);
  if (unplain.length > 0) return refused(...unplain);
  if (isEmpty(document)) return refused({ ...empty, place: start });

  const locate: YamlDocument["locate"] = (path, part) => placeOf(offsetOf(document, path, part));
  try {
    return { kind: "read", document: { value: document.toJS(), locate } };
  } catch (cause) {
    // `yaml` throws it when a few aliases unfold into very many values.
    if (!(cause instanceof ReferenceError)) throw cause;
    return refused({ ...aliasBomb, place: start });
  }
}

const start: FilePosition = { line: 1, column: 1 };

const notUtf8 = { code: "HX102", what: "these bytes are not UTF-8", fix: "save the file as UTF-8" } as const;
const empty = { code: "HX103", what: "the file is empty", fix: "write a scenario, starting with `name:`" } as const;
const aliasBomb = {
  code: "HX106",
  what: "the aliases unfold into too many values",
  fix: "write the values out",
} as const;

function refused(...faults: readonly Fault[]): YamlReading {
  return { kind: "refused", faults };
}

/** The first character that cannot be decoded. Line breaks can be found in UTF-8 even next to broken bytes. */
function findBrokenText(bytes: Uint8Array): FilePosition {
  let line = 1;
  let from = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
    if (!isUtf8(bytes.subarray(from, end))) break;
    line += 1;
    from = end + 1;
  }
  const rest = new TextDecoder().decode(bytes.subarray(from));
  return { line, column: rest.indexOf("\u{fffd}") + 1 };
}

function isEmpty({ contents }: Document.Parsed): boolean {
  return contents === null || (isScalar(contents) && contents.value === null);
}

function offsetOf(document: Document.Parsed, path: Path, part: "key" | "value"): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const [depth, name] of path.entries()) {
    const holder = isAlias(node) ? node.resolve(document) : node;
    const isLast = depth === path.length - 1;
    if (isMap(holder)) {
      const pair = holder.items.find(({ key }) => isScalar(key) && key.toString() === name);
      if (pair === undefined) break;
      node = pair.value;
      offset = (isLast && part === "key" ? null : startOf(node)) ?? startOf(pair.key) ?? offset;
    } else {
      node = isSeq(holder) ? holder.items[Number(name)] : null;
      offset = startOf(node) ?? offset;
    }
  }
  return offset;
}

function startOf(node: unknown): number | null {
  return isNode(node) ? (node.range?.[0] ?? null) : null;
}
