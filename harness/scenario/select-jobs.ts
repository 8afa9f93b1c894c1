import { HarnessError } from "../kernel/faults/harness-error.ts";
import { nearestWord } from "../kernel/text/nearest-word.ts";
import type { Scenario } from "./scenario.ts";

export type Selection = {
  /** Any of these tags, except those with a leading `!`. */
  readonly tags: readonly string[];
  /** A regular expression (flag `u`) that matches an id somewhere; null for all. */
  readonly name: string | null;
  /** Whether CI is set: there, a forgotten `only` would drop the other scenarios unnoticed. */
  readonly isCi: boolean;
};

/**
 * Picks the scenarios to run, in their order; those to skip stay in, for the report to name.
 *
 * @throws HarnessError, exit 2: HX132 two of one name, HX133 `only` in CI, HX134 no regular expression, HX135 nothing
 * selected, or a tag that no scenario has, HX136 all skipped
 */
export function selectJobs(scenarios: readonly Scenario[], selection: Selection): readonly Scenario[] {
  refuseSharedNames(scenarios);
  if (selection.isCi) refuseOnly(scenarios);
  const isWanted = compileWish(selection);
  const wanted = scenarios.filter(isWanted);
  const only = wanted.filter(({ only }) => only !== null);
  const selected = only.length > 0 ? only : wanted;
  if (selected.length === 0) throw nothingSelected(scenarios, selection);
  refuseUnknownTag(scenarios, selection);
  if (selected.every(({ skip }) => skip !== null)) throw allSkipped(selected);
  return selected;
}

function refuseSharedNames(scenarios: readonly Scenario[]): void {
  const owners = new Map<string, Scenario>();
  for (const scenario of scenarios) {
    const owner = owners.get(scenario.name) ?? scenario;
    owners.set(scenario.name, owner);
    if (owner.file !== scenario.file) {
      throw new HarnessError({
        code: "HX132",
        what: `two scenarios are named \`${scenario.name}\``,
        where: `${owner.place} and ${scenario.place}`,
        fix: "rename one: reports and baselines know a scenario by its name",
        exit: 2,
      });
    }
  }
}

function refuseOnly(scenarios: readonly Scenario[]): void {
  const places = scenarios.filter(({ only }) => only !== null).map(({ place }) => place);
  if (places.length === 0) return;
  throw new HarnessError({
    code: "HX133",
    what: "`only` would leave out all other scenarios, and CI is set",
    where: [...new Set(places)].join(" and "),
    fix: "remove `only` before you commit",
    exit: 2,
  });
}

function compileWish({ tags, name }: Selection): (scenario: Scenario) => boolean {
  const pattern = name === null ? null : compilePattern(name);
  const unwanted = tags.filter(isNegated).map((tag) => tag.slice(1));
  const wanted = tags.filter((tag) => !isNegated(tag));
  return (scenario) => {
    if (pattern !== null && !pattern.test(scenario.id)) return false;
    if (scenario.tags.some((tag) => unwanted.includes(tag))) return false;
    return wanted.length === 0 || scenario.tags.some((tag) => wanted.includes(tag));
  };
}

function compilePattern(source: string): RegExp {
  try {
    return new RegExp(source, "u");
  } catch (cause) {
    const fix = "escape special characters, such as `\\[`";
    throw new HarnessError({ code: "HX134", what: `no regular expression: ${source}`, fix, exit: 2, cause });
  }
}

/** Next to a tag that selects something, a misspelled tag would go unnoticed, with the scenarios that it should select. */
function refuseUnknownTag(scenarios: readonly Scenario[], { tags }: Selection): void {
  const unknown = unknownTag(scenarios, tags);
  if (unknown !== null) throw nothingSelected(scenarios, { tags: [unknown], name: null });
}

function nothingSelected(
  scenarios: readonly Scenario[],
  { tags, name }: Pick<Selection, "tags" | "name">,
): HarnessError {
  const unknown = unknownTag(scenarios, tags);
  const wishes = [...tags.map((tag) => `tag ${tag}`), ...(name === null ? [] : [`name ${name}`])];
  return new HarnessError({
    code: "HX135",
    what: wishes.length === 0 ? "no scenario found" : `no scenario of ${scenarios.length} has ${wishes.join(", ")}`,
    fix: unknown === null ? "widen the selection" : fixTag(unknown, tagsOf(scenarios)),
    exit: 2,
  });
}

function unknownTag(scenarios: readonly Scenario[], tags: readonly string[]): string | null {
  const known = tagsOf(scenarios);
  return tags.find((tag) => !isNegated(tag) && !known.includes(tag)) ?? null;
}

function tagsOf(scenarios: readonly Scenario[]): readonly string[] {
  return [...new Set(scenarios.flatMap((scenario) => scenario.tags))].sort();
}

function fixTag(unknown: string, known: readonly string[]): string {
  const nearest = nearestWord(unknown, known);
  if (nearest !== null) return `did you mean \`--tag ${nearest}\`?`;
  return known.length === 0 ? "no scenario has a tag" : `tags here: ${known.join(", ")}`;
}

function allSkipped(selected: readonly Scenario[]): HarnessError {
  const reasons = [...new Set(selected.map(({ skip }) => skip))].join("; ");
  return new HarnessError({
    code: "HX136",
    what: `every selected scenario is skipped (${selected.length}): ${reasons}`,
    fix: "select one that runs, or remove a `skip`",
    exit: 2,
  });
}

function isNegated(tag: string): boolean {
  return tag.startsWith("!");
}
