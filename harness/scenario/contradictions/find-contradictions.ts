import { describeMatcher, findAmbiguousLanes } from "../../kernel/lane/lane-matcher.ts";
import { divergence } from "../expectations/divergence.ts";
import { type Expectation, expectedOf } from "../expectations/expectation.ts";
import { output } from "../expectations/output/output.ts";
import { withInner } from "../expectations/output/output-matcher.ts";
import { verdict } from "../expectations/verdict.ts";
import { contradiction } from "./contradiction.ts";
import { nameOf, type Path, type ValueFault } from "../shape/fault.ts";
import type { FilterForm } from "../filter-form.ts";
import { findUnproducible } from "./find-unproducible.ts";
import { forkCount } from "../decode/fork-count.ts";
import type { LaneMatchers } from "../provider-section.ts";
import type { ForkScenario, Scenario } from "../scenario.ts";

/** Finds what no schema can: parts of a well-shaped scenario that contradict each other. */
export function findContradictions(scenario: Scenario, expectations: readonly Expectation[]): readonly ValueFault[] {
  switch (scenario.kind) {
    case "filter":
      return inFilter(scenario.filter, ["filter"]);
    case "fork": {
      const { fork, provider } = scenario;
      const lanes = Object.keys(provider.script);
      return [
        ...inFilter(fork.filter, ["fork", "filter"]),
        ...inLanes(lanes, forkCount(scenario)),
        ...inMatchers(provider.matchers),
        ...inGraders(scenario),
        ...inBreak(scenario, verdict),
        ...findUnproducible(scenario, expectations),
      ];
    }
    case "pair":
      return [
        ...inBreak(scenario, expectedOf(scenario.expect, divergence) === null ? verdict : divergence),
        ...findUnproducible(scenario, expectations),
      ];
    case "session":
      return [...inBreak(scenario, verdict), ...findUnproducible(scenario, expectations)];
  }
}

/** A case that passes because its prefix breaks must give its reader the reason (scenarios/README.md). */
function inBreak(
  { expect, expectBreak }: Pick<Extract<Scenario, { expectBreak: unknown }>, "expect" | "expectBreak">,
  says: Pick<Expectation, "name">,
): readonly ValueFault[] {
  if (expectBreak !== null || (says === verdict && expectedOf(expect, verdict) !== "diverged")) return [];
  const fix = "give the reason under `expectBreak: { reason: … }`, or do not expect a break";
  return [contradiction(["expect", says.name], "value", "expects a break, but nothing says that it is intended", fix)];
}

function inFilter(forms: readonly FilterForm[], path: Path): readonly ValueFault[] {
  const written = forms.map((form) => JSON.stringify(form));
  const repeated = written.flatMap((form, at) => {
    const first = written.indexOf(form);
    if (first === at) return [];
    return [contradiction([...path, String(at)], "value", `repeats \`${nameOf(path)}[${first}]\``, "remove it")];
  });
  const lists = forms.flatMap((form) => (form.kind === "allow-tools" ? [form.tools] : []));
  const common = lists[0]?.filter((tool) => lists.every((tools) => tools.includes(tool))) ?? [];
  // One empty list says what is meant; lists that share nothing do not.
  if (lists.length < 2 || common.length > 0 || lists.some((tools) => tools.length === 0)) return repeated;
  const fix = "name a tool in all of them; to deny every call write one empty list";
  return [...repeated, contradiction(path, "value", "allows no call at all: its lists have no tool in common", fix)];
}

function inLanes(lanes: readonly string[], forks: number): readonly ValueFault[] {
  return lanes.flatMap((lane) => {
    const sibling = /^fork\[(\d+)\]$/.exec(lane)?.[1];
    const path = ["provider", "script", lane];
    if (sibling === "1")
      return [contradiction(path, "key", "is not a lane: the first fork's lane is `fork`", "write `fork`")];
    if (sibling === undefined || Number(sibling) <= forks) return [];
    const what = `is the lane of a fork that does not run: \`fork.siblings.count\` is ${forks}`;
    return [contradiction(path, "key", what, "raise the count, or remove the lane")];
  });
}

/** Answers that no grader asks for would be left over in silence. */
function inGraders({ provider, expect }: ForkScenario): readonly ValueFault[] {
  const matchers = (expectedOf(expect, output) ?? []).flatMap(({ matcher }) => withInner(matcher));
  if (provider.script.grader === undefined || matchers.some(({ kind }) => kind === "grader")) return [];
  const what = "is the lane of a grader, which `expect.output` does not have";
  return [contradiction(["provider", "script", "grader"], "key", what, "add a `grader`, or remove the lane")];
}

function inMatchers(matchers: LaneMatchers): readonly ValueFault[] {
  const twice = findAmbiguousLanes(
    Object.entries(matchers).flatMap(([lane, matcher]) => (matcher === undefined ? [] : [[lane, matcher] as const])),
  );
  if (twice === null) return [];
  const { lane, wide, narrow, matcher } = twice;
  const what = `is ambiguous: lane ${wide} matches every request that lane ${narrow} matches (${describeMatcher(matcher)})`;
  const fix = "make each `when` match the requests of its own lane only";
  return [contradiction(["provider", "script", lane, "when"], "value", what, fix)];
}
