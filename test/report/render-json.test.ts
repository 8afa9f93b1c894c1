import { Ajv } from "ajv";
import * as fc from "fast-check";
import { expect, test } from "vitest";

import buildsSchema from "../../harness/report/build-comparison.schema.json" with { type: "json" };
import comparisonSchema from "../../harness/report/comparison.schema.json" with { type: "json" };
import codesSchema from "../../harness/report/codes.schema.json" with { type: "json" };
import explanationSchema from "../../harness/report/explanation.schema.json" with { type: "json" };
import handleSchema from "../../harness/report/handle.schema.json" with { type: "json" };
import validationSchema from "../../harness/report/validation.schema.json" with { type: "json" };
import recordingSchema from "../../harness/report/recording.schema.json" with { type: "json" };
import initSchema from "../../harness/report/init.schema.json" with { type: "json" };
import importSchema from "../../harness/report/import.schema.json" with { type: "json" };
import handlesSchema from "../../harness/report/handles.schema.json" with { type: "json" };
import errorSchema from "../../harness/report/error.schema.json" with { type: "json" };
import inspectionSchema from "../../harness/report/inspection.schema.json" with { type: "json" };
import judgementSchema from "../../harness/report/judgement.schema.json" with { type: "json" };
import { renderJson, renderJsonLine } from "../../harness/report/render-json.ts";
import runResultSchema from "../../harness/report/run-result.schema.json" with { type: "json" };
import simulationSchema from "../../harness/report/simulation.schema.json" with { type: "json" };
import whatIfSchema from "../../harness/report/what-if.schema.json" with { type: "json" };
import { divergedJudgement, identicalJudgement } from "./sample-judgement.ts";
import { passedRun, sampleRun, sessionRun } from "./sample-run.ts";

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, schemas: [judgementSchema, runResultSchema] });

test("a document has the same JSON text however it was built", () => {
  const published = renderJson(sampleRun);
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat()), (chance) => {
      expect(renderJson(JSON.parse(published, (_, value: unknown) => shuffled(value, chance)))).toBe(published);
    }),
    { numRuns: 20 },
  );
  expect(JSON.parse(published)).toEqual(sampleRun);
});

test("a document's JSON has its members in the order of the published schema", () => {
  const compared = [buildsSchema, comparisonSchema, simulationSchema, whatIfSchema];
  const pages = [codesSchema, explanationSchema, handleSchema];
  const others = [...pages, errorSchema, handlesSchema, importSchema, initSchema, recordingSchema, validationSchema];
  for (const schema of [judgementSchema, runResultSchema, inspectionSchema, ...compared, ...others]) {
    for (const names of memberLists(schema)) {
      const backwards = Object.fromEntries(names.toReversed().map((name) => [name, null]));
      expect(Object.keys(JSON.parse(renderJson(backwards)))).toEqual(names);
    }
  }
});

test("a body that is kept as bytes is printed as text", () => {
  expect(JSON.parse(renderJson({ response: { body: Buffer.from('{"id":"é"}') } }))).toEqual({
    response: { body: '{"id":"é"}' },
  });
});

test("a document can be printed as a line of JSON Lines", () => {
  expect(renderJsonLine({ fix: "m", code: "HX501" })).toBe('{"code":"HX501","fix":"m"}\n');
});

test.for([
  ["judgement.schema.json", divergedJudgement],
  ["judgement.schema.json", identicalJudgement],
  ["run-result.schema.json", sampleRun],
  ["run-result.schema.json", passedRun],
  ["run-result.schema.json", sessionRun],
] as const)("a published schema accepts the sample: %s, case %#", ([schema, document]) => {
  ajv.validate(schema, document);
  expect(ajv.errors).toBeNull();
});

test.for([
  ["judgement.schema.json", { ...divergedJudgement, verdict: "fine" }],
  ["judgement.schema.json", { ...divergedJudgement, extra: 1 }],
  ["run-result.schema.json", { ...sampleRun, jobs: [{ ...sampleRun.jobs[0], outcome: { status: "skipped" } }] }],
] as const)("a published schema rejects undescribed members: %s, case %#", ([schema, document]) => {
  expect(ajv.validate(schema, document)).toBe(false);
});

function shuffled(value: unknown, chance: Iterator<number>): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const drawn = Object.entries(value).map((entry) => ({ entry, at: Number(chance.next().value) }));
  return Object.fromEntries(drawn.toSorted((a, b) => a.at - b.at).map(({ entry }) => entry));
}

/** The member names of every object that a schema describes, in its order. */
function memberLists(schema: unknown): readonly (readonly string[])[] {
  if (typeof schema !== "object" || schema === null) return [];
  const properties: unknown = "properties" in schema ? schema.properties : null;
  const own = typeof properties === "object" && properties !== null ? [Object.keys(properties)] : [];
  return [...own, ...Object.values(schema).flatMap((part) => memberLists(part))];
}
