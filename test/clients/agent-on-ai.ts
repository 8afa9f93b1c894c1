import { copyFileSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";

import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { environment } from "../../harness/io/process.ts";
import { aiSdkRows } from "../agents/agent-rows.ts";
import { expectedOutcome, runFourWays, ways } from "../agents/run-four-ways.ts";
import type { Row } from "./run-client.ts";

const source = resolve(import.meta.dirname, "../../fixtures/agents/ai-sdk");

/** The agent of ours on the `ai` package: correct and with each of its bugs, through four commands. */
export async function agentRows(installed: string): Promise<readonly Row[]> {
  using folder = makeTempFolder();
  // Node resolves packages from where a module lies.
  const agent = join(installed, "agent");
  mkdirSync(agent, { recursive: true });
  for (const file of ["agent.mjs", "bugs.mjs"]) copyFileSync(join(source, file), join(agent, file));
  const rows = aiSdkRows(process.execPath, join(agent, "agent.mjs"));
  const outcomes = await runFourWays(rows, folder.path, { PATH: environment()["PATH"] ?? "" });
  return rows.flatMap((row, at) => {
    const expected = expectedOutcome(row);
    return ways.map((way) => {
      const got = outcomes[at]?.[way] ?? "not run";
      const short = row.cause ?? "passes";
      const isAsExpected = got === expected[way];
      return {
        pair: `${row.name}: ${way}`,
        expected: isAsExpected ? short : expected[way],
        got: isAsExpected ? short : got,
      };
    });
  });
}
