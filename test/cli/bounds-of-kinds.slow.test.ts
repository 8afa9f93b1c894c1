import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import type { ScenarioKind } from "../../harness/kernel/run-result.ts";
import { runForkproof } from "./run-forkproof.ts";
import { writeTraffic } from "./write-traffic.ts";

const kept = { verdict: "byte-identical" };

/** A scenario of each kind that passes: the compiler asks for the next kind. */
const kinds: Readonly<Record<ScenarioKind, object>> = {
  pair: {
    parent: { source: "traffic.jsonl", exchange: "2" },
    fork: { recorded: { exchange: "3" } },
    expect: kept,
  },
  session: { session: { source: "kept.jsonl" }, expect: { findings: [] } },
  fork: {
    parent: { source: "traffic.jsonl", exchange: "2" },
    fork: { strategy: "pass-through", prompt: "Review the notes." },
    provider: { script: [{ text: "Done." }] },
    expect: kept,
  },
  filter: { filter: { allowTools: ["read_letter"] }, decisions: [{ tool: "read_letter", decision: "allow" }] },
};

/** The options by which a command line holds a run to a bound. Every kind passes them all, or says why it cannot. */
const bounds = [
  ["--max-warnings", "9"],
  ["--max-break-usd", "1"],
  ["--baseline", "baseline.jsonl"],
] as const;

const NO_COST = "--max-break-usd: no job sent or judged a request, so no cost was looked at\n";

let folder: TempFolder;

beforeAll(async () => {
  folder = makeTempFolder();
  const scenarios = join(folder.path, "scenarios");
  mkdirSync(scenarios);
  writeTraffic(scenarios);
  const lines = readFileSync(join(scenarios, "traffic.jsonl"), "utf8").split("\n");
  writeFileSync(join(scenarios, "kept.jsonl"), lines.slice(0, 3).join("\n"));
  for (const [kind, members] of Object.entries(kinds))
    writeFileSync(join(scenarios, `${kind}.yaml`), stringify({ name: `a ${kind}`, tags: [kind], ...members }));
  const written = await runForkproof(["run", "--baseline", "baseline.jsonl", "--update-baseline"], folder.path);
  if (written.exit !== 0) throw new Error(`${written.out}${written.err}`);
});

afterAll(() => folder[Symbol.dispose]());

const cases = [...Object.keys(kinds), "every"].flatMap((kind) =>
  bounds.map((bound) => [bound[0], bound[1], kind] as const),
);

test.each(cases)(
  "%s %s passes a run whose scenarios pass, or says that it looked at nothing: %s",
  async (option, value, kind) => {
    const tags = kind === "every" ? [] : ["--tag", kind];
    const { exit, err } = await runForkproof(["run", ...tags, option, value], folder.path);
    const isIdle = kind === "filter" && option === "--max-break-usd";
    expect({ exit, isIdle: err.includes(NO_COST) }, err).toEqual({ exit: isIdle ? 1 : 0, isIdle });
  },
);
