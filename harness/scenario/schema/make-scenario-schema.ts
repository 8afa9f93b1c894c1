import type { Expectation } from "../expectations/expectation.ts";
import { expectations as allExpectations } from "../expectations/expectations.ts";
import { callParts } from "../expectations/evals/call-parts.ts";
import { outputParts } from "../expectations/output/output-parts.ts";
import type { Refusal, SubjectKind } from "../subjects/subject-kind.ts";
import { subjectKinds } from "../subjects/subjects.ts";
import { caseMembers } from "./case-members.ts";
import { filterParts } from "./filter-parts.ts";
import { forkMembers, forkParts, recordedMember } from "./fork-parts.ts";
import type { Schema } from "./from-schema.ts";
import { kindDefinitions, kindRules, oneOfKeys, refused, refusing } from "./scenario-kinds.ts";
import { providerParts } from "./provider-parts.ts";
import { scriptParts } from "./script-parts.ts";
import { sharedParts } from "./shared-parts.ts";

/** The schema of scenario files with these expectations under `expect` and these subjects under `fork`. */
export function makeScenarioSchema(
  expectations: readonly Expectation[] = allExpectations,
  subjects: readonly SubjectKind[] = subjectKinds,
): Schema {
  const { name, tags, only, skip, timeout, matrix, cases, parent, session, at, expectBreak, movesPrefix } = caseMembers;
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "forkproof scenario",
    description:
      "A case to run or to read, with its expectations. Its keys decide its kind: `fork` runs a fork, `fork.recorded` judges two recorded requests, `session` judges a whole recording, and `filter` with `decisions` is a decision table.",
    type: "object",
    additionalProperties: false,
    required: ["name"],
    anyOf: ["fork", "session", "filter", "decisions"].map((key) => ({ required: [key] })),
    properties: {
      name,
      tags,
      only,
      skip,
      timeout,
      matrix,
      cases,
      parent,
      fork: { $ref: "#/definitions/fork" },
      session,
      filter: { $ref: "#/definitions/filter" },
      decisions: decisionTable,
      at,
      provider: { $ref: "#/definitions/provider" },
      expect: { $ref: "#/definitions/expect" },
      expectBreak,
      movesPrefix,
    },
    allOf: [
      { if: { required: ["skip"] }, then: { properties: refusing(skipping) } },
      { if: { required: ["expectBreak"] }, then: { properties: refusing(breaking) } },
      kindRules(),
    ],
    definitions: {
      ...kindDefinitions(expectations, subjects),
      ...Object.fromEntries(
        [skipping, breaking, recorded, ...subjects.flatMap(({ refuses }) => refuses ?? [])].map((each) => [
          each.definition,
          refused(each),
        ]),
      ),
      ...sharedParts,
      fork: forkSchema(subjects),
      ...forkParts,
      ...filterParts,
      ...providerParts,
      ...scriptParts,
      ...outputParts,
      ...callParts,
      expect: expectSchema(expectations),
    },
  };
}

const decisionTable: Schema = {
  description: "The decision table: tool calls and what `filter` must decide on each.",
  type: "array",
  minItems: 1,
  items: { $ref: "#/definitions/decision" },
};

function forkSchema(subjects: readonly SubjectKind[]): Schema {
  const prompted = subjects.filter(({ needs }) => needs.prompt);
  const particular = subjects.flatMap(({ key, needs, refuses }) =>
    refuses === undefined ? [] : [{ key, refuses, required: needs.prompt ? { required: ["prompt"] } : {} }],
  );
  const rules = particular.reduceRight<Schema>(
    (otherwise, { key, refuses, required }) => ({
      if: { required: [key] },
      then: { properties: refusing(refuses), ...required },
      else: otherwise,
    }),
    { if: oneOfKeys(prompted), then: { required: ["prompt"] } },
  );
  return {
    description: "Whose fork is judged: one of our strategies, your module, your command, or a recorded request.",
    type: "object",
    additionalProperties: false,
    oneOf: [...subjects.map(({ key }) => ({ required: [key] })), { required: ["recorded"] }],
    properties: {
      ...Object.fromEntries(subjects.map(({ key, schema }) => [key, schema])),
      recorded: recordedMember,
      ...forkMembers,
    },
    if: { required: ["recorded"] },
    then: { properties: refusing(recorded) },
    else: rules,
  };
}

function expectSchema(expectations: readonly Expectation[]): Schema {
  return {
    description: "The expectations. Verdict and causes are always checked, all others only if they are written here.",
    type: "object",
    minProperties: 1,
    additionalProperties: false,
    properties: Object.fromEntries(expectations.map((each) => [each.name, each.schema])),
  };
}

const skipping: Refusal = { definition: "notWithSkip", title: "a scenario with `skip`", keys: ["only"] };
const breaking: Refusal = {
  definition: "notWithExpectBreak",
  title: "a scenario with `expectBreak`",
  keys: ["movesPrefix"],
};
const recorded: Refusal = {
  definition: "notWithRecorded",
  title: "a fork that was `recorded`",
  keys: Object.keys(forkMembers),
};
