import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { type Printed, runForkproof } from "./run-forkproof.ts";

const source = resolve(import.meta.dirname, "../../fixtures/cassettes/coding-agent");

/** A scenario whose script answers `text`, with more of `fork`, `provider` and the file. */
export function scenario(
  name: string,
  expected: string,
  {
    script = "[{ text: Done }]",
    more = "",
    mode = "mock",
  }: { readonly script?: string; readonly more?: string; readonly mode?: string } = {},
): string {
  return `name: ${name}
parent: { source: ${source}, exchange: last }
fork: { strategy: pass-through, prompt: go, maxTurns: 1 }
provider: { mode: ${mode}, script: ${script} }
expect: ${expected}
${more}`;
}

export type Job = {
  readonly id: string;
  readonly outcome: { readonly status: string; readonly error?: { readonly what: string } };
  readonly checks: readonly {
    readonly check: string;
    readonly status: string;
    readonly observed: string;
    readonly scripted?: true;
  }[];
  readonly grades?: readonly object[];
};

/** Runs scenario files in a folder of their own. */
export async function runFiles(
  files: Readonly<Record<string, string>>,
): Promise<Printed & { readonly jobs: readonly Job[] }> {
  const into = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(into, name)), { recursive: true });
    writeFileSync(join(into, name), text);
  }
  const printed = await runForkproof(["run", ".", "--report", "r.json", "--jobs", "1"], into);
  const result: { readonly jobs: readonly Job[] } = JSON.parse(readFileSync(join(into, "r.json"), "utf8"));
  return { ...printed, jobs: result.jobs };
}

/** The status and the words of a job's check. */
export function checkOf(jobs: readonly Job[], id: string, check: string): string {
  const found = jobs.find((job) => job.id === id)?.checks.find((each) => each.check === check);
  return found === undefined ? "no such check" : `${found.status}: ${found.observed}`;
}
