import { type Document, isNode, isScalar, type Pair, type Scalar, visit } from "yaml";

import type { FilePosition } from "../../kernel/run-result.ts";
import type { Fault } from "./fault.ts";

/** More than any file needs, and few enough to check each. */
const maxAliases = 100;

/** Finds valid YAML that is not a plain tree of values: keys that are maps, lists or duplicates, and undefined or circular aliases. */
export function findUnplainParts(
  document: Document.Parsed,
  placeOf: (offset: number) => FilePosition,
): readonly Fault[] {
  const faults: Fault[] = [];
  let aliases = 0;
  const report = (code: "HX105" | "HX106" | "HX107", offset: number, what: string, fix: string): void => {
    faults.push({ code, what, fix, place: placeOf(offset) });
  };
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<string>();
      // `3` and `"3"` are two keys in YAML but one in JSON. The parser itself refuses keys with the same spelling.
      for (const { key } of items.filter(isKeyed)) {
        if (seen.size === seen.add(String(key.value)).size)
          report("HX105", offsetOf(key), "this key is already in the same map", "keep one of the two");
      }
    },
    Pair(_, { key }) {
      if (!isScalar(key)) report("HX107", offsetOf(key), "a key must be plain text", "write the key as text");
    },
    Alias(_, alias, around) {
      aliases += 1;
      const offset = offsetOf(alias);
      if (aliases > maxAliases) {
        report("HX106", offset, `more than ${maxAliases} aliases`, "write the values out");
        return visit.BREAK;
      }
      const target = alias.resolve(document);
      if (target === undefined) {
        report("HX106", offset, `no anchor \`&${alias.source}\` stands before this alias`, "write the value out");
      } else if (around.includes(target)) {
        report("HX106", offset, `\`*${alias.source}\` stands for the value that it is in`, "write the value out");
      }
      return undefined;
    },
  });
  return faults;
}

function isKeyed(pair: Pair): pair is Pair<Scalar> {
  return isScalar(pair.key);
}

function offsetOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}
