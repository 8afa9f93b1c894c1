import { createRequire } from "node:module";

import type * as Yaml from "yaml";

import { HarnessError } from "../kernel/harness-error.ts";
import type { FieldPath } from "./fields.ts";
import { readOwnLines } from "./read-own-lines.ts";

/**
 * The value of a `cassette.yaml`, whoever laid it out.
 *
 * @throws HarnessError HX221 where it is not YAML
 */
export function readCassetteYaml(text: string, path: string): unknown {
  return readOwnLines(text) ?? readYaml(text, path);
}

/** `path:line:column` of the value that a path of members leads to, or of the deepest one above it that is there. */
export function placeInYaml(text: string, path: string, members: FieldPath): string {
  const { LineCounter, parseDocument } = yaml();
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  for (let depth = members.length; depth >= 0; depth -= 1) {
    const node: unknown = document.getIn(members.slice(0, depth), true);
    const range = typeof node === "object" && node !== null && "range" in node ? node.range : null;
    if (!Array.isArray(range)) continue;
    const { line, col } = lines.linePos(Number(range[0]));
    return `${path}:${line}:${col}`;
  }
  return path;
}

function readYaml(text: string, path: string): unknown {
  const document = yaml().parseDocument(text, { prettyErrors: true });
  const [fault] = document.errors;
  if (fault !== undefined) {
    const { line = 1, col = 1 } = fault.linePos?.[0] ?? {};
    throw notYaml(`${path}:${line}:${col}`, fault.message.replace(/ at line \d+, column \d+:[^]*$/, ""));
  }
  try {
    return document.toJS();
  } catch (cause) {
    // An alias that grows beyond measure (yaml's maxAliasCount).
    throw notYaml(path, cause instanceof Error ? cause.message : String(cause));
  }
}

function notYaml(where: string, what: string): HarnessError {
  const mend = "mend the line, or record again: forkproof writes this file itself";
  return new HarnessError({ code: "HX221", what: `cassette.yaml is not YAML: ${what}`, where, mend, exit: 2 });
}

/**
 * Loaded on first use, which only a file laid out by hand or one with a fault comes to: it takes longer to load than most
 * recordings take to read. By `require`, since a recording is opened in one go.
 */
function yaml(): typeof Yaml {
  const loaded: typeof Yaml = createRequire(import.meta.url)("yaml");
  return loaded;
}
