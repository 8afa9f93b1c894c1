import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { simulateRecording } from "../../harness/simulate/simulate-recording.ts";
import type { Simulation } from "../../harness/kernel/simulation.ts";

type Json = { readonly [name: string]: unknown };

const HOST = "https://generativelanguage.googleapis.com/v1beta";
const say = (text: string): Json => ({ role: "user", parts: [{ text }] });

/** A line of recorded traffic: to where, what was asked, what came back. */
function exchange(idx: number, path: string, request: Json, response: Json): string {
  return JSON.stringify({
    seq: "s",
    idx,
    provider: "gemini",
    api: "gemini",
    url: `${HOST}/${path}`,
    t: idx,
    body_fidelity: "raw",
    request_body_raw: JSON.stringify(request),
    request_headers: {},
    response_status: 200,
    usage: response["usageMetadata"] ?? null,
    response_headers: { "content-type": "application/json" },
    response_body: JSON.stringify(response),
  });
}

const make = (idx: number, name: string, tokens: number): string =>
  exchange(
    idx,
    "cachedContents",
    { model: "models/gemini-2.5-flash", contents: [say("The book of ships. ".repeat(900))] },
    { name, usageMetadata: { totalTokenCount: tokens } },
  );
const use = (idx: number, name: string, [total, read]: readonly [number, number]): string =>
  exchange(
    idx,
    "models/gemini-2.5-flash:generateContent",
    { cachedContent: name, contents: [say("Which ship came in?")] },
    {
      candidates: [],
      usageMetadata: { promptTokenCount: total, cachedContentTokenCount: read, candidatesTokenCount: 9 },
    },
  );

function simulate(...lines: readonly string[]): Simulation {
  using folder = makeTempFolder();
  const file = join(folder.path, "traffic.jsonl");
  writeFileSync(file, `${lines.join("\n")}\n`);
  return simulateRecording(openRecording(file), { provider: null, anchored: true, mode: "upper" });
}

test("a use of a resource with a recorded creation is predicted, and any other is excluded with its reason", () => {
  const { exchanges, summary } = simulate(
    make(0, "cachedContents/a", 5770),
    use(1, "cachedContents/a", [5787, 5770]),
    use(2, "cachedContents/other", [9622, 9609]),
    use(3, "cachedContents/a", [5808, 5000]),
  );
  expect(exchanges.map(({ score, setApart, follows }) => [setApart ?? score, follows])).toEqual([
    ["explicit resource", null],
    ["exact", "s#0"],
    ["explicit resource", null],
    ["wrong", "s#0"],
  ]);
  expect(exchanges[1]?.predicted).toEqual({ read: 5770, write: 0, fresh: 17, total: 5787 });
  expect(exchanges[1]?.cost.predicted).toBeGreaterThan(0);
  expect(summary.all).toMatchObject({ followUps: 2, exact: 1, wrong: 1, setApart: { "explicit resource": 2 } });
});
