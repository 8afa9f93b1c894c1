import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect } from "vitest";
import { stringify } from "yaml";
import type { LiveFork } from "../../../harness/kernel/live-report.ts";
import type { RunResult } from "../../../harness/kernel/run-result.ts";
import { type Printed, runForkproof } from "../../cli/run-forkproof.ts";
import { temporaryFolder } from "../../src/support/temporary-folder.ts";
import type { PlayingProvider } from "./playing-provider.ts";

export const KEY = "sk-made-up-live-key";

export type LiveRun = Printed & { readonly result: RunResult };

/** `run --live` in a process of its own. */
export async function runLive(
  provider: Pick<PlayingProvider, "baseUrl">,
  {
    options = [],
    fork,
    beside = [],
    key = KEY,
    strategy = "pass-through",
    expects = { verdict: "byte-identical" },
    source = "scripted-parent",
    exchange = "reading-3",
    section = {},
  }: {
    readonly options?: readonly string[];
    readonly fork?: object;
    /** Other scenarios to run with it. */
    readonly beside?: readonly string[];
    readonly key?: string;
    readonly strategy?: string | object;
    readonly expects?: object;
    readonly source?: string;
    readonly exchange?: string;
    /** More of the scenario's `provider`. */
    readonly section?: object;
  } = {},
): Promise<LiveRun> {
  const scenario = {
    name: "live",
    parent: { source: resolve("fixtures/cassettes", source), exchange },
    fork: fork ?? { strategy, prompt: "Who taught her? One line." },
    provider: { mode: "live", ...section },
    expect: expects,
    ...(JSON.stringify(expects).includes("diverged") && { expectBreak: { reason: "meant" } }),
  };
  return runCase(scenario, [...beside, "--live", "--base-url", provider.baseUrl, ...options], { key });
}

/** Runs one scenario in `folder`, by default a new one. */
export async function runCase(
  scenario: object,
  options: readonly string[],
  { folder = temporaryFolder(), key = KEY }: { readonly folder?: string; readonly key?: string } = {},
): Promise<LiveRun> {
  writeFileSync(join(folder, "live.yaml"), stringify(scenario));
  const printed = await runForkproof(["run", "live.yaml", ...options], folder, {
    ANTHROPIC_API_KEY: key,
    OPENAI_API_KEY: key,
    GEMINI_API_KEY: key,
  });
  const report = readFileSync(join(folder, "reports/latest.json"), "utf8");
  return { ...printed, out: printed.out.replaceAll(/\s+/g, " "), result: JSON.parse(report) as RunResult };
}

/** The sum that the terminal shows: the forks of every run, and what their parents' requests cost. */
export function spentOf({ result }: LiveRun): RegExp {
  const { costUsd, runs } = result.jobs[0]!.live!;
  const forks = runs.flatMap((run) => run.forks.map((fork) => fork.costUsd!)).reduce((a, b) => a + b, 0);
  const [all, parents] = [costUsd!, costUsd! - forks].map((usd) => String.raw`\$${usd.toFixed(4)}`);
  expect(Number(parents!.slice(2))).toBeGreaterThan(0);
  return new RegExp(`live: spent ${all}.*, ${parents} of it for the parent's request`);
}

export const forkOf = ({ result }: LiveRun, run = 0): LiveFork => result.jobs[0]!.live!.runs[run]!.forks[0]!;
