import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import { clock } from "../break-cost/faults.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { interleavedLog } from "./interleaved-log.ts";
import { logOf } from "./write-log.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "forkproof-unpriced-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A log of a model that no price list has. */
function unpriced(name: string, exchanges: readonly Exchange[]): string {
  writeFileSync(join(folder, name), logOf(exchanges).replaceAll("claude-sonnet-4-5", "claude-unpriced"));
  return name;
}

const BETAS = ["context-1m-2025-08-07", "interleaved-thinking-2025-05-14"] as const;

/** Conversations switch on one beta or another in turns, and the counters show that all of them read in full. */
function flapping(exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges.map((each, at) => ({
    ...each,
    headers: [...each.headers, ["anthropic-beta", BETAS[at % 3 > 0 ? 0 : 1] ?? ""]],
  }));
}

async function printed(...args: readonly string[]): Promise<string> {
  const { out } = await runForkproof(args, folder);
  return out.replaceAll(/\s+/g, " ");
}

describe("where the price is unknown, nothing says that it is zero", () => {
  it("an incident has its tokens, and inspect and simulate say that the amount is unknown", async () => {
    const log = unpriced("clock.jsonl", interleavedLog([clock], 2).exchanges);
    const inspected = await printed("inspect", log);
    expect(inspected).toMatch(/lost [\d,]+ tokens, ours/);
    expect(inspected).toMatch(/saves an unknown amount, since the price is unknown: it cost [\d,]+ tokens/);
    const simulated = await printed("simulate", log, "--fix-all");
    expect(simulated).toMatch(/before unknown after unknown saves an unknown amount; [\d,]+ tokens more/);
    expect(inspected + simulated).not.toMatch(/\$\d/);
  });

  it("a break whose request read in full says so", async () => {
    const log = unpriced("beta.jsonl", flapping(interleavedLog([], 2).exchanges));
    const inspected = await printed("inspect", log);
    expect(inspected).toContain("CB105");
    expect(inspected).toContain("saves nothing so far: the counters show full reads");
    const simulated = await printed("simulate", log, "--fix-all");
    expect(simulated).toContain("saves nothing so far: these requests read all that they could");
    expect(inspected + simulated).not.toMatch(/\$\d/);
  });
});
