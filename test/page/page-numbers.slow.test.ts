import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { inflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import type { Inspection, InspectedExchange } from "../../harness/kernel/inspection/inspection.ts";
import { buckets } from "../../harness/page/browser/data/buckets.ts";
import { Recording } from "../../harness/page/browser/data/recording.ts";
import type { PageData } from "../../harness/page/page-data.ts";
import { runForkproof } from "../cli/run-forkproof.ts";

const root = resolve(import.meta.dirname, "../..");
/** Recordings of all wire formats, each folder read as one source. */
const sources = ["fixtures/cassettes", "../shared/recordings", "../shared/ground-truth"];

let folder: TempFolder;
beforeAll(() => {
  folder = makeTempFolder();
});
afterAll(() => folder[Symbol.dispose]());

/** The page and the document of one inspection. */
async function inspected(source: string): Promise<{ readonly page: PageData; readonly json: Inspection }> {
  const file = join(folder.path, "page.html");
  const { exit, out, err } = await runForkproof(["inspect", source, "--json", "--html", file], root);
  expect(exit, err).toBe(0);
  const [, data = ""] = /<script id="data" type="text\/plain">([^<]*)</.exec(readFileSync(file, "utf8")) ?? [];
  return {
    page: JSON.parse(inflateRawSync(Buffer.from(data, "base64")).toString()) as PageData,
    json: JSON.parse(out) as Inspection,
  };
}

function figuresOf({ id, ratio, usd, usage, breakCost, unserved }: InspectedExchange): unknown {
  const lost = breakCost ?? unserved;
  return {
    id,
    ratio: ratio?.observed ?? null,
    usd,
    usage: usage === null ? null : [usage.read, usage.write, usage.fresh, usage.output],
    lost: lost && { tokens: lost.lostTokens, usd: lost.usd, isEstimate: lost.grade !== "reported" },
  };
}

/** The read share and the cost over all requests, by the document alone. */
function sumsOf(exchanges: readonly InspectedExchange[]): {
  readonly ratio: number | null;
  readonly usd: number | null;
} {
  const whole = exchanges.flatMap(({ usage, countedOver }) => {
    const isWhole = countedOver === null || ["one-prompt", "inner-rounds", "hidden-prompt"].includes(countedOver);
    return !isWhole || usage === null || usage.read === null || usage.fresh === null
      ? []
      : [[usage.read, usage.read + (usage.write ?? 0) + usage.fresh] as const];
  });
  const [read, prompt] = [0, 1].map((at) => whole.reduce((sum, each) => sum + (each[at] ?? 0), 0));
  const priced = exchanges.flatMap(({ usd }) => usd ?? []);
  return {
    ratio: read === undefined || prompt === undefined || prompt === 0 ? null : read / prompt,
    usd: priced.length === 0 ? null : (priced.reduce((sum, each) => sum + each, 0) / priced.length) * 1_000,
  };
}

function expectAgreement(page: PageData, json: Inspection): void {
  const { totals, exchanges } = json;
  expect(page.requests.map(({ id, ratio, usd, usage, lost }) => ({ id, ratio, usd, usage, lost }))).toEqual(
    exchanges.map((each) => figuresOf(each)),
  );
  expect(page.totals).toMatchObject({
    requests: totals.requests,
    breaks: totals.breaks,
    suspected: totals.suspected,
    paidUsd: totals.paidUsd,
    priced: totals.money?.priced ?? 0,
    answered: totals.answered,
    avoidableUsd: totals.avoidableUsd,
    unpricedBreaks: totals.money?.unpricedBreaks ?? 0,
    uncountedBreaks: totals.lost.unknownIn,
    lostTokens: totals.lost.tokens,
  });
  const recording = new Recording(page);
  expect(buckets(recording, 60).reduce((sum, { requests }) => sum + requests, 0)).toBe(exchanges.length);
  const sums = sumsOf(exchanges);
  const [all] = buckets(recording, 1);
  const near = (value: number | null): unknown => (value === null ? null : expect.closeTo(value, 9));
  expect([all?.ratio ?? null, all?.usdPerThousand ?? null]).toEqual([near(sums.ratio), near(sums.usd)]);
}

describe.each(sources)("of all in %s", (source) => {
  const isThere = existsSync(join(root, source));
  if (!isThere) console.warn(`SKIPPED: ${source} is not there`);

  test.skipIf(!isThere)("the page shows the numbers of inspect --json", async () => {
    const { page, json } = await inspected(source);
    expect(json.exchanges.length).toBeGreaterThan(20);
    expectAgreement(page, json);
  });
});

/** An answer that took three rounds of web search, whose counters are sums over the rounds. */
function searching(): string {
  const system = "You look things up. Keep to the sources that you find. ".repeat(400);
  const question = {
    role: "user",
    content: [{ type: "text", text: "What is new?", cache_control: { type: "ephemeral" } }],
  };
  const answer = [
    { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "news" } },
    { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] },
    { type: "text", text: "Nothing." },
  ];
  const requests = [[question], [question, { role: "assistant", content: answer }, { role: "user", content: "Sure?" }]];
  const usages = [
    { input_tokens: 9, cache_read_input_tokens: 8_000, cache_creation_input_tokens: 4_000, output_tokens: 50 },
    { input_tokens: 30, cache_read_input_tokens: 4_000, cache_creation_input_tokens: 0, output_tokens: 20 },
  ];
  return requests
    .map((messages, at) => {
      const tools = { server_tool_use: { web_search_requests: at === 0 ? 2 : 0 } };
      return JSON.stringify({
        seq: at + 1,
        method: "POST",
        path: "/v1/messages",
        headers: [["host", "api.anthropic.com"]],
        body: JSON.stringify({
          model: "claude-sonnet-4-5",
          max_tokens: 900,
          system,
          tools: [{ type: "web_search_20250305", name: "web_search" }],
          messages,
        }),
        response: {
          status: 200,
          contentType: "application/json",
          body: JSON.stringify({
            type: "message",
            role: "assistant",
            content: at === 0 ? answer : answer.slice(2),
            usage: { ...usages[at], ...tools },
          }),
        },
      });
    })
    .map((line) => `${line}\n`)
    .join("");
}

test("the charts of the page include the turns of inner rounds", async () => {
  const file = join(folder.path, "searching.jsonl");
  writeFileSync(file, searching());
  const { page, json } = await inspected(file);
  expect(json.exchanges.map(({ countedOver }) => countedOver)).toEqual(["inner-rounds", "one-prompt"]);
  expectAgreement(page, json);
  expect(buckets(new Recording(page), 1)[0]?.ratio).toBeCloseTo(12_000 / 16_039, 9);
});
