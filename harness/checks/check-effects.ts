import type { CheckResult, FilterDecisionRecord } from "../kernel/run-result.ts";
import type { EffectsExpectation } from "../scenario/filter-form.ts";

/** What stood where before and after a run; paths are relative to the memory folder, `../x` lies beside it. */
export type FolderEffects = {
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
};

const noEscapes: EffectsExpectation = { written: null, escapes: [] };

/**
 * What a run really wrote, held against what its filter allowed: each change in or beside the memory folder must be of a file that an
 * allowed write names. What was denied is told and fails nothing. An escape fails the run, unless the scenario expects that very one.
 */
export function checkEffects(
  { before, after }: FolderEffects,
  decisions: readonly FilterDecisionRecord[],
  expected: EffectsExpectation | null,
): CheckResult {
  const { written, escapes } = expected ?? noEscapes;
  const allowed = new Set(decisions.flatMap((decision) => writtenBy(decision)));
  const changes = [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((path) => {
    const [then, now] = [before.get(path), after.get(path)];
    if (then === now) return [];
    const what = then === undefined ? "created" : now === undefined ? "deleted" : "modified";
    return [{ path, what, explained: what !== "deleted" && allowed.has(path) }];
  });
  const own = changes.filter(({ explained }) => explained).map(({ path }) => path);
  const escaped = changes.filter(({ explained }) => !explained);
  const fits =
    sameSet(
      escaped.map(({ path }) => path),
      escapes,
    ) &&
    (written === null || sameSet(own, written));
  const denied = decisions.filter(({ decision }) => decision === "deny");
  const told = [
    `wrote ${listed(own)}`,
    `escaped: ${listed(escaped.map(({ path, what }) => `${what} ${path}`))}`,
    `denied: ${listed(denied.map(({ tool, rule }) => `${tool} by ${rule}`))}`,
  ];
  return {
    check: "effects",
    status: fits && after.size > 0 ? "passed" : "failed",
    expected: `${written === null ? "only allowed writes" : `wrote ${listed(written)}`}, escaped: ${listed(escapes)}`,
    observed: told.join("; "),
    examined: { count: Math.max(before.size, after.size), what: "paths, up to three folders above the memory folder" },
  };
}

/** The paths that an allowed write names, in the folder's own terms. */
function writtenBy({ decision, rule, input }: FilterDecisionRecord): readonly string[] {
  if (decision !== "allow" || !rule.split(" + ").includes("path.inside")) return [];
  return Object.values(input ?? {}).flatMap((value) =>
    typeof value === "string" && value.startsWith(MEMORY_DIR) ? [collapse(value.slice(MEMORY_DIR.length + 1))] : [],
  );
}

/** As scenarios write the folder, so that neither they nor results hold a path of this machine. */
const MEMORY_DIR = "${memoryDir}";

function collapse(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

function sameSet(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((each) => right.includes(each));
}

function listed(names: readonly string[]): string {
  return names.join(", ") || "nothing";
}
