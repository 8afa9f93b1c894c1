import { expect, test } from "vitest";
import type { Evidence } from "../../harness/scenario/expectations/evidence.ts";
import { type ExpectationOf, expectedOf } from "../../harness/scenario/expectations/expectation.ts";
import { checkExpectations, expectations } from "../../harness/scenario/expectations/expectations.ts";
import { decodeBound, emptyBounds } from "../../harness/scenario/expectations/parts/unproducible.ts";
import { isWithin, type NumberBound } from "../../harness/scenario/decode/number-bound.ts";
import { makeScenarioLoader, type ScenarioLanguage } from "../../harness/scenario/load-scenario.ts";
import { makeScenarioSchema } from "../../harness/scenario/schema/make-scenario-schema.ts";
import { compileScenarioSchema } from "../../harness/scenario/shape/scenario-validator.ts";
import { vocabulary } from "./load-text.ts";
import { fork, session } from "./smallest.ts";

const schema = {
  description: "How many requests each fork makes.",
  type: "object",
  additionalProperties: false,
  required: ["each"],
  properties: { each: { allOf: [{ $ref: "#/definitions/countBound" }], description: "Requests of one fork." } },
} as const;

/** All that a new expectation takes: this value, and its line in the list. */
const requests: ExpectationOf<typeof schema, NumberBound | null> = {
  name: "requests",
  schema,
  kinds: ["fork"],
  decode: ({ each }) => decodeBound(each),
  unproducible: (each) => emptyBounds(["requests"], { each }, Infinity),
  check: (each, { forks = [] }) => {
    if (each === null) return [];
    const counts = forks.map(({ turns }) => turns.length);
    return [
      {
        check: "requests",
        status: counts.length > 0 && counts.every((count) => isWithin(each, count)) ? "passed" : "failed",
        expected: `${each.comparison} ${each.value}`,
        observed: counts.join(", "),
        examined: { count: counts.length, what: "forks" },
      },
    ];
  },
};

const language: ScenarioLanguage = {
  expectations: [...expectations, requests],
  makeValidator: (formats) =>
    compileScenarioSchema(formats, { optimize: false }, makeScenarioSchema([...expectations, requests])).validate,
};

function load(text: string, spoken?: ScenarioLanguage) {
  const loaded = makeScenarioLoader(vocabulary, spoken)("cases/a.yaml", Buffer.from(text));
  if (loaded.kind === "refused") return { scenario: null, faults: loaded.errors.map(({ message }) => message) };
  return { scenario: loaded.variants[0], faults: [] };
}

test("a listed expectation is in the schema, with its description, and in no file of the product", () => {
  expect(makeScenarioSchema(language.expectations)).toMatchObject({
    definitions: {
      expect: { properties: { requests: { description: "How many requests each fork makes." } } },
      sessionKind: { properties: { expect: { properties: { requests: { $ref: "#/definitions/notInSession" } } } } },
    },
  });
  expect(load(`${fork}expect: { requests: { each: "= 2" } }\n`).faults[0]).toContain("unknown key `requests`");
});

test("the loader decodes a listed expectation, and reports its faults in the usual words", () => {
  const { scenario } = load(`${fork}expect: { requests: { each: "= 2" } }\n`, language);
  if (scenario?.kind !== "fork") throw new Error("the file holds a fork");
  expect(expectedOf(scenario.expect, requests)).toEqual({ comparison: "=", value: 2 });

  const faultsOf = (text: string): readonly string[] => load(text, language).faults;
  expect(faultsOf(`${fork}expect: { requests: { each: two } }\n`)[0]).toContain("a comparison with a whole number");
  expect(faultsOf(`${fork}expect: { requests: {} }\n`)[0]).toContain("`each` is missing in `expect.requests`");
  expect(faultsOf(`${fork}expect: { requests: { each: ">= 0" } }\n`)[0]).toContain("holds for every number");
  expect(faultsOf(session.replace("verdict: byte-identical", 'requests: { each: "= 2" }'))[0]).toContain(
    "`requests` is not allowed in a `session` scenario",
  );
});

test("a listed expectation is checked with the others", () => {
  const { scenario } = load(`${fork}expect: { requests: { each: "= 1" } }\n`, language);
  if (scenario?.kind !== "fork") throw new Error("the file holds a fork");
  const turn = { read: 1, write: 0, fresh: 1, output: 1, grade: "estimate" } as const;
  const run = { lane: "fork", stop: null, output: null, decisions: null, error: null } as const;
  const ratios = { firstTurnRatio: null, expectedRatio: null, efficiency: null };
  const seen = (turns: number): Evidence => ({
    judgements: [],
    firstTurns: [],
    warnings: [],
    expectBreak: null,
    forks: [{ ...run, ...ratios, turns: Array.from({ length: turns }, () => turn) }],
  });
  const statusAfter = (turns: number): string | undefined =>
    checkExpectations(scenario.expect, seen(turns), language.expectations).find(({ check }) => check === "requests")
      ?.status;
  expect([statusAfter(1), statusAfter(2)]).toEqual(["passed", "failed"]);
});
