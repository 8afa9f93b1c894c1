import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rulesOfPrompt } from "../../harness/mock/state/mocked-caches.ts";
import { loadMockWires } from "../../harness/mock/wires.ts";

const FOLDER = "../shared/ground-truth";
const isThere = existsSync(FOLDER);
if (!isThere) console.warn(`${FOLDER} is not here: no request that a real provider took is shown to the mocked one`);

type Line = {
  readonly seq: string;
  readonly url: string;
  readonly provider: string;
  readonly request_body_raw: string | null;
  readonly request_headers: Readonly<Record<string, string>> | null;
  readonly response_status: number | null;
};

const KEYS = [
  ["authorization", "Bearer k"],
  ["x-api-key", "k"],
  ["x-goog-api-key", "k"],
  ["anthropic-version", "2023-06-01"],
] as const;

test.skipIf(!isThere)("the mocked provider accepts every request shape that a real provider accepted", async () => {
  const mocked = await loadMockWires();
  let taken = 0;
  const refused = new Map<string, number>();
  for (const file of globSync(`${FOLDER}/*/*.jsonl`)) {
    const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
    for (const line of lines.map((text) => JSON.parse(text) as Line)) {
      if (line.response_status !== 200 || line.request_body_raw === null) continue;
      const { pathname, search } = new URL(line.url);
      const beta = Object.entries(line.request_headers ?? {}).filter(
        ([name]) => name.toLowerCase() === "anthropic-beta",
      );
      const request = {
        method: "POST",
        path: pathname + search,
        headers: [...KEYS, ...beta],
        body: Buffer.from(line.request_body_raw),
      };
      const reading = mocked.of(request).read(request, null);
      if (reading.kind === "refused") refused.set(`${line.provider}: ${reading.rejection.message}`, 1);
      if (reading.kind !== "asked") continue;
      const fault = reading.findFault(rulesOfPrompt({ ...reading, headers: request.headers }));
      if (fault === null) taken += 1;
      else
        refused.set(`${line.provider}: ${fault.message}`, (refused.get(`${line.provider}: ${fault.message}`) ?? 0) + 1);
    }
  }
  expect([...refused]).toEqual([]);
  expect(taken).toBeGreaterThan(650);
});
