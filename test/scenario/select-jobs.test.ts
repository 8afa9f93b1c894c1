import { expect, test } from "vitest";

import type { Scenario } from "../../harness/scenario/scenario.ts";
import { type Selection, selectJobs } from "../../harness/scenario/select-jobs.ts";
import { faultOf } from "./fault-of.ts";

type Marks = Partial<Pick<Scenario, "tags" | "only" | "skip" | "file" | "variant">>;

function scenario(name: string, marks: Marks = {}): Scenario {
  const file = marks.file ?? `${name}.yaml`;
  const variant = marks.variant ?? {};
  const axes = Object.entries(variant).map(([axis, value]) => `${axis}=${value}`);
  return {
    kind: "session",
    id: axes.length > 0 ? `${name} [${axes.join(", ")}]` : name,
    name,
    file,
    place: `${file}:1:7`,
    positions: { job: { line: 1, column: 7 }, checks: {} },
    variant,
    row: null,
    tags: marks.tags ?? [],
    only: marks.only ?? null,
    skip: marks.skip ?? null,
    timeoutMs: null,
    source: "s",
    parentOf: [],
    provider: null,
    expectBreak: null,
    expect: {
      verdict: "diverged",
      reusable: null,
      providerReason: null,
      findings: null,
      normalisations: null,
      firstTurn: null,
      warnings: null,
      simulate: null,
    },
  };
}

const all: Selection = { tags: [], name: null, isCi: false };
const list = [
  scenario("clean fork", { tags: ["smoke", "anthropic"] }),
  scenario("long fork", { tags: ["slow", "anthropic"], variant: { gap: "1s" } }),
  scenario("long fork", { tags: ["slow", "anthropic"], variant: { gap: "10m" } }),
  scenario("later", { tags: ["smoke"], skip: "waits for the 1h cache" }),
];

const idsOf = (selection: Partial<Selection>, scenarios: readonly Scenario[] = list): readonly string[] =>
  selectJobs(scenarios, { ...all, ...selection }).map(({ id }) => id);

test("without a selection all jobs are selected, in their order, with those to skip", () => {
  expect(idsOf({})).toEqual(["clean fork", "long fork [gap=1s]", "long fork [gap=10m]", "later"]);
});

test("tags select jobs with any of some tags and without others", () => {
  expect(idsOf({ tags: ["smoke"] })).toEqual(["clean fork", "later"]);
  expect(idsOf({ tags: ["smoke", "slow"] })).toHaveLength(4);
  expect(idsOf({ tags: ["!slow"] })).toEqual(["clean fork", "later"]);
  expect(idsOf({ tags: ["anthropic", "!slow"] })).toEqual(["clean fork"]);
});

test("a name is a regular expression on the ID", () => {
  expect(idsOf({ name: "fork$" })).toEqual(["clean fork"]);
  expect(idsOf({ name: "gap=10m" })).toEqual(["long fork [gap=10m]"]);
  expect(idsOf({ name: "fork", tags: ["smoke"] })).toEqual(["clean fork"]);
});

test("a scenario with `only` excludes the other selected ones", () => {
  const marked = [...list, scenario("this one", { tags: ["smoke"], only: "at work on it" })];
  expect(idsOf({}, marked)).toEqual(["this one"]);
  expect(idsOf({ tags: ["slow"] }, marked)).toEqual(["long fork [gap=1s]", "long fork [gap=10m]"]);
});

test("a scenario with `only` is refused in CI, even if it is not selected", () => {
  const marked = [...list, scenario("one", { only: "now" }), scenario("two", { only: "now" })];
  expect(faultOf(() => idsOf({ isCi: true, tags: ["smoke"] }, marked))).toMatchInlineSnapshot(`
    "HX133 \`only\` would leave out all other scenarios, and CI is set
      at one.yaml:1:7 and two.yaml:1:7
      remove \`only\` before you commit (exit 2)"
  `);
  expect(idsOf({ isCi: true })).toHaveLength(4);
});

test("two scenarios with one name are rejected", () => {
  expect(faultOf(() => idsOf({}, [...list, scenario("later", { file: "other/later.yaml" })]))).toMatchInlineSnapshot(`
    "HX132 two scenarios are named \`later\`
      at later.yaml:1:7 and other/later.yaml:1:7
      rename one: reports and baselines know a scenario by its name (exit 2)"
  `);
});

test("an empty selection is an error that shows what exists", () => {
  expect(faultOf(() => idsOf({ tags: ["smok"] }))).toMatchInlineSnapshot(`
    "HX135 no scenario of 4 has tag smok
      at null
      did you mean \`--tag smoke\`? (exit 2)"
  `);
  expect(faultOf(() => idsOf({ tags: ["openai", "!slow"], name: "fork" }))).toMatchInlineSnapshot(`
    "HX135 no scenario of 4 has tag openai, tag !slow, name fork
      at null
      tags here: anthropic, slow, smoke (exit 2)"
  `);
  expect(faultOf(() => idsOf({ tags: ["smoke", "!anthropic"], name: "fork" }))).toMatchInlineSnapshot(`
    "HX135 no scenario of 4 has tag smoke, tag !anthropic, name fork
      at null
      widen the selection (exit 2)"
  `);
  expect(faultOf(() => idsOf({ name: "clean", tags: ["slow"] }, [scenario("bare")]))).toMatchInlineSnapshot(`
    "HX135 no scenario of 1 has tag slow, name clean
      at null
      no scenario has a tag (exit 2)"
  `);
  expect(faultOf(() => idsOf({}, []))).toMatchInlineSnapshot(`
    "HX135 no scenario found
      at null
      widen the selection (exit 2)"
  `);
  expect(faultOf(() => idsOf({ name: "later" }))).toMatchInlineSnapshot(`
    "HX136 every selected scenario is skipped (1): waits for the 1h cache
      at null
      select one that runs, or remove a \`skip\` (exit 2)"
  `);
});

test("a name that is not a valid regular expression is rejected", () => {
  expect(faultOf(() => idsOf({ name: "fork [gap" }))).toMatchInlineSnapshot(`
    "HX134 no regular expression: fork [gap
      at null
      escape special characters, such as \`\\[\` (exit 2)"
  `);
});
