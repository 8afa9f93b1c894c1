import type { CheckResult, FilterDecisionRecord } from "../../kernel/run-result.ts";
import type { FolderEffects } from "./evidence.ts";
import type { ExpectationOf } from "./expectation.ts";
import { unproducible } from "./parts/unproducible.ts";

const schema = {
  description: "The changes that a memory fork made on the disk. Paths start at its folder; `../x` is outside it.",
  type: "object",
  additionalProperties: false,
  minProperties: 1,
  properties: {
    written: {
      description: "All files that allowed writes created or changed. By default any.",
      type: "array",
      uniqueItems: true,
      items: { $ref: "#/definitions/text" },
    },
    escapes: {
      description: "All paths that changed without an allowed write. By default an escape fails the run.",
      type: "array",
      uniqueItems: true,
      items: { $ref: "#/definitions/text" },
    },
  },
} as const;

/** What a memory fork may do to the disk; paths are relative to its folder. `written` null expects any allowed write. */
export type EffectsExpectation = {
  readonly written: readonly string[] | null;
  /** Changes that no allowed write explains. */
  readonly escapes: readonly string[];
};

/** Checked for every memory fork, even if the scenario does not write it. */
export const effects: ExpectationOf<typeof schema, EffectsExpectation> = {
  name: "effects",
  schema,
  kinds: ["fork"],
  decode: ({ written, escapes }) => ({ written: written ?? null, escapes: escapes ?? [] }),
  unproducible: (_value, scenario) => {
    if (scenario.kind === "fork" && scenario.fork.filter.some(({ kind }) => kind === "auto-mem")) return [];
    const what = "needs a memory folder, which the fork does not have: nothing on the disk is looked at";
    return [unproducible(["effects"], "key", what, "add `fork.filter: { autoMem: { memoryDir: … } }`, or remove it")];
  },
  check: (value, { folder, forks = [] }) => {
    if (folder === undefined) return [];
    const decisions = forks.flatMap((fork) => fork.decisions ?? []);
    return [checkEffects(folder, decisions, value)];
  },
};

const noEscapes: EffectsExpectation = { written: null, escapes: [] };

/**
 * Compares the changes on the disk with the writes that the filter allowed: an allowed write must name each changed file. Denied calls are
 * shown and fail nothing. An escape fails the run unless the scenario expects it.
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
  const seen = [
    `wrote ${listed(own)}`,
    `escaped: ${listed(escaped.map(({ path, what }) => `${what} ${path}`))}`,
    `denied: ${listed(denied.map(({ tool, rule }) => `${tool} by ${rule}`))}`,
  ];
  return {
    check: "effects",
    status: fits && after.size > 0 ? "passed" : "failed",
    expected: `${written === null ? "only allowed writes" : `wrote ${listed(written)}`}, escaped: ${listed(escapes)}`,
    observed: seen.join("; "),
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

/** How scenarios write the folder: neither they nor results may hold a path of this machine. */
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
