import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { renamed } from "./renamed.ts";

/** Where two snapshots differ, and how many values were held against each other. */
export type Comparison = {
  readonly differences: readonly string[];
  readonly values: number;
  readonly skipped: readonly string[];
};

/** What no two runs have in common. */
const UNSTEADY_KEYS: ReadonlySet<string> = new Set(["timing", "version", "stderr"]);

/** The name of a temporary folder is part of these jobs' prompts. */
const UNSTEADY_JOBS: readonly string[] = ["memory consolidation writes in its folder alone, and is audited clean"];

/**
 * Compares what `writeSnapshot` wrote before a change and after it. Former words are renamed first, in both (renamed.ts): an id of a recording may be one. With `factsOnly`
 * a text with white space counts for nothing: a message may be worded anew, a code, a number and a name may not.
 */
export function compareSnapshots(
  before: string,
  after: string,
  { factsOnly }: { readonly factsOnly: boolean },
): Comparison {
  const files = [...new Set([...filesIn(before), ...filesIn(after)])].sort();
  const differences: string[] = [];
  const skipped: string[] = [];
  let values = 0;
  const compare = (left: unknown, right: unknown, place: string): void => {
    if (isUnsteady(left) && isUnsteady(right)) {
      skipped.push(place);
    } else if (isObject(left) && isObject(right)) {
      const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
      for (const key of keys) if (!UNSTEADY_KEYS.has(key)) compare(left[key], right[key], `${place}/${key}`);
    } else {
      values += 1;
      if (!Object.is(left, right) && !(factsOnly && isProse(left) && isProse(right)))
        differences.push(`${place}: ${JSON.stringify(left)} -> ${JSON.stringify(right)}`);
    }
  };
  for (const file of files) compare(renamed(read(before, file)), renamed(read(after, file)), file);
  return { differences, values, skipped };
}

function filesIn(folder: string): readonly string[] {
  return globSync("**/*.json", { cwd: folder });
}

function read(folder: string, file: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, file), "utf8"));
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isUnsteady(value: unknown): boolean {
  return isObject(value) && UNSTEADY_JOBS.includes(String(value["id"]));
}

function isProse(value: unknown): boolean {
  return typeof value === "string" && /\s/.test(value);
}
