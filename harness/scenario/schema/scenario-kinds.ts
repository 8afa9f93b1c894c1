import type { Expectation, ExpectingKind } from "../expectations/expectation.ts";
import type { Refusal, SubjectKind } from "../subjects/subject-kind.ts";
import type { Schema } from "./from-schema.ts";
import { providerParts } from "./provider-parts.ts";

/** What each kind of scenario requires and refuses, as definitions of the schema. */
export function kindDefinitions(
  expectations: readonly Expectation[],
  subjects: readonly SubjectKind[],
): Readonly<Record<string, Schema>> {
  const refusesExpectations = (kind: ExpectingKind, refusal: Refusal): Schema => {
    const names = expectations.filter(({ kinds }) => !kinds.includes(kind)).map(({ name }) => name);
    return { type: "object", properties: refusing(refusal, names) };
  };
  const provider = (refusal: Refusal): Schema => ({ type: "object", properties: refusing(refusal, RUNNING) });
  return {
    sessionKind: {
      type: "object",
      required: ["expect"],
      properties: {
        ...refusing(inSession),
        provider: provider(inSession),
        expect: refusesExpectations("session", inSession),
      },
    },
    pairKind: {
      type: "object",
      required: ["parent", "expect"],
      properties: {
        ...refusing(inPair),
        parent: { type: "object", properties: refusing(inPair, ["answer"]) },
        provider: provider(inPair),
        expect: refusesExpectations("pair", inPair),
      },
    },
    forkKind: {
      type: "object",
      properties: { ...refusing(inFork), expect: refusesExpectations("fork", inFork) },
      if: { properties: { fork: { type: "object", ...oneOfKeys(subjects.filter(({ needs }) => !needs.parent)) } } },
      else: { required: ["parent"] },
    },
    filterKind: { type: "object", required: ["filter", "decisions"], properties: refusing(inFilter) },
    ...Object.fromEntries([inSession, inPair, inFork, inFilter].map((each) => [each.definition, refused(each)])),
  };
}

/** Which keys make a file which kind: the first match decides. */
export function kindRules(): Schema {
  const kinds = [
    { condition: { required: ["session"] }, definition: "sessionKind" },
    {
      condition: { properties: { fork: { type: "object", required: ["recorded"] } }, required: ["fork"] },
      definition: "pairKind",
    },
    { condition: { required: ["fork"] }, definition: "forkKind" },
    { condition: { anyOf: [{ required: ["filter"] }, { required: ["decisions"] }] }, definition: "filterKind" },
  ];
  return kinds.reduceRight<Schema>(
    (otherwise, { condition, definition }) => ({
      if: condition,
      then: { $ref: `#/definitions/${definition}` },
      ...("if" in otherwise && { else: otherwise }),
    }),
    {},
  );
}

/** A condition: the fork has one of these subjects' keys. */
export function oneOfKeys(subjects: readonly SubjectKind[]): Schema {
  const [only, ...others] = subjects.map(({ key }) => ({ required: [key] }));
  return others.length === 0 && only !== undefined ? only : { anyOf: [only, ...others] };
}

/** Properties that refuse these keys. */
export function refusing({ definition, keys }: Refusal, names: readonly string[] = keys): Schema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/definitions/${definition}` }]));
}

/** A definition that accepts nothing. */
export function refused({ title }: Refusal): Schema {
  return { not: {}, title };
}

/** The keys of `provider` that mean something only if a fork runs. */
const RUNNING = Object.keys(providerParts.provider.properties).filter((name) => name !== "name");

const inSession: Refusal = {
  definition: "notInSession",
  title: "a `session` scenario",
  keys: ["parent", "fork", "filter", "decisions", "at"],
};
const inPair: Refusal = {
  definition: "notInPair",
  title: "a scenario of recorded requests",
  keys: ["filter", "decisions"],
};
const inFork: Refusal = {
  definition: "notInFork",
  title: "a scenario that runs a fork",
  keys: ["filter", "decisions", "at"],
};
const inFilter: Refusal = {
  definition: "notInFilter",
  title: "a `filter` scenario",
  keys: ["parent", "at", "provider", "expect", "expectBreak", "movesPrefix"],
};
