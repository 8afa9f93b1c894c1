import { listFolder, readBytes, statKind } from "../../io/files/disk.ts";
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
import { lacksFunction } from "../fork/modules/lacks-function.ts";
import { packageEntry } from "../fork/modules/worker/package-entry.ts";

/**
 * The modules and graders of a scenario, each of which has its file.
 *
 * @throws HarnessError HX140 for a missing file, HX193 for a missing package, a module without a function or an empty rubric
 */
export function findScorers(scenario: ForkScenario): readonly ScoredMatcher[] {
  const items = expectedOf(scenario.expect, output) ?? [];
  for (const each of scorersIn(items)) checkScorer(each, placedAt(scenario, each));
  return scorersIn(items);
}

/** The scenario with the place of this scorer's entry under `output`, for messages about it. */
export function placedAt(scenario: ForkScenario, scorer: ScoredMatcher): ForkScenario {
  const items = expectedOf(scenario.expect, output) ?? [];
  const at = items.findIndex((item) => scorersIn([item]).includes(scorer));
  return { ...scenario, place: formatPlace(scenario.file, positionOfCheck(`output[${at}]`, scenario.positions)) };
}

function checkScorer(scorer: ScoredMatcher, placed: ForkScenario): void {
  if (scorer.kind === "grader") checkRubric(scorer, placed);
  else checkModule(scorerTarget(scorer.module, placed), placed);
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
  return resolveSource(rubric, "rubric", scenario, { listFolder, statKind });
}

/** A path from the scenario, or a package as the scenario's folder resolves it. */
export function scorerTarget(written: string, scenario: ForkScenario): ScorerTarget {
  const [path = "", exported = "default"] = written.split("#");
  const isPath = /^\.{0,2}\//.test(path) || /\.[cm]?[jt]s$/.test(path);
  return isPath
    ? { kind: "file", path: resolveSource(path, "module", scenario, { listFolder, statKind }), exported }
    : { kind: "package", name: path, from: scenario.file, exported };
}

function checkModule(target: ScorerTarget, scenario: ForkScenario): void {
  const path = target.kind === "file" ? target.path : packageOf(target, scenario);
  if (!lacksFunction(readBytes(path).toString("utf8"), target.exported)) return;
  throw withoutFunction(target.kind === "file" ? target.path : target.name, scenario);
}

function packageOf(
  { name, from }: Extract<ScorerTarget, { readonly kind: "package" }>,
  scenario: ForkScenario,
): string {
  try {
    return packageEntry(name, from);
  } catch {
    const fix = `install it where ${scenario.file} can import it, or write \`./${name}\` for a file`;
    throw notRunnable(name, scenario, "no such package is installed", fix);
  }
}

/** A module that exports something else, or nothing. */
export function withoutFunction(module: string, scenario: ForkScenario): HarnessError {
  const fix = "write `export default (run, row) => 0.5`, or name an export: `package#Export`";
  return notRunnable(module, scenario, "the module does not export such a function", fix);
}

/** A scorer that no fork of the scenario can be scored with. */
export function notRunnable(module: string, { place }: ForkScenario, what: string, fix: string): HarnessError {
  return new HarnessError({ code: "HX193", what: `${module}: ${what}`, where: place, fix, exit: 2 });
}
