import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Fault } from "../break-cost/conversation.ts";
import {
  betaFlap,
  clock,
  editedOnce,
  flickeringBreakpoint,
  headClock,
  longTools,
  noBreakpoints,
  noMessageBreakpoint,
  toolOrder,
  volatileReminder,
  volatileTool,
  windowedHistory,
} from "../break-cost/faults.ts";
import { compared, task, worseIn, writeBuild } from "./two-builds.ts";

let folder: string;
let clean: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "forkproof-lengths-"));
  clean = writeBuild(folder, "clean", task(12));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LENGTHS = [7, 20] as const;

describe("compare does not depend on how long the conversations are", () => {
  it.each([
    { build: "a clean build", faults: [], forks: [] },
    { build: "a clean build with forks", faults: [], forks: [2, 6] },
    { build: "a build with a clock in its system prompt", faults: [clock], forks: [] },
    { build: "a build whose breakpoint flickers", faults: [flickeringBreakpoint], forks: [] },
    { build: "a build with a window over its history", faults: [windowedHistory], forks: [] },
  ])("$build and its first requests are the same build, both ways round", async ({ faults, forks }) => {
    const all = task(12, faults, forks);
    const whole = writeBuild(folder, "whole", all);
    for (const length of [2, 5, 11]) {
      const part = writeBuild(folder, "part", all.slice(0, length));
      for (const [before, after] of [
        [whole, part],
        [part, whole],
      ] as const) {
        const { changes, fields, headers, firstDifference, requests } = await compared(before, after);
        const seen = { length, changes, fields, headers, firstDifference, requests };
        const same = { changes: [], fields: [], headers: [], firstDifference: null };
        const differing = { tools: 0, system: 0, messages: 0 };
        const missing = all.length - length;
        const only = { onlyBefore: before === whole ? missing : 0, onlyAfter: after === whole ? missing : 0 };
        expect(seen).toEqual({ length, ...same, requests: { matched: length, alike: length, differing, ...only } });
      }
    }
  });

  it.each<Fault>([
    clock,
    headClock,
    toolOrder,
    volatileTool,
    noBreakpoints,
    flickeringBreakpoint,
    noMessageBreakpoint(1),
    volatileReminder,
    windowedHistory,
    editedOnce,
    betaFlap,
    longTools,
  ])("$name is worse, whether the conversations become shorter or longer", async (fault) => {
    for (const length of LENGTHS) {
      const worse = writeBuild(folder, "worse", task(length, [fault]));
      expect(worseIn(await compared(clean, worse)), `${length} turns`).not.toEqual([]);
      expect(worseIn(await compared(worse, clean)), `${length} turns, fixed`).toEqual([]);
    }
  });
});
