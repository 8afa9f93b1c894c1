import { Ajv } from "ajv";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openCassette } from "../../harness/cassette/open-cassette.ts";
import { groupsBy } from "../../harness/cli/inspecting/group-by-option.ts";
import { withPrices } from "../../harness/cli/inspecting/with-prices.ts";
import { withIncidents } from "../../harness/incidents/with-incidents.ts";
import { HarnessError } from "../../harness/kernel/faults/harness-error.ts";
import type { Inspection } from "../../harness/kernel/inspection/inspection.ts";
import countersSchema from "../../harness/report/counters.schema.json" with { type: "json" };
import inspectionSchema from "../../harness/report/inspection.schema.json" with { type: "json" };
import judgementSchema from "../../harness/report/judgement.schema.json" with { type: "json" };
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";

const folder = join(import.meta.dirname, "../../fixtures/cassettes");
const validate = new Ajv({ allowUnionTypes: true, schemas: [judgementSchema, countersSchema] }).compile(
  inspectionSchema,
);

it("the published schema accepts the inspection of every fixture with two requests or more", async () => {
  let [accepted, incidents] = [0, 0];
  for (const name of readdirSync(folder)) {
    const inspection = await inspected(name);
    if (inspection === null) continue;
    const document: unknown = JSON.parse(JSON.stringify(inspection));
    expect(validate(document), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true);
    accepted += 1;
    incidents += inspection.incidents.length;
  }
  expect(accepted).toBeGreaterThan(20);
  expect(incidents).toBeGreaterThan(5);
});

it("the published schema refuses a member that it does not describe, and an unknown origin", async () => {
  const inspection = await inspected("coding-agent");
  if (inspection === null) throw new Error("coding-agent has requests to compare");
  expect(validate({ ...inspection, extra: 1 })).toBe(false);
  const [incident] = inspection.incidents;
  expect(validate({ ...inspection, incidents: [{ ...incident, origin: "theirs" }] })).toBe(false);
});

async function inspected(name: string): Promise<Inspection | null> {
  try {
    return await withGroups(name);
  } catch (fault) {
    if (fault instanceof HarnessError) return null;
    throw fault;
  }
}

async function withGroups(name: string): Promise<Inspection> {
  const recording = openCassette(join(folder, name));
  const priced = await withPrices(inspectRecording(recording));
  const groups = groupsBy({ by: "model", see: () => {}, valueOf: ({ model }) => model }, priced);
  return { ...withIncidents(priced, recording), groups };
}
