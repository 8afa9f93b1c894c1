import { Ajv, type ValidateFunction } from "ajv";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import countersSchema from "../../harness/report/counters.schema.json" with { type: "json" };
import errorSchema from "../../harness/report/error.schema.json" with { type: "json" };
import handlesSchema from "../../harness/report/handles.schema.json" with { type: "json" };
import codesSchema from "../../harness/report/codes.schema.json" with { type: "json" };
import explanationSchema from "../../harness/report/explanation.schema.json" with { type: "json" };
import handleSchema from "../../harness/report/handle.schema.json" with { type: "json" };
import importSchema from "../../harness/report/import.schema.json" with { type: "json" };
import initSchema from "../../harness/report/init.schema.json" with { type: "json" };
import inspectionSchema from "../../harness/report/inspection.schema.json" with { type: "json" };
import judgementSchema from "../../harness/report/judgement.schema.json" with { type: "json" };
import recordingSchema from "../../harness/report/recording.schema.json" with { type: "json" };
import validationSchema from "../../harness/report/validation.schema.json" with { type: "json" };
import { runForkproof } from "../cli/run-forkproof.ts";
import { writeScenarios } from "../cli/write-scenarios.ts";
import { writeTraffic } from "../cli/write-traffic.ts";
import { parentBody } from "../mock/anthropic-body.ts";
import { temporaryFolder } from "../src/support/temporary-folder.ts";

const schemas = [judgementSchema, countersSchema, inspectionSchema, handlesSchema, explanationSchema];
const compile = (schema: object): ValidateFunction =>
  new Ajv({ allErrors: true, allowUnionTypes: true, schemas: schemas.filter((each) => each !== schema) }).compile(
    schema,
  );

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
  writeScenarios(folder);
  writeTraffic(folder);
  const traffic = readFileSync(join(folder, "traffic.jsonl"), "utf8");
  writeFileSync(join(folder, "cut.jsonl"), `${traffic}{"seq":5,"method":"POST"\n`);
  writeFileSync(join(folder, "script.json"), JSON.stringify([{ text: "Three." }, { text: "Rain." }]));
  const client = (turns: number): string => `
const first = ${JSON.stringify(parentBody)};
const turns = [...first.messages, { role: "assistant", content: "Three." }, { role: "user", content: "And now?" }];
for (const body of [first, { ...first, messages: turns }].slice(0, ${turns})) {
  const sent = { method: "POST", headers: { "anthropic-version": "2023-06-01" }, body: JSON.stringify(body) };
  await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", sent).then((answer) => answer.text());
}`;
  for (const turns of [1, 2]) writeFileSync(join(folder, `client-${turns}.mjs`), client(turns));
});

type Published = { readonly properties: object };

/** The document that a command prints as a process of its own, once its schema has accepted it. */
async function accepted(schema: Published, command: string, code = 0, ...more: readonly string[]): Promise<object> {
  const { out, err, exit } = await runForkproof([...command.split(" "), "--json", ...more], folder);
  expect(exit, err).toBe(code);
  const document = JSON.parse(out) as object;
  const validate = compile(schema);
  expect(validate(document), `${command}: ${JSON.stringify(validate.errors?.slice(0, 3))}`).toBe(true);
  expect(validate({ ...document, extra: 1 })).toBe(false);
  // The schema lists the members in the order in which they are printed.
  expect(Object.keys(document)).toEqual(Object.keys(schema.properties));
  return document;
}

test.for([
  ["run --no-such", 2],
  ["inspect gone.jsonl", 2],
  ["run nowhere", 2],
  ["judge traffic.jsonl --parent 1 --child 9", 2],
] as const)("error.schema.json accepts what forkproof %s --json prints", async ([command, code]) => {
  expect(await accepted(errorSchema, command, code)).toMatchObject({ schema: "forkproof/error@2" });
});

test("validation.schema.json accepts a validation with and without errors", async () => {
  expect(await accepted(validationSchema, "validate scenarios/clean.yaml")).toMatchObject({ errors: [], files: 1 });
  expect(await accepted(validationSchema, "validate", 2)).toMatchObject({ errors: [{ exit: 2 }] });
});

test("import.schema.json accepts an import, and one with lines that cannot be read", async () => {
  await accepted(importSchema, "import traffic.jsonl --out imported");
  const cut = await accepted(importSchema, "import cut.jsonl --out cut", 3);
  expect(cut).toMatchObject({ exchanges: 4, unreadable: [{}] });
});

test("recording.schema.json accepts a recording with an inspection, and one of a single request", async () => {
  const record = (turns: number): Promise<object> => {
    const command = ["--", process.execPath, `client-${turns}.mjs`];
    return accepted(recordingSchema, `record --mock script.json --out kept-${turns}`, 0, ...command);
  };
  expect(await record(2)).toMatchObject({ exit: 0, count: { complete: 2 }, inspection: { totals: { requests: 2 } } });
  expect(await record(1)).toMatchObject({ inspection: null });
});

test("init.schema.json accepts what init wrote, and what it kept", async () => {
  const first = (await accepted(initSchema, "init")) as { readonly written: readonly string[] };
  rmSync(join(folder, first.written[0] ?? ""));
  expect(await accepted(initSchema, "init")).toMatchObject({
    written: first.written.slice(0, 1),
    kept: first.written.slice(1),
  });
});

test("codes.schema.json and explanation.schema.json accept all finding codes and each of their kinds", async () => {
  expect(await accepted(codesSchema, "explain")).toMatchObject({ schema: "forkproof/codes@1" });
  for (const code of ["CB202", "CB504", "CB705", "CB801", "CB900"])
    await accepted(explanationSchema, `explain ${code}`);
});

test("handles.schema.json and handle.schema.json accept a folder without forks, and a fork whose process was killed", async () => {
  expect(await accepted(handlesSchema, "ps")).toMatchObject({ handles: [] });
  const script = resolve(import.meta.dirname, "../src/transcript/crashing-run.ts");
  const child = spawn(process.execPath, [script, join(folder, "records")], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(await accepted(handlesSchema, "ps --folder records")).toMatchObject({ handles: [{ runId: "lost" }] });
  expect(await accepted(handleSchema, "ps show lost --folder records")).toMatchObject({ runId: "lost" });
});
