import { existsSync, globSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openRecording } from "../../harness/cassette/open-recording.ts";
import { judgementExit } from "../../harness/cli/commands/judge/judgement-exit.ts";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import type { Finding } from "../../harness/kernel/finding.ts";
import { HarnessError } from "../../harness/kernel/faults/harness-error.ts";
import type { InspectedExchange, JudgedRecording } from "../../harness/kernel/inspection/inspection.ts";
import type { Judgement } from "../../harness/kernel/judgement.ts";
import { renderInspect } from "../../harness/report/render-inspect.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { judgeRecording } from "../../harness/verdict/recording/judge-recording.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { type MutatedPair, mutatedPairs } from "../diagnosis/mutated-pairs.ts";

const shared = ["../shared/recordings", "../shared/ground-truth"];
const missing = shared.filter((folder) => !existsSync(folder));
for (const folder of missing) console.warn(`SKIPPED: there are no recordings at ${folder}`);
const root = resolve(import.meta.dirname, "../..");

let folder: TempFolder;
beforeAll(() => {
  folder = makeTempFolder();
});
afterAll(() => folder[Symbol.dispose]());

function isBreak({ role }: Finding): boolean {
  return role === "cause" || role === "invalid";
}

/** What of a judgement contradicts itself. */
function contradictionsIn(judged: Pick<InspectedExchange, "findings" | "reusable" | "ratio">): readonly string[] {
  const { findings, reusable, ratio } = judged;
  const broken = findings.filter(isBreak).map(({ code }) => code);
  return [
    ...((reusable === "no") === broken.length > 0 ? [] : [`reusable ${reusable} beside [${broken.join()}]`]),
    ...(ratio?.verdict === "ok" && broken.length > 0 ? [`ok beside ${broken.join()}`] : []),
  ];
}

function contradictionsOfExit(judgement: Judgement): readonly string[] {
  if (judgement.verdict === "not-comparable") return [];
  const exit = judgementExit(judgement);
  return exit === (judgement.reusable === "no" ? 1 : 0) ? [] : [`exit ${exit} beside reusable ${judgement.reusable}`];
}

function contradictionsInTotals(inspection: JudgedRecording): readonly string[] {
  const { exchanges, totals } = inspection;
  const doubtful = exchanges.some(({ findings, suspected }) => findings.some(isBreak) || suspected.length > 0);
  const says = renderInspect(inspection, { colour: false, columns: 80 });
  const none = doubtful ? (says.match(/^\w+ +none\b.*$/gm) ?? []) : [];
  const count = exchanges.filter(({ findings }) => findings.some(isBreak)).length;
  return [...none, ...(totals.breaks === count ? [] : [`${totals.breaks} breaks beside ${count}`])];
}

/** A file in which nothing can be compared, or whose body is not kept, has no verdict to hold. */
function inspected(path: string): JudgedRecording | null {
  try {
    return inspectRecording(openRecording(path));
  } catch (fault) {
    if (fault instanceof HarnessError) return null;
    throw fault;
  }
}

/** Null where nothing is inspected. */
function contradictionsAt(path: string): readonly string[] | null {
  const inspection = inspected(path);
  if (inspection === null) return null;
  const all = [
    ...inspection.exchanges.flatMap((each: InspectedExchange) =>
      contradictionsIn(each).map((what) => `${each.id}: ${what}`),
    ),
    ...contradictionsInTotals(inspection),
  ];
  for (const { exchange, read } of judgeRecording(openRecording(path), { passesBroken: true })) {
    const judgement = read?.judgement ?? null;
    if (judgement === null) continue;
    const found = [...contradictionsIn(judgement), ...contradictionsOfExit(judgement)];
    all.push(...found.map((what) => `${exchange.id}: judged ${what}`));
  }
  return all.map((what) => `${path} ${what}`);
}

const cassettes = globSync("fixtures/**/cassette.yaml", { cwd: root }).map((file) => join(root, dirname(file)));
const recordings = shared.flatMap((each) =>
  globSync(`${each}/**/*.jsonl`, { cwd: root }).map((file) => join(root, file)),
);

test("no cassette of the fixtures contradicts its own findings", () => {
  expect(cassettes.length).toBeGreaterThan(20);
  const found = cassettes.map(contradictionsAt).filter((each) => each !== null);
  expect(found.length).toBeGreaterThan(15);
  expect(found.flat()).toEqual([]);
});

describe.skipIf(missing.length > 0)("recordings of real clients and providers", () => {
  test("no recording contradicts its own findings", () => {
    const found = recordings.map(contradictionsAt).filter((each) => each !== null);
    expect(found.length).toBeGreaterThan(40);
    expect(found.flat()).toEqual([]);
  });

  /** Of the pairs, which take as long to make as to judge, those that the command judges. */
  const sample: MutatedPair[] = [];
  let looked = 0;
  const found: string[] = [];
  beforeAll(() => {
    for (const each of mutatedPairs()) {
      const { name, pair } = each;
      if (looked % 67 === 0) sample.push(each);
      looked += 1;
      const judgement = judge(pair);
      found.push(
        ...[...contradictionsIn(judgement), ...contradictionsOfExit(judgement)].map((what) => `${name}: ${what}`),
      );
    }
  });

  test("no mutated body contradicts its own findings", () => {
    expect(looked).toBeGreaterThan(700);
    expect(found).toEqual([]);
  });

  test("judge exits 1 if a mutated body is not reusable, and 0 if no break is known", async () => {
    expect(sample.length).toBeGreaterThan(10);
    for (const { name, pair } of sample) {
      const lines = [pair.parent, pair.child].map(({ path, headers, request, startedAtMs }, at) => {
        const ts = startedAtMs === null ? {} : { ts: new Date(startedAtMs).toISOString() };
        return JSON.stringify({
          seq: at + 1,
          ...ts,
          method: "POST",
          path,
          headers,
          body: String(request),
          response: null,
        });
      });
      writeFileSync(join(folder.path, "pair.jsonl"), `${lines.join("\n")}\n`);
      const provider = pair.provider === undefined ? [] : ["--provider", pair.provider];
      const args = ["judge", "pair.jsonl", "--parent", "1", "--child", "2", ...provider, "--json"];
      const { exit, out } = await runForkproof(args, folder.path);
      const { findings, reusable } = JSON.parse(out) as Judgement;
      expect([name, exit, reusable === "no"]).toEqual([name, findings.some(isBreak) ? 1 : 0, findings.some(isBreak)]);
    }
  });
});

test("no scenario's judgement contradicts its own findings", async () => {
  // A run writes its report to the working folder.
  for (const name of ["scenarios", "fixtures"]) symlinkSync(join(root, name), join(folder.path, name));
  const { out } = await runForkproof(["run", "scenarios", "--json"], folder.path);
  const { jobs } = JSON.parse(out) as { jobs: readonly { id: string; judgements: readonly Judgement[] }[] };
  const judgements = jobs.flatMap(({ id, judgements: all }) => all.map((judgement) => ({ id, judgement })));
  expect(judgements.length).toBeGreaterThan(200);
  const found = judgements.flatMap(({ id, judgement }) =>
    [...contradictionsIn(judgement), ...contradictionsOfExit(judgement)].map((what) => `${id}: ${what}`),
  );
  expect(found).toEqual([]);
});
