import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import type { Simulation } from "../../harness/kernel/simulation.ts";
import { renderSimulate } from "../../harness/report/render-simulate.ts";
import { simulateRecording } from "../../harness/simulate/simulate-recording.ts";

type Split = Readonly<Record<"ttl_30m_tokens" | "ttl_12h_tokens", number>>;

const halfDay: Split = { ttl_30m_tokens: 0, ttl_12h_tokens: 2900 };
const halfHour: Split = { ttl_30m_tokens: 2900, ttl_12h_tokens: 0 };

/** Twelve-hour writes have no published price (harness/providers/FACTS.md#openai-boundaries), so a cheap one is never assumed silently. */
test.each<readonly [says: string, ttl: string, split: Split | null, assumes: boolean]>([
  ["twelve hours as requested, and reported", "12h", halfDay, true],
  ["twelve hours as requested, without a counter", "12h", null, true],
  ["half an hour, and reported", "30m", halfHour, false],
  ["half an hour, without a counter", "30m", null, false],
])("the report says whether a lifetime's price is assumed: %s", (_says, ttl, split, assumes) => {
  const simulation = simulated(ttl, split);
  const [{ cost } = { cost: null }] = simulation.exchanges;
  expect(cost?.predicted).toBeGreaterThan(0);
  expect(cost?.assumesLifetime ?? false).toBe(assumes);
  const said = "writes of 1 request are priced as five-minute writes: the lifetime or its price is unknown";
  expect(renderSimulate(simulation, { colour: false, columns: 120 }).includes(said)).toBe(assumes);
});

test("the lifetime in an answer takes precedence over the requested one", () => {
  expect(simulated("30m", halfDay).exchanges[0]?.cost).toMatchObject({ assumesLifetime: true });
});

function simulated(ttl: string, split: Split | null): Simulation {
  using folder = makeTempFolder();
  const file = join(folder.path, "traffic.jsonl");
  const body = {
    model: "gpt-5.6-sol",
    input: [{ role: "user", content: "You look after a small shop in the harbour. ".repeat(300) }],
    prompt_cache_options: { ttl },
  };
  const details = { cached_tokens: 0, cache_write_tokens: 2900, cache_write_tokens_details: split };
  const line = {
    seq: "s",
    idx: 0,
    provider: "openai",
    api: "openai-responses",
    url: "https://api.openai.com/v1/responses",
    t: 1_795_000_000,
    body_fidelity: "raw",
    request_body_raw: JSON.stringify(body),
    request_headers: {},
    response_status: 200,
    usage: split === null ? null : { input_tokens: 3000, input_tokens_details: details, output_tokens: 1 },
    response_headers: { "content-type": "application/json" },
    response_body: "{}",
  };
  writeFileSync(file, `${JSON.stringify(line)}\n`);
  return simulateRecording(openRecording(file), { provider: null, anchored: true, mode: "upper" });
}
