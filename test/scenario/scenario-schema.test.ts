import { Ajv } from "ajv";
import * as fc from "fast-check";
import { expect, test } from "vitest";

import { makeScenarioSchema } from "../../harness/scenario/schema/make-scenario-schema.ts";
import schema from "../../harness/scenario/scenario.schema.json" with { type: "json" };
import { arbitraryScenario } from "./arbitrary-scenario.ts";
import * as words from "./scenario-words.ts";
import { writeScenario } from "./write-scenario.ts";

test("the schema is a valid draft-07 schema in ajv's strict mode", () => {
  const ajv = new Ajv({ strict: true, strictRequired: false, allowUnionTypes: true });
  for (const format of ["finding", "provider", "strategy", "json-pointer", "regex"]) ajv.addFormat(format, true);
  expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
  expect(() => ajv.compile(schema)).not.toThrow();
});

test("the checked-in schema matches its parts; after a change, run `npm run schema`", () => {
  expect(JSON.stringify(schema)).toBe(JSON.stringify(makeScenarioSchema()));
});

test("each keyword that can fail has messages that the other tests check", () => {
  const told = ["additionalProperties", "anyOf", "enum", "format", "maximum", "minItems", "minLength", "minProperties"];
  const others = ["minimum", "not", "oneOf", "pattern", "propertyNames", "required", "type", "uniqueItems"];
  const silent = ["allOf", "else", "if", "items", "patternProperties", "properties", "then"];
  const notes = ["$ref", "$schema", "definitions", "deprecated", "description", "examples", "title"];
  expect(inOrder([...keywordsIn(schema)])).toBe(inOrder([...told, ...others, ...silent, ...notes]));
});

test("the schema has a description of each key for editors", () => {
  const { properties, definitions } = schema;
  // What a kind forbids is described where it is allowed.
  const described = Object.entries(definitions).filter(([name]) => !name.endsWith("Kind"));
  expect(described).toHaveLength(Object.keys(definitions).length - 4);
  const members = [...membersOf({ properties, described }, "properties")].flatMap((keys) => Object.entries(keys));
  const silent = members.filter(([, member]) => !isDescribed(member, new Map(Object.entries(definitions))));
  expect(silent.map(([key]) => key)).toEqual([]);
});

test("the schema has no key that the loader does not know", () => {
  const written = new Set(
    fc.sample(arbitraryScenario("a.yaml"), { numRuns: 4_000 }).flatMap((it) => keysIn(writeScenario(it))),
  );
  const known = [...membersOf(schema, "properties")].flatMap((properties) => Object.keys(properties));
  // A matrix and rows are written in before a scenario is read; the other is the former name of a key.
  expect(new Set(known.filter((key) => !written.has(key)))).toEqual(new Set(["matrix", "cases", "movesPrefix"]));
});

test("the schema and the types have the same values", () => {
  const lists = [
    words.verdicts,
    words.reusables,
    words.providerReasons,
    words.classes,
    words.normalisations,
    words.segments,
    words.stops,
  ];
  const typed = [
    ...lists,
    words.decisions,
    words.starts,
    words.parentAnswers,
    words.keptTools,
    words.modes,
    words.clients,
    words.promises,
    words.simulationModes,
  ].map(inOrder);
  const spelled = [...membersOf(schema, "enum")].map((list) => inOrder(Object.values(list).map(String)));
  expect(inOrder(spelled)).toBe(inOrder(typed));
});

function isDescribed(member: object, definitions: ReadonlyMap<string, object>): boolean {
  if ("description" in member) return true;
  const target = "$ref" in member ? definitions.get(String(member.$ref).split("/").at(-1) ?? "") : undefined;
  return target !== undefined && ("description" in target || "not" in target);
}

function keywordsIn(part: object): ReadonlySet<string> {
  const keywords = new Set<string>();
  for (const [keyword, value] of Object.entries(part)) {
    keywords.add(keyword);
    const isNamed = keyword === "properties" || keyword === "definitions" || keyword === "patternProperties";
    const isData = keyword === "examples" || keyword === "enum" || keyword === "required" || keyword === "type";
    const parts = isNamed || Array.isArray(value) ? Object.values(value) : [value];
    for (const inner of isData ? [] : parts) {
      if (typeof inner === "object" && inner !== null) for (const found of keywordsIn(inner)) keywords.add(found);
    }
  }
  return keywords;
}

function inOrder(list: readonly string[]): string {
  return list.toSorted().join(" ");
}

function keysIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [key, ...keysIn(member)]);
}

/** The values of one keyword, wherever in a schema it stands but in conditions, which only repeat. */
function* membersOf(value: unknown, keyword: string): Generator<object> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (key === keyword && typeof member === "object") yield member;
    if (key !== "if") yield* membersOf(member, keyword);
  }
}
