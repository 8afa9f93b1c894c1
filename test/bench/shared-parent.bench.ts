import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import type { RunResult } from "../../harness/kernel/run-result.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { evalCase } from "../run/live/eval-case.ts";
import { playEvals } from "../run/live/eval-provider.ts";
import type { BenchCase } from "./bench-case.ts";

const ROUNDS = 20;

/**
 * The same samples of two prompts, whose forks share one parent or have one each. The goal is about dollars. The bytes sent cannot
 * fall below half: a fork's body repeats its parent's, and only the parent's own request is saved.
 */
export const sharedParent: BenchCase = {
  name: "shared-parent",
  compares: `a live run of 2 prompts and ${ROUNDS} rounds whose forks share a parent with one that sends a parent for each`,
  run: async () => {
    const shared = await sample(false);
    const isolated = await sample(true);
    const share = shared.usd / isolated.usd;
    return [
      {
        what: `${dollars(shared)} against ${dollars(isolated)}: ${share.toFixed(3)} of the cost`,
        medianMs: shared.ms,
        against: { what: "a parent for each round", medianMs: isolated.ms },
        bytes: null,
        goal: { says: "at most 0.2 of the cost", met: share <= 0.2 },
      },
    ];
  },
};

type Sampled = { readonly usd: number; readonly bytes: number; readonly ms: number };

function dollars({ usd, bytes }: Sampled): string {
  return `$${usd.toFixed(4)} and ${(bytes / 1e6).toFixed(2)} MB sent`;
}

async function sample(isolate: boolean): Promise<Sampled> {
  await using provider = await playEvals({});
  using folder = makeTempFolder();
  const scenario = evalCase({ prompt: ["PROMPT v1;", "PROMPT v2;"] }, { provider: { mode: "live", isolate } });
  writeFileSync(join(folder.path, "live.yaml"), JSON.stringify(scenario));
  const options = ["--live", "--base-url", provider.baseUrl, "--repeat", String(ROUNDS), "--report", "run.json"];
  const start = performance.now();
  const { exit, err } = await runForkproof(["run", "live.yaml", ...options], folder.path, {
    ANTHROPIC_API_KEY: "sk-bench",
  });
  const ms = performance.now() - start;
  if (exit !== 0) throw new Error(err);
  const result = JSON.parse(readFileSync(join(folder.path, "run.json"), "utf8")) as RunResult;
  const usd = result.jobs.reduce((sum, { live }) => sum + (live?.costUsd ?? Number.NaN), 0);
  const bytes = [...provider.parents, ...provider.forks].reduce((sum, body) => sum + body.length, 0);
  return { usd, bytes, ms };
}
