import { Ajv } from "ajv";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import type { CounterTimeline } from "../../harness/kernel/inspection/counter-timeline.ts";
import schema from "../../harness/report/counters.schema.json" with { type: "json" };
import { runForkproof } from "../cli/run-forkproof.ts";

let folder: TempFolder;
beforeAll(() => {
  folder = makeTempFolder();
});
afterAll(() => folder[Symbol.dispose]());

const START = Date.UTC(2026, 10, 20, 9, 0);
const sonnet = "claude-sonnet-4-5";

/** Ten requests, each 1,000 tokens longer; what each read, and what happened before it. */
const turns: readonly { readonly minute: number; readonly read: number; readonly model?: string }[] = [
  { minute: 0, read: 0 },
  { minute: 1, read: 20_000 },
  { minute: 2, read: 21_000 },
  { minute: 15, read: 0 },
  { minute: 16, read: 23_000 },
  { minute: 17, read: 0, model: "claude-opus-4-8" },
  { minute: 18, read: 0 },
  { minute: 19, read: 4_000 },
  { minute: 20, read: 27_000 },
  // A tail that was edited: little is paid again.
  { minute: 21, read: 26_000 },
];

function claudeSession(): string {
  const line = ({ minute, read, model = sonnet }: (typeof turns)[number], at: number): object => ({
    type: "assistant",
    uuid: `u${at}`,
    sessionId: "s1",
    requestId: `req_${at + 1}`,
    timestamp: new Date(START + minute * 60_000).toISOString(),
    message: {
      id: `msg_${at}`,
      role: "assistant",
      model,
      content: [],
      usage: {
        input_tokens: 10,
        cache_read_input_tokens: read,
        cache_creation_input_tokens: 20_000 + at * 1_000 - read,
        output_tokens: 5,
      },
    },
  });
  return turns.map((turn, at) => `${JSON.stringify(line(turn, at))}\n`).join("");
}

