import { readBytes, statKind } from "../../io/files/disk.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { positionOfCheck } from "../../scenario/decode/positions-of.ts";
import { expectedOf } from "../../scenario/expectations/expectation.ts";
import { output } from "../../scenario/expectations/output/output.ts";
import {
  type GraderMatcher,
  type ScoredMatcher,
  scorersIn,
  withInner,
} from "../../scenario/expectations/output/output-matcher.ts";
import { resolveSource } from "../../scenario/resolve-source.ts";
import type { ForkScenario } from "../../scenario/scenario.ts";
import { formatPlace } from "../../scenario/shape/fault.ts";
import type { ScorerTarget } from "../fork/modules/worker/messages.ts";
import { packageEntry } from "../fork/modules/worker/package-entry.ts";

/**
 * The modules and graders of a scenario, each of which has its file.
 *
 * @throws HarnessError HX140 for a missing file, HX193 for a missing package or an empty rubric
 */
export function findScorers(scenario: ForkScenario): readonly ScoredMatcher[] {
  const items = expectedOf(scenario.expect, output) ?? [];
  for (const [at, item] of items.entries()) {
    const place = formatPlace(scenario.file, positionOfCheck(`output[${at}]`, scenario.positions));
    for (const each of scorersIn([item])) checkScorer(each, { ...scenario, place });
  }
  return scorersIn(items);
}

function checkScorer(scorer: ScoredMatcher, placed: ForkScenario): void {
  if (scorer.kind === "grader") checkRubric(scorer, placed);
  else checkPackage(scorerTarget(scorer.module, placed), placed);
}

/** A model grades by an empty rubric, too, and its grade says nothing. */
function checkRubric(grader: GraderMatcher, scenario: ForkScenario): void {
  if (readBytes(rubricOf(grader, scenario)).toString("utf8").trim() !== "") return;
  throw notRunnable(
    grader.rubric,
    scenario,
    "the rubric is empty",
    "write what a good answer has, and what 1 and 5 stand for",
  );
}

/** Whether a schema compiler is needed, which takes a while to load. */
export function hasSchema({ expect }: ForkScenario): boolean {
  const items = expectedOf(expect, output) ?? [];
  return items.some(({ matcher }) => withInner(matcher).some(({ kind }) => kind === "schema"));
}

export function rubricOf({ rubric }: GraderMatcher, scenario: ForkScenario): string {
  return resolveSource(rubric, "rubric", scenario, { statKind });
}

/** A path from the scenario, or a package as the scenario's folder resolves it. */
export function scorerTarget(written: string, scenario: ForkScenario): ScorerTarget {
  const [path = "", exported = "default"] = written.split("#");
  const isPath = /^\.{0,2}\//.test(path) || /\.[cm]?[jt]s$/.test(path);
  return isPath
    ? { kind: "file", path: resolveSource(path, "module", scenario, { statKind }), exported }
    : { kind: "package", name: path, from: scenario.file, exported };
}

function checkPackage(target: ScorerTarget, scenario: ForkScenario): void {
  if (target.kind !== "package") return;
  try {
    packageEntry(target.name, target.from);
  } catch {
    const fix = `install it where ${scenario.file} can import it, or write \`./${target.name}\` for a file`;
    throw notRunnable(target.name, scenario, "no such package is installed", fix);
  }
}

/** A scorer that no fork of the scenario can be scored with. */
export function notRunnable(module: string, { place }: ForkScenario, what: string, fix: string): HarnessError {
  return new HarnessError({ code: "HX193", what: `${module}: ${what}`, where: place, fix, exit: 2 });
}
