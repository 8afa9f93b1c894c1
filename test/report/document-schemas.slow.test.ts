import { Ajv, type ValidateFunction } from "ajv";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import buildsSchema from "../../harness/report/build-comparison.schema.json" with { type: "json" };
import comparisonSchema from "../../harness/report/comparison.schema.json" with { type: "json" };
import judgementSchema from "../../harness/report/judgement.schema.json" with { type: "json" };
import simulationSchema from "../../harness/report/simulation.schema.json" with { type: "json" };
import whatIfSchema from "../../harness/report/what-if.schema.json" with { type: "json" };
import { betaFlap, clock, longTools, noBreakpoints, windowedHistory } from "../break-cost/faults.ts";
import { task, writeBuild } from "../builds/two-builds.ts";
import { forkproofHere } from "../incidents/inspect-here.ts";
import { passedRun, sampleRun } from "./sample-run.ts";

const fixtures = join(import.meta.dirname, "../../fixtures/cassettes");
const compile = (schema: object): ValidateFunction =>
  new Ajv({ allErrors: true, allowUnionTypes: true, schemas: [judgementSchema] }).compile(schema);

const builds = compile(buildsSchema);
const results = compile(comparisonSchema);
const simulations = compile(simulationSchema);
const whatIfs = compile(whatIfSchema);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "forkproof-schemas-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The document that a command prints, once its schema has accepted it. */
async function accepted(validate: ValidateFunction, argv: readonly string[]): Promise<Record<string, unknown>> {
  const { out } = await forkproofHere([...argv, "--json"]);
  const document = JSON.parse(out) as Record<string, unknown>;
  expect(validate(document), `${argv.join(" ")}: ${JSON.stringify(validate.errors?.slice(0, 3))}`).toBe(true);
  return document;
}

it("the schema of a simulation accepts that of every fixture, in each mode", async () => {
  const reasons = new Set<unknown>();
  for (const name of readdirSync(fixtures)) {
    for (const mode of [[], ["--estimates-only"], ["--timing", "delayed"]]) {
      const document = await accepted(simulations, ["simulate", join(fixtures, name), ...mode]);
      for (const each of document["exchanges"] as readonly { readonly setApart: unknown }[]) reasons.add(each.setApart);
    }
  }
  const log = writeBuild(folder, "priced", task(6, [clock], [2]));
  const priced = await accepted(simulations, ["simulate", log]);
  expect(priced["summary"]).toMatchObject({ cost: { priced: 8 } });
  writeFileSync(join(folder, "broken.jsonl"), brokenBody);
  const broken = await accepted(simulations, ["simulate", join(folder, "broken.jsonl")]);
  expect(broken["exchanges"]).toMatchObject([{ setApart: "broken body", fault: expect.any(String) }, {}]);
  expect(reasons.size).toBeGreaterThan(3);
  expect(simulations({ ...priced, extra: 1 })).toBe(false);
  expect(simulations({ ...priced, mode: "best" })).toBe(false);
});

const brokenBody = ["{ no body", '{"model":"claude-sonnet-4-5","messages":[{"role":"user","content":"hi"}]}']
  .map((body, at) => ({
    seq: at + 1,
    method: "POST",
    path: "/v1/messages",
    headers: [["host", "api.anthropic.com"]],
    body,
  }))
  .map((line) => `${JSON.stringify(line)}\n`)
  .join("");

it("the schema of a what-if accepts that of fixtures and of broken sessions", async () => {
  const inspected = readdirSync(fixtures).filter((name) => name.startsWith("coding-agent") || name.includes("session"));
  for (const name of inspected) await accepted(whatIfs, ["simulate", join(fixtures, name), "--fix-all"]);
  const log = writeBuild(folder, "fixed", task(6, [clock, windowedHistory], [2]));
  const all = await accepted(whatIfs, ["simulate", log, "--fix-all"]);
  const one = await accepted(whatIfs, ["simulate", log, "--fix", "CB302"]);
  expect([all["fixes"], one["fixes"]]).toEqual([null, ["CB302"]]);
  expect([all["exchanges"], one["exchanges"]]).not.toContainEqual([]);
  expect(whatIfs({ ...one, fixes: "CB302" })).toBe(false);
});

it("the schema of two builds accepts comparisons with every kind of change", async () => {
  const clean = writeBuild(folder, "clean", task(8, [], [2]));
  const whats = new Set<unknown>();
  for (const [at, fault] of [clock, betaFlap, longTools, noBreakpoints, windowedHistory].entries()) {
    const other = writeBuild(folder, `other-${at}`, task(7, [fault], [2]));
    for (const files of [
      [clean, other],
      [other, clean],
    ]) {
      const { changes } = await accepted(builds, ["compare", ...files]);
      for (const { what } of changes as readonly { readonly what: unknown }[]) whats.add(what);
    }
  }
  const evicted = await accepted(builds, ["compare", clean, writeBuild(folder, "evicted", task(8, [], [2]), "6")]);
  expect(evicted).toMatchObject({ after: { outside: { codes: { CB901: 1 } } } });
  expect(evicted["changes"]).toContainEqual(expect.objectContaining({ what: "ratio", isOutside: true }));
  const fixture = join(fixtures, "coding-agent");
  await accepted(builds, ["compare", fixture, fixture]);
  expect(whats).toEqual(new Set(["breakpoints", "breaks", "cause", "cost", "doubts", "ratio", "requests"]));
  expect(builds({ ...evicted, changes: [{ what: "weather", isWorse: true, text: "rain" }] })).toBe(false);
});

it("the schema of two results accepts a comparison with and without differences", async () => {
  const [old, now] = ["old.json", "new.json"].map((name) => join(folder, name)) as [string, string];
  writeFileSync(old, JSON.stringify(passedRun));
  writeFileSync(now, JSON.stringify(sampleRun));
  await accepted(results, ["compare", old, old]);
  const differing = await accepted(results, ["compare", old, now]);
  expect(differing["deltas"]).not.toEqual([]);
  expect(results({ ...differing, compared: -1 })).toBe(false);
});
