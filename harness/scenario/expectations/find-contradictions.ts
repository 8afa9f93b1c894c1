import { describeMatcher, findAmbiguousLanes } from "../../kernel/lane/lane-matcher.ts";
import { contradiction, nameOf } from "./contradiction.ts";
import type { Path, ValueFault } from "../shape/fault.ts";
import type { FilterForm } from "../filter-form.ts";
import { findUnproducible } from "./find-unproducible.ts";
import { forkCount } from "../decode/fork-count.ts";
import type { LaneMatchers } from "../provider-section.ts";
import type { Scenario } from "../scenario.ts";

/** What no schema says: parts of a well-shaped scenario that cannot be meant together. */
export function findContradictions(scenario: Scenario): readonly ValueFault[] {
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
        ...inBreak(scenario, "verdict"),
        ...findUnproducible(scenario),
      ];
    }
    case "pair":
      return [
        ...inBreak(scenario, scenario.expect.divergence === null ? "verdict" : "divergence"),
        ...findUnproducible(scenario),
      ];
    case "session":
      return [...inBreak(scenario, "verdict"), ...findUnproducible(scenario)];
  }
}

/** Who reads a case that passes because its prefix breaks must find there why that is meant. */
function inBreak(
  { expect, movesPrefix }: Pick<Extract<Scenario, { movesPrefix: unknown }>, "expect" | "movesPrefix">,
  says: "verdict" | "divergence",
): readonly ValueFault[] {
  if (movesPrefix !== null || (says === "verdict" && expect.verdict !== "diverged")) return [];
  const fix = "say why under `movesPrefix: { reason: … }`; where no break is meant, expect none";
  return [contradiction(["expect", says], "value", "expects a break, and nothing says that it is meant", fix)];
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
    if (sibling === "1") return [contradiction(path, "key", "is no lane: the first fork's is `fork`", "write `fork`")];
    if (sibling === undefined || Number(sibling) <= forks) return [];
    const what = `is the lane of a fork that is not run: \`fork.siblings.count\` is ${forks}`;
    return [contradiction(path, "key", what, "raise the count, or remove the lane")];
  });
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
