import { execFile } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Proof, ScenarioProof, TestProof } from "./mutation.ts";
import { LIMIT_MS } from "./test-server.ts";
import type { WorkingCopy } from "./working-copy.ts";

/** What a proof says of a copy of the tree. `broken`: it could not be run at all, which proves nothing. */
export type Outcome =
  | { readonly is: "green" }
  | { readonly is: "red" }
  | { readonly is: "broken"; readonly because: string };

export async function runProof(proof: Proof, copy: WorkingCopy): Promise<Outcome> {
  if (!("test" in proof)) return runScenarios(proof, copy.folder);
  return (await runTests([proof], copy))[0] ?? { is: "broken", because: "the test was not run" };
}

/** The other processor has the other copy, and each process of the run would load the sources anew. */
const ONE_AT_A_TIME = ["--jobs", "1"];

async function runScenarios({ scenarios, jobs = 1 }: ScenarioProof, folder: string): Promise<Outcome> {
  const report = join(folder, "report.json");
  rmSync(report, { force: true });
  const said = await runNode(
    ["harness/cli/main.ts", "run", ...scenarios, ...ONE_AT_A_TIME, "--report", report],
    folder,
  );
  const result = readReport(report);
  if (result === null) return { is: "broken", because: `no report: ${said}` };
  const failed = result.filter(({ status }) => status === "failed" || status === "errored").length;
  if (result.every(({ status }) => status === "skipped")) return { is: "broken", because: "no job was run" };
  return { is: failed >= jobs ? "red" : "green" };
}

/** Runs named tests of any files together; the outcomes are in the order of the proofs. */
export async function runTests(proofs: readonly TestProof[], copy: WorkingCopy): Promise<readonly Outcome[]> {
  const files = [...new Set(proofs.map(({ test }) => test))];
  const titles = proofs.map(({ title }) => title.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const { tests, said } = await copy.runTests(files, `^(?:${titles.join("|")})$`);
  return proofs.map(({ test, title }): Outcome => {
    const found = tests.filter((each) => each.file === test && each.title === title);
    if (found.some(({ state }) => state === "failed")) return { is: "red" };
    if (found.length > 0 && found.every(({ state }) => state === "passed")) return { is: "green" };
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

/** Runs Node in the copy, and gives back the end of what it printed: it says why there is no report. */
function runNode(args: readonly string[], folder: string): Promise<string> {
  return new Promise((settle) => {
    const limits = { timeout: LIMIT_MS, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [...args], { cwd: folder, ...limits }, (fault, out, err) => {
      const isLate = fault?.killed === true;
      settle(isLate ? `not done after ${LIMIT_MS} ms` : `${out}${err}`.trim().slice(-600));
    });
  });
}
