import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isJsonObject, type JsonObject } from "../../../../kernel/json.ts";
import { describeThrown } from "./describe-thrown.ts";
import type { ModuleResult, ScorerTarget } from "./messages.ts";
import { packageEntry } from "./package-entry.ts";

/** Imports a scorer and calls it with a run and its row. */
export async function callScorer(
  target: ScorerTarget,
  folder: string,
  [run, row]: readonly [object, object],
): Promise<ModuleResult> {
  let scorer: unknown;
  try {
    const imported: Readonly<Record<string, unknown>> = await import(urlOf(target));
    scorer = imported[target.exported];
  } catch (fault) {
    return { kind: "broken", text: describeThrown(fault, folder) };
  }
  if (!isScorer(scorer)) return { kind: "no function" };
  try {
    return readScore(await scorer(run, row));
  } catch (fault) {
    return { kind: "threw", text: describeThrown(fault, folder) };
  }
}

function urlOf(target: ScorerTarget): string {
  if (target.kind === "file") return pathToFileURL(resolve(target.path)).href;
  return pathToFileURL(packageEntry(target.name, target.from)).href;
}

/** A number, `{ score, why }`, or null for no opinion. */
function readScore(said: unknown): ModuleResult {
  const { score, why }: JsonObject = isJsonObject(said) && "score" in said ? said : { score: said };
  if (score === null) return { kind: "scored", score: null, why: null };
  if (typeof score === "number" && Number.isFinite(score))
    return { kind: "scored", score, why: typeof why === "string" ? why.slice(0, LONGEST_WHY) : null };
  return { kind: "threw", text: `it returned ${nameOf(score)}, and a score is a number, \`{ score, why }\` or null` };
}

const LONGEST_WHY = 2_000;

function nameOf(value: unknown): string {
  if (typeof value === "number") return String(value);
  return isJsonObject(value)
    ? "an object without a `score`"
    : (JSON.stringify(value)?.slice(0, 60) ?? `a ${typeof value}`);
}

/** The parsing edge: the parameters and result of a function cannot be inspected, only used. */
function isScorer(value: unknown): value is (run: object, row: object) => unknown {
  return typeof value === "function";
}