function codexRollout(): string {
  const at = (second: number): string => new Date(START + second * 1_000).toISOString();
  const counted = (second: number, input: number, cached: number): object => ({
    timestamp: at(second),
    type: "event_msg",
    payload: {
      type: "token_count",
      info: {
        total_token_usage: { input_tokens: second },
        last_token_usage: { input_tokens: input, cached_input_tokens: cached, output_tokens: 7 },
      },
    },
  });
  const lines = [
    { timestamp: at(0), type: "session_meta", payload: { id: "s" } },
    { timestamp: at(0), type: "turn_context", payload: { model: "gpt-5.5" } },
    counted(1, 10_000, 0),
    counted(20, 12_000, 9_984),
    counted(40, 14_000, 0),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

function write(name: string, content: string): string {
  writeFileSync(join(folder.path, name), content);
  return name;
}

it("inspect shows pauses, switches of model and write spikes of a session without bodies", async () => {
  const { exit, out, err } = await runForkproof(
    ["inspect", write("claude.jsonl", claudeSession()), "--json"],
    folder.path,
  );
  expect([exit, err.includes("HX")], err).toEqual([0, false]);
  const document = JSON.parse(out) as CounterTimeline;
  const validate = new Ajv({ allowUnionTypes: true }).compile(schema);
  expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
  const [session] = document.sessions;
  expect(document.sessions).toHaveLength(1);
  expect(session).toMatchObject({
    requests: 10,
    uncounted: 0,
    read: 121_000,
    written: 124_000,
    largestContext: 29_010,
  });
  expect(session?.rewriteFactor).toBeCloseTo(124_000 / 29_010, 9);
  expect(session?.idle).toMatchObject([{ id: "req_4", minutes: 13, read: 0, previousContext: 22_010 }]);
  expect(session?.switches.map(({ id, was, now }) => [id, was, now])).toEqual([
    ["req_6", sonnet, "claude-opus-4-8"],
    ["req_7", "claude-opus-4-8", sonnet],
  ]);
  expect(session?.spikes.map(({ id, again, after }) => [id, again, after])).toEqual([
    ["req_4", 22_010, ["idle"]],
    ["req_6", 24_010, ["model"]],
    ["req_7", 25_010, ["model"]],
    ["req_8", 22_010, []],
  ]);
});

it("inspect says so in words at 80 columns, and that counters do not tell the cause", async () => {
  const { exit, out } = await runForkproof(["inspect", write("claude.jsonl", claudeSession())], folder.path, {
    COLUMNS: "80",
  });
  expect(exit).toBe(0);
  expect(out).toContain("124,000 tokens, 4.3 times the largest context (29,010)");
  expect(out).toContain("req_8 (2026-11-20 09:19 UTC): 22,010 tokens paid again, for no");
  expect(out).toContain("not which");
  expect(Math.max(...out.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(80);
});

it("a Codex rollout has its model and its spike, but not a rewrite factor, since writes are not counted", async () => {
  const { out } = await runForkproof(["inspect", write("codex.jsonl", codexRollout()), "--json"], folder.path);
  const { sessions } = JSON.parse(out) as CounterTimeline;
  expect(sessions).toMatchObject([
    { models: ["gpt-5.5"], written: null, rewriteFactor: null, spikes: [{ again: 12_000, after: [] }] },
  ]);
});

it("import says where the timeline is, and a gate on counters alone still fails", async () => {
  const file = write("claude.jsonl", claudeSession());
  const imported = await runForkproof(["import", file, "--out", "imported"], folder.path);
  expect([imported.exit, imported.err]).toEqual([0, expect.stringContaining("forkproof inspect claude.jsonl")]);
  const gated = await runForkproof(["inspect", file, "--fail-on-break"], folder.path);
  expect([gated.exit, gated.err]).toEqual([2, expect.stringContaining("HX252")]);
});

const row = (read: number, written: number): object => ({
  inputTokens: 100,
  outputTokens: 50,
  cacheCreationTokens: written,
  cacheReadTokens: read,
  totalCost: 1.25,
  modelsUsed: [sonnet],
});

it.for([
  ["daily", [{ date: "2026-11-20", ...row(9_000, 900) }], "2026-11-20"],
  ["session", [{ period: "s1", ...row(9_000, 900) }], "s1"],
  ["monthly", [{ month: "2026-11", ...row(9_000, 900) }], "2026-11"],
  [
    "blocks",
    [
      { id: "gap-1", isGap: true, startTime: "2026-11-20T00:00:00.000Z", tokenCounts: row(0, 0) },
      {
        startTime: "2026-11-20T05:00:00.000Z",
        entries: 12,
        models: [sonnet],
        costUSD: 1.25,
        tokenCounts: {
          inputTokens: 100,
          outputTokens: 50,
          cacheCreationInputTokens: 900,
          cacheReadInputTokens: 9_000,
        },
      },
    ],
    "2026-11-20T05:00:00.000Z",
  ],
] as const)("inspect reads the sums of `ccusage %s --json`, and invents no request", async ([kind, rows, name]) => {
  const file = write(`${kind}.json`, JSON.stringify({ [kind]: rows, totals: {} }, null, 2));
  const { exit, out, err } = await runForkproof(["inspect", file, "--json"], folder.path);
  expect(exit, err).toBe(0);
  const document = JSON.parse(out) as CounterTimeline;
  const validate = new Ajv({ allowUnionTypes: true }).compile(schema);
  expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
  expect(document).toMatchObject({
    sessions: [],
    sums: [{ name, prompt: 10_000, read: 9_000, written: 900, usd: 1.25, models: [sonnet] }],
  });
  expect(document.sums[0]?.requests).toBe(kind === "blocks" ? 12 : null);
});

it("inspect prints the sums as a table at 80 columns, and says what they cannot show", async () => {
  const days = Array.from({ length: 25 }, (_, at) => ({
    date: `2026-11-${String(at + 1).padStart(2, "0")}`,
    ...row(9_000 - 300 * at, 900 + 300 * at),
  }));
  const { out } = await runForkproof(["inspect", write("days.json", JSON.stringify({ daily: days }))], folder.path, {
    COLUMNS: "80",
  });
  expect(out).toMatch(/2026-11-25 +\? +10,000 +18 % +81 % +\$1\.25/);
  expect(out).toContain("5 earlier rows: see --json");
  expect(out).not.toContain("2026-11-05");
  expect(out.replaceAll(/\s+/g, " ")).toContain("not which request lost its prefix, nor why");
  expect(Math.max(...out.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(80);
});

it("the entries of one ccusage session are requests with pauses and spikes", async () => {
  const entries = turns.map(({ minute, read, model = sonnet }, at) => ({
    timestamp: new Date(START + minute * 60_000).toISOString(),
    inputTokens: 10,
    outputTokens: 5,
    cacheCreationTokens: 20_000 + at * 1_000 - read,
    cacheReadTokens: read,
    model,
    costUSD: null,
  }));
  const asReport = write("one.json", JSON.stringify({ sessionId: "s1", totalCost: 1, totalTokens: 9, entries }));
  const asLines = write("one.jsonl", entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  for (const file of [asReport, asLines]) {
    const { out, err } = await runForkproof(["inspect", file, "--json"], folder.path);
    expect(err).not.toContain("HX");
    expect((JSON.parse(out) as CounterTimeline).sessions).toMatchObject([
      { requests: 10, read: 121_000, written: 124_000, idle: [{ minutes: 13 }], spikes: [{}, {}, {}, {}] },
    ]);
  }
});

it("OpenTelemetry spans are requests of their conversations, with pauses and spikes", async () => {
  const spans = turns.map(({ minute, read, model = sonnet }, at) => ({
    spanId: `s${at}`,
    startTimeUnixNano: `${(START + minute * 60_000) * 1_000_000}`,
    attributes: [
      { key: "gen_ai.request.model", value: { stringValue: model } },
      { key: "gen_ai.conversation.id", value: { stringValue: "c1" } },
      { key: "gen_ai.usage.input_tokens", value: { intValue: `${20_010 + at * 1_000}` } },
      { key: "gen_ai.usage.cache_read.input_tokens", value: { intValue: `${read}` } },
      { key: "gen_ai.usage.cache_creation.input_tokens", value: { intValue: `${20_000 + at * 1_000 - read}` } },
    ],
  }));
  const { exit, out } = await runForkproof(
    ["inspect", write("spans.json", JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] })), "--json"],
    folder.path,
  );
  expect(exit).toBe(0);
  expect((JSON.parse(out) as CounterTimeline).sessions).toMatchObject([
    { requests: 10, read: 121_000, written: 124_000, idle: [{ minutes: 13 }], spikes: [{}, {}, {}, {}] },
  ]);
});
