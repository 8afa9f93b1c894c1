import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Inspection } from "../../harness/kernel/inspection/inspection.ts";
import type { WhatIf } from "../../harness/kernel/inspection/what-if.ts";
import { type Client, conversation, type Fault, markedClients } from "../break-cost/conversation.ts";
import {
  betaFlap,
  clock,
  longTools,
  noMessageBreakpoint,
  pause,
  volatileTool,
  windowedHistory,
} from "../break-cost/faults.ts";
import { served } from "../break-cost/world.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { writeLog } from "./write-log.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "forkproof-what-if-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const client = markedClients.find(({ name }) => name === "anthropic claude-sonnet-4-5") as Client;

function session(faults: readonly Fault[]): { readonly usd: number; readonly log: string } {
  const { recording, usd } = served(client, conversation(client, 11, { turns: 25, faults: [longTools, ...faults] }));
  const log = join(folder, "log.jsonl");
  writeLog(
    log,
    recording.ids.map((id) => recording.load(id)),
  );
  return { usd, log };
}

async function fixed(log: string, ...options: readonly string[]): Promise<WhatIf> {
  const { out, exit } = await runForkproof(["simulate", log, "--json", ...options], folder);
  expect(exit).toBe(0);
  return JSON.parse(out) as WhatIf;
}

describe("simulate --fix says what the session costs without the named causes", () => {
  it.each(
    [
      { faults: [clock], options: ["--fix", "CB302"], left: [] },
      { faults: [noMessageBreakpoint(5)], options: ["--fix", "breakpoint-missing"], left: [] },
      { faults: [volatileTool, clock], options: ["--fix", "CB207"], left: [clock] },
      { faults: [volatileTool, clock], options: ["--fix", "CB302"], left: [volatileTool] },
      { faults: [volatileTool, clock], options: ["--fix", "CB207,CB302"], left: [] },
      { faults: [volatileTool, clock], options: ["--fix-all"], left: [] },
      { faults: [betaFlap, pause(10, 8)], options: ["--fix-all"], left: [pause(10, 8)] },
    ].map((row) => ({ ...row, with: row.options.join(" "), fault: row.faults.map(({ name }) => name).join(" and ") })),
  )("holds for $with and $fault", async ({ faults, options, left }) => {
    const truth = session(left).usd;
    const broken = session(faults);
    const { totals, exchanges } = await fixed(broken.log, ...options);
    expect(Math.abs((totals.beforeUsd ?? NaN) - broken.usd)).toBeLessThan(1e-6);
    expect(Math.abs((totals.afterUsd ?? NaN) - truth), `${totals.afterUsd} of ${truth}`).toBeLessThan(0.05 * truth);
    expect(exchanges).toHaveLength(totals.changed);
    const saved = exchanges.reduce((sum, { savesUsd }) => sum + (savesUsd ?? NaN), 0);
    expect(saved).toBeCloseTo(totals.savesUsd ?? NaN, 6);
  });
});

it("a fix of causes that no request shows saves nothing, names those that are there, and exits with 2", async () => {
  const { log } = session([clock]);
  const idle = await runForkproof(["simulate", log, "--fix", "CB303,CB501"], folder);
  expect(idle.out).toContain("nothing: no request shows it");
  expect(idle.exit).toBe(2);
  expect(idle.err.replace(/\s+/g, " ")).toMatch(
    /HX522 --fix changes nothing: not one of \d+ requests has the cause CB303 or CB501 fix name causes of this recording: CB302 $/,
  );
  const json = await runForkproof(["simulate", log, "--json", "--fix", "CB303"], folder);
  const { totals } = JSON.parse(json.out) as WhatIf;
  expect({ exit: json.exit, ...totals }).toMatchObject({ exit: 2, changed: 0, savesUsd: 0, savesTokens: 0 });
});

it("no cause saves more than its request lost, and no fix more than it cost: a clock in a history that is cut", async () => {
  const { log } = session([clock, windowedHistory]);
  const { out } = await runForkproof(["inspect", log, "--json"], folder);
  const { exchanges } = JSON.parse(out) as Inspection;
  const saved = exchanges.flatMap(({ id, breakCost }) =>
    (breakCost?.causes ?? []).map(({ savesUsd }) => ({ id, savesUsd, of: Math.max(0, breakCost?.usd ?? 0) })),
  );
  expect(saved.length).toBeGreaterThan(30);
  expect(saved.filter(({ savesUsd, of }) => (savesUsd ?? 0) > of)).toEqual([]);
  const alone = await fixed(log, "--fix", "CB302");
  expect(alone.exchanges.filter(({ afterUsd }) => (afterUsd ?? 0) < 0)).toEqual([]);
  expect(alone.totals.savesUsd).toBeLessThanOrEqual((await fixed(log, "--fix-all")).totals.savesUsd ?? 0);
});

it("a code of --fix that changes nothing next to one that does is named", async () => {
  const { log } = session([clock]);
  const { exit, err } = await runForkproof(["simulate", log, "--fix", "CB303,CB302"], folder);
  expect({ exit, err: err.replace(/\s+/g, " ") }).toEqual({
    exit: 0,
    err: expect.stringMatching(/--fix CB303 changes nothing: not one of \d+ requests has the cause CB303/) as string,
  });
});

it("--fix-all of a recording without a cause of the client finds nothing to save, and exits with 0", async () => {
  const { log } = session([]);
  expect((await fixed(log, "--fix-all")).totals).toMatchObject({ changed: 0, savesUsd: 0, savesTokens: 0 });
});

it("an unknown code, or both options, is an error", async () => {
  const { log } = session([]);
  const unknown = await runForkproof(["simulate", log, "--fix", "CB2O2"], folder);
  expect([unknown.exit, unknown.err]).toEqual([2, expect.stringContaining("HX506")]);
  const both = await runForkproof(["simulate", log, "--fix", "CB302", "--fix-all"], folder);
  expect([both.exit, both.err]).toEqual([2, expect.stringContaining("HX505")]);
});

it.each([["--estimates-only"], ["--timing", "delayed"]])(
  "%s predicts usage, so it is refused next to --fix",
  async (...option) => {
    const { log } = session([]);
    const { exit, err } = await runForkproof(["simulate", log, "--fix", "CB302", ...option], folder);
    expect([exit, err]).toEqual([2, expect.stringContaining(`HX503  ${option[0]} does nothing with --fix`)]);
  },
);

it("a model without rules is named next to --fix, and --fail-on-unknown-model refuses it", async () => {
  const { log } = session([]);
  writeFileSync(log, readFileSync(log, "utf8").replaceAll("claude-sonnet-4-5", "claude-sonnet-9-9"));
  const named = await runForkproof(["simulate", log, "--fix-all"], folder);
  expect([named.exit, named.err]).toEqual([0, expect.stringContaining("no rules know claude-sonnet-9-9")]);
  const refused = await runForkproof(["simulate", log, "--fix-all", "--fail-on-unknown-model"], folder);
  expect([refused.exit, refused.out, refused.err]).toEqual([2, "", expect.stringContaining("HX520")]);
});
