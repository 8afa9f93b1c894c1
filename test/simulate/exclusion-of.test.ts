import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { simulateRecording } from "../../harness/simulate/simulate-recording.ts";
import { first, line, simulate, told, usage } from "./simulated.ts";

test.each([
  [
    "a split that is not the whole",
    { ...usage(3, 1165, 0), cache_creation: { ephemeral_5m_input_tokens: 1, ephemeral_1h_input_tokens: 2 } },
  ],
  ["more read than the request has bytes", usage(3, 0, 9_000_000)],
  ["a negative counter", usage(-5, 2000, 0)],
  ["a part of a token", usage(3.5, 2000, 0)],
  ["a number that no number holds", usage(1e300, 2000, 0)],
])("usage with %s is excluded, and is never exact", (_name, counters) => {
  const [only] = simulate([{ ...first, usage: counters }]).exchanges;
  expect(only).toMatchObject({ setApart: "contradicts itself", score: "not-scored" });
  expect(only?.exact).not.toBe(true);
});

test("usage that reads more than the whole prompt is excluded, even if each counter alone is possible", () => {
  const body = { model: "gpt-4o", messages: [{ role: "user", content: "word ".repeat(400) }] };
  const chat = {
    provider: "openai",
    api: "openai-chat",
    url: "https://api.openai.com/v1/chat/completions",
    request_body_raw: JSON.stringify(body),
  };
  const read = (cached: number): unknown => {
    using folder = makeTempFolder();
    const file = join(folder.path, "traffic.jsonl");
    const counters = { prompt_tokens: 1280, completion_tokens: 1, prompt_tokens_details: { cached_tokens: cached } };
    const given: object = JSON.parse(line({ turns: ["hi"], usage: counters }, 0));
    writeFileSync(file, `${JSON.stringify({ ...given, ...chat })}\n`);
    return told(simulateRecording(openRecording(file), { provider: null, anchored: true, mode: "upper" }));
  };
  expect([read(1280), read(1281)]).toEqual([["warm start"], ["contradicts itself"]]);
});

test("counters that differ between the recording and the response are excluded", () => {
  const [kept, said] = [usage(3, 2000, 0), usage(3, 0, 2000)];
  const response = JSON.stringify({ type: "message", usage: said });
  expect(told(simulate([{ ...first, usage: kept, response }]))).toEqual(["contradicts itself"]);
  expect(told(simulate([{ ...first, usage: said, response }]))).toEqual(["warm start"]);
});

test("the cost of an exchange is unknown if its answer was not counted", () => {
  const { output_tokens: _, ...uncounted } = usage(3, 2000, 0);
  const costs = [usage(3, 2000, 0), uncounted].map((told) => simulate([{ ...first, usage: told }]).exchanges[0]?.cost);
  expect(costs[0]?.recorded).toBeGreaterThan(0.0075);
  expect(costs[1]).toMatchObject({ recorded: null, predicted: costs[0]?.predicted });
});

test("a refused request neither reads nor writes, costs nothing and is counted separately", () => {
  using folder = makeTempFolder();
  const file = join(folder.path, "traffic.jsonl");
  const overloaded = { response_status: 529, response_body: JSON.stringify({ type: "error", error: {} }), usage: null };
  const given: object = JSON.parse(line(first, 0));
  const answered = line({ ...first, usage: usage(3, 2000, 0) }, 1);
  writeFileSync(file, `${JSON.stringify({ ...given, ...overloaded })}\n${answered}\n`);
  const { exchanges, summary } = simulateRecording(openRecording(file), {
    provider: null,
    anchored: true,
    mode: "upper",
  });
  expect(exchanges[0]).toMatchObject({
    setApart: "refused by the provider",
    predicted: null,
    cost: { predicted: null, uncached: null },
    model: "claude-sonnet-4-5",
  });
  expect(exchanges[1]).toMatchObject({ score: "first", follows: null, predicted: { read: 0, write: 2000 } });
  expect(summary.all.setApart).toEqual({ "refused by the provider": 1 });
  expect(summary.cost).toMatchObject({ priced: 1, predicted: exchanges[1]?.cost.predicted });
  expect(summary.unpricedModels).toEqual([]);
});

test("a counter of four hundred digits is impossible, not missing", () => {
  const digits = JSON.stringify({ type: "message", usage: usage(7, 2000, 0) }).replace(":7", `:${"9".repeat(400)}`);
  expect(told(simulate([{ ...first, usage: null, response: digits }]))).toEqual(["contradicts itself"]);
  expect(told(simulate([{ ...first, usage: null }]))).toEqual(["no usage reported"]);
});
