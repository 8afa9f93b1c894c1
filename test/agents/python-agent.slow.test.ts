import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { environment } from "../../harness/io/process.ts";
import { pythonRows } from "./agent-rows.ts";
import { expectedOutcome, type Outcome, runFourWays } from "./run-four-ways.ts";

const python = findPython();
if (python === null) console.warn("SKIPPED: the Python agent is not tested: there is no python3");

describe.skipIf(python === null)("a Python agent whose tool forks it", () => {
  const rows = pythonRows(python ?? "", resolve(import.meta.dirname, "../../fixtures/agents/python/agent.py"));
  let folder: TempFolder;
  let outcomes: readonly Outcome[];
  beforeAll(async () => {
    folder = makeTempFolder();
    const path = environment()["PATH"] ?? "";
    outcomes = await runFourWays(rows, folder.path, { PATH: path, PYTHONDONTWRITEBYTECODE: "1" });
  });
  afterAll(() => folder[Symbol.dispose]());

  test.for([...rows.entries()].map(([at, row]) => ({ at, ...row })))(
    "record, inspect, run and session give the same result for: $name",
    ({ at, ...row }) => expect(outcomes[at]).toEqual(expectedOutcome(row)),
  );
});

/** The program itself: a version manager's stand-in asks for more of the environment than a test gives. */
function findPython(): string | null {
  try {
    return execFileSync("python3", ["-c", "import sys; print(sys.executable)"], { encoding: "utf8" }).trim();
  } catch {
    return null;
  }
}
