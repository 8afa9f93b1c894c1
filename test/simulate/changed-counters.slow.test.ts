import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import type { Simulation } from "../../harness/kernel/simulation.ts";
import { simulateRecording } from "../../harness/simulate/simulate-recording.ts";
import { heldTargets } from "../fidelity/targets.ts";

type Counters = { readonly [name: string]: unknown };

const FILE = "../shared/ground-truth/anthropic/rig-prompt-caching.jsonl";
const isThere = existsSync(FILE);
if (!isThere) console.warn(`${FILE} is not here: no recorded counter is changed, nothing is held against the targets`);

/** Real traffic whose counters were changed: a gate that still keeps its target measures nothing. */
describe.skipIf(!isThere)("simulate on recorded counters", () => {
  test("keeps the target for Anthropic if they are as recorded", () => {
    const { exchanges, summary } = played((usage) => usage);
    expect(anthropic(exchanges)).toEqual({ outcome: "kept", found: "58 of 58" });
    expect(summary.residuals).toMatchObject({ differing: 0, rejected: 0 });
  });

  test.each([
    ["every read 777 longer", (read: number) => ({ read: 777, fresh: 0, of: read })],
    ["a thousand tokens of each read counted as fresh", (read: number) => ({ read: -1000, fresh: 1000, of: read })],
    ["half of each read counted as fresh", (read: number) => ({ read: -(read >> 1), fresh: read >> 1, of: read })],
    ["one token of each read counted as fresh", (read: number) => ({ read: -1, fresh: 1, of: read })],
  ])("misses the target if %s", (_name, by) => {
    const { exchanges, summary } = played((usage) => {
      const [read, fresh] = [usage["cache_read_input_tokens"], usage["input_tokens"]];
      if (typeof read !== "number" || typeof fresh !== "number" || read < 1001) return usage;
      const change = by(read);
      return { ...usage, cache_read_input_tokens: read + change.read, input_tokens: fresh + change.fresh };
    });
    expect(anthropic(exchanges)).toMatchObject({ outcome: "missed" });
    expect(summary.all.exact).toBeLessThan(0.1 * summary.all.followUps);
    expect(summary.all.wrong).toBeGreaterThan(0.85 * summary.all.followUps);
    // A changed read is a warm start only if the prefix was never sent before.
    expect(summary.all.setApart["warm start"] ?? 0).toBeLessThanOrEqual(4);
  });
});

function anthropic(exchanges: Simulation["exchanges"]): unknown {
  const held = heldTargets(exchanges).find(({ says }) => says.startsWith("Anthropic: follow-ups exact"));
  return { outcome: held?.outcome, found: held?.found };
}

/** The file with other counters, in the recording's own member and in the response. */
function played(change: (usage: Counters) => Counters): Simulation {
  using folder = makeTempFolder();
  const file = join(folder.path, "traffic.jsonl");
  const lines = readFileSync(FILE, "utf8").split("\n").filter(Boolean);
  writeFileSync(file, lines.map((text) => `${JSON.stringify(changed(JSON.parse(text), change))}\n`).join(""));
  return simulateRecording(openRecording(file), { provider: null, anchored: true, mode: "upper" });
}

function changed(line: Readonly<Record<string, unknown>>, change: (usage: Counters) => Counters): object {
  const { usage } = line;
  if (typeof usage !== "object" || usage === null) return line;
  const counters = change({ ...usage });
  // What the response's body says would contradict it.
  return counters === usage ? line : { ...line, usage: counters, response_body: "{}" };
}
