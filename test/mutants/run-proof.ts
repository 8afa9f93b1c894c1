import { execFile } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Proof, ScenarioProof, TestProof } from "./mutation.ts";

/** What a proof says of a copy of the tree. `broken`: it could not be run at all, which proves nothing. */
export type Outcome =
  | { readonly is: "green" }
  | { readonly is: "red" }
  | { readonly is: "broken"; readonly because: string };

/** Ends what hangs. A proof that hangs has not failed: another one has to be named. */
const LIMIT_MS = 300_000;

export async function runProof(proof: Proof, folder: string): Promise<Outcome> {
  if (!("test" in proof)) return runScenarios(proof, folder);
  return (await runTests([proof], folder))[0] ?? { is: "broken", because: "the test was not run" };
}

async function runScenarios({ scenarios, jobs = 1 }: ScenarioProof, folder: string): Promise<Outcome> {
  const report = join(folder, "report.json");
  rmSync(report, { force: true });
  const said = await runNode(["harness/cli/main.ts", "run", ...scenarios, "--report", report], folder);
  const result = readReport(report);
  if (result === null) return { is: "broken", because: `no report: ${said}` };
  const failed = result.filter(({ status }) => status === "failed" || status === "errored").length;
  if (result.every(({ status }) => status === "skipped")) return { is: "broken", because: "no job was run" };
  return { is: failed >= jobs ? "red" : "green" };
}

/** Runs named tests of any files in one process; the outcomes are in the order of the proofs. */
export async function runTests(proofs: readonly TestProof[], folder: string): Promise<readonly Outcome[]> {
  const report = join(folder, "tests.json");
  rmSync(report, { force: true });
  const files = [...new Set(proofs.map(({ test }) => test))];
  const titles = proofs.map(({ title }) => title.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const said = await runNode(
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      ...files,
      "-t",
      `^(?:${titles.join("|")})$`,
      "--reporter=json",
      `--outputFile=${report}`,
    ],
    folder,
  );
  const tests = readTests(report);
  return proofs.map(({ test, title }): Outcome => {
    const found = tests.filter((each) => each.file === join(folder, test) && each.title === title);
    if (found.some(({ status }) => status === "failed")) return { is: "red" };
    if (found.length > 0 && found.every(({ status }) => status === "passed")) return { is: "green" };
    return { is: "broken", because: `the test was not run: ${said}` };
  });
}

type Job = { readonly outcome: { readonly status: string } };

/** The statuses of the jobs; null where the CLI ended before it wrote a report. */
function readReport(path: string): readonly Job["outcome"][] | null {
  if (!existsSync(path)) return null;
  const { jobs }: { readonly jobs: readonly Job[] } = JSON.parse(readFileSync(path, "utf8"));
  return jobs.length === 0 ? null : jobs.map(({ outcome }) => outcome);
}

type TestReport = {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
};

type RunTest = { readonly file: string; readonly title: string; readonly status: string };

function readTests(path: string): readonly RunTest[] {
  if (!existsSync(path)) return [];
  const report: TestReport = JSON.parse(readFileSync(path, "utf8"));
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: name,
      title: [...ancestorTitles, title].join(" > "),
      status,
    })),
  );
}

/** Runs Node in the copy, and gives back the end of what it printed: it says why there is no report. */
function runNode(args: readonly string[], folder: string): Promise<string> {
  return new Promise((settle) => {
    const limits = { timeout: LIMIT_MS, maxBuffer: 64 * 1024 * 1024 };
    // The sources, in which the mutation is, need no build.
    const env = { ...process.env, FORKPROOF_CLI: join(folder, "harness/cli/main.ts") };
    execFile(process.execPath, [...args], { cwd: folder, env, ...limits }, (fault, out, err) => {
      const isLate = fault?.killed === true;
      settle(isLate ? `not done after ${LIMIT_MS} ms` : `${out}${err}`.trim().slice(-600));
    });
  });
}
