import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import judgementSchema from "../../../harness/report/judgement.schema.json" with { type: "json" };
import resultSchema from "../../../harness/report/run-result.schema.json" with { type: "json" };
import { runForkproof } from "../../cli/run-forkproof.ts";
import { temporaryFolder } from "../../src/support/temporary-folder.ts";
import { playProvider } from "./playing-provider.ts";
import { forkOf, KEY, type LiveRun, runLive, spentOf } from "./run-live.ts";

test("a warm provider confirms the verdict on parent and fork, both in a namespace of this run", async () => {
  await using provider = await playProvider({ diagnostics: null });
  const run = await runLive(provider, { expects: { verdict: "byte-identical", firstTurn: { efficiency: ">= 0.9" } } });
  expect(run.exit, run.out + run.err).toBe(0);
  expect(forkOf(run).reconciliation).toMatchObject({
    local: "unchanged",
    provider: "unchanged",
    counters: "high",
    reading: "hit",
    agrees: true,
  });
  expect(forkOf(run).gapMs).toBeGreaterThanOrEqual(0);
  expect(run.result.jobs[0]!.live).toMatchObject({ provider: "anthropic", passPowers: [1], gates: false });
  expect(run.result.jobs[0]!.live!.costUsd).toBeGreaterThan(0);
  const validate = new Ajv({ allowUnionTypes: true, strict: false }).addSchema(judgementSchema).compile(resultSchema);
  expect(validate(run.result), JSON.stringify(validate.errors)).toBe(true);

  const [parent, fork] = provider.requests.map(({ body }) => body.toString());
  const [namespace] = /\[run [0-9a-f]{16}\] /.exec(parent!)!;
  expect(parent).toContain('"diagnostics":{"previous_message_id":null}');
  expect(fork).toContain(namespace);
  expect(fork).toMatch(/"diagnostics":\{"previous_message_id":"msg_[^"]+"\}/);
  // The fork itself never had the key, and the provider never heard of lanes.
  const headers = provider.requests.map((request) => Object.fromEntries(request.headers));
  expect(headers.map((each) => each["x-api-key"])).toEqual([KEY, KEY]);
  expect(headers.some((each) => "x-forkproof-lane" in each)).toBe(false);
  expect(run.out + run.err + JSON.stringify(run.result)).not.toContain(KEY);
  expect(run.out).toContain("hit");
  expect(run.out).toMatch(spentOf(run));
});

test("the provider's own comparison of the prompts confirms both verdicts", async () => {
  await using kept = await playProvider({ diagnostics: "own" });
  expect(forkOf(await runLive(kept)).reconciliation).toMatchObject({
    provider: "unchanged",
    reading: "hit",
    agrees: true,
  });
  await using broken = await playProvider({ diagnostics: "own" });
  const strategy = { "snapshot-query": { tools: "emptied" } };
  const run = await runLive(broken, { strategy, expects: { verdict: "diverged" } });
  expect(forkOf(run).reconciliation).toMatchObject({ reason: "tools_changed", reading: "break", agrees: true });
});

test.each([
  ["responses-parent", { provider: "unchanged", counters: "high", reading: "hit", agrees: true }],
  ["chat-parent", { provider: "not-asked", reading: "hit", agrees: null }],
  ["gemini-parent", { provider: "not-asked", reading: "hit", agrees: null }],
])("a live fork passes on the %s", async (source, reconciliation) => {
  await using provider = await playProvider({ diagnostics: "own" });
  const run = await runLive(provider, { source, exchange: "reading" });
  expect(run.exit, run.out + run.err).toBe(0);
  expect(forkOf(run).reconciliation, run.out).toMatchObject(reconciliation);
  const sent = provider.requests.map(({ headers }) => JSON.stringify(headers));
  expect(sent.every((headers) => headers.includes(KEY) && !headers.includes("forkproof-live"))).toBe(true);
});

test("a cold provider only warns, and fails the run only if live jobs gate", async () => {
  await using provider = await playProvider({ cold: true, diagnostics: null });
  const expects = { firstTurn: { efficiency: ">= 0.9" }, verdict: "byte-identical" };
  const run = await runLive(provider, { expects, options: ["--repeat", "2"] });
  expect(run.exit).toBe(0);
  expect(forkOf(run).reconciliation).toMatchObject({ provider: "unchanged", counters: "low", reading: "entry-gone" });
  expect(run.result.jobs[0]!.warnings.map(({ code }) => code)).toContain("LIVE");
  expect(run.result.jobs[0]!.live!.passPowers).toEqual([0, 0]);
  expect(run.out).toMatch(spentOf(run));
  expect(run.out).toContain(" in 2 runs, ");
  // Both runs fork one parent, which was sent once.
  const names = provider.requests.map(({ body }) => /\[run ([0-9a-f]{16})\]/.exec(body.toString())![1]);
  expect(names).toHaveLength(3);
  expect(new Set(names).size).toBe(1);
  const gate = await runLive(provider, { expects, options: ["--live-gate"] });
  expect(gate.exit).toBe(1);
  expect(gate.result.summary.failed).toBe(1);
});

test("a change that only the provider sees is reported as a disagreement", async () => {
  await using provider = await playProvider({
    diagnostics: { cache_miss_reason: { type: "tools_changed", cache_missed_input_tokens: 1900 } },
  });
  const run = await runLive(provider);
  expect(forkOf(run).reconciliation).toMatchObject({
    local: "unchanged",
    provider: "changed",
    reason: "tools_changed",
    counters: "high",
    reading: "late-change",
    agrees: false,
  });
  expect(run.result.jobs[0]!.warnings).toMatchObject([{ code: "CB903" }]);
});

test("a provider confirms a break, or says nothing about it", async () => {
  const diagnostics = { cache_miss_reason: { type: "tools_changed" } };
  const strategy = { "snapshot-query": { tools: "emptied" } };
  await using telling = await playProvider({ diagnostics });
  const confirmed = await runLive(telling, { strategy, expects: { verdict: "diverged" } });
  expect(forkOf(confirmed).reconciliation).toMatchObject({ local: "changed", reading: "break", agrees: true });
  await using silent = await playProvider({});
  const alone = await runLive(silent, { strategy, expects: { verdict: "diverged" } });
  expect(forkOf(alone).reconciliation).toMatchObject({ provider: "nothing", reading: "break", agrees: null });
});

test("a request that could exceed the cost limit is held back", async () => {
  await using provider = await playProvider({});
  const run = await runLive(provider, { options: ["--max-cost", "0.000001"] });
  expect(provider.requests).toHaveLength(0);
  expect(run.exit).toBe(2);
  expect(run.result.jobs[0]!.outcome).toMatchObject({ status: "errored", error: { code: "HX314" } });
  // Enough for one round with its answers as long as they may be, and for no second one.
  const some = await runLive(provider, { options: ["--max-cost", "0.1", "--repeat", "50"] });
  const [job] = some.result.jobs;
  const { runs, costUsd } = job!.live!;
  expect(runs.length).toBeGreaterThan(0);
  expect(runs.length).toBeLessThan(50);
  expect(costUsd).toBeGreaterThan(0);
  expect(some.out).toMatch(/held back/);
  // One parent was sent, and then a fork a round. Each fork but the first saved a parent; those that were held back saved nothing.
  expect(job!.live!.parent).toMatchObject({ sent: 1, saved: { requests: provider.requests.length - 2 } });
});

test("a job fails without a gate if its fork was held back and so has shown nothing", async () => {
  await using provider = await playProvider({});
  // The parent's worst case fits, and after it the fork's does not.
  const run = await runLive(provider, { options: ["--max-cost", "0.0801"] });
  expect(provider.requests).toHaveLength(1);
  expect([run.exit, run.result.jobs[0]!.outcome.status]).toEqual([1, "failed"]);
  expect(run.out).toMatch(/answered.*held back/s);
  expect(run.out).not.toContain("expected none, observed none");
});

test("a job fails if its fork got only refusals or sent no request", async () => {
  await using provider = await playProvider({ status: 429, statusFrom: 2 });
  const run = await runLive(provider);
  expect([run.exit, run.result.jobs[0]!.outcome.status]).toEqual([1, "failed"]);
  expect(run.out).toMatch(/answered.*status 429/s);
  expect(run.out).toContain("the provider refused its last request with status 429");
  expect(run.out).not.toContain("forkproof serve");
  await using other = await playProvider({});
  const idle = await runLive(other, { fork: { command: [process.execPath, "-e", "0"] }, expects: { findings: [] } });
  expect([idle.exit, idle.result.jobs[0]!.outcome.status]).toEqual([1, "failed"]);
  expect(idle.out).toMatch(/answered.*it sent no request/s);
  expect(idle.out).not.toContain("expected none, observed none");
});

test("a provider's error gives no verdict on the fork, and its quote of the key is masked", async () => {
  await using provider = await playProvider({ status: 529 });
  const run = await runLive(provider);
  expect(run.exit).toBe(3);
  expect(run.result.jobs[0]!.outcome).toMatchObject({ status: "errored", error: { code: "HX313" } });
  const told = run.out + run.err + JSON.stringify(run.result);
  expect(told).toContain("not today: [key] ([key])");
  expect(told).not.toContain(KEY);
});

test("an unreachable provider, or one that answers with a page, fails only its own job", async () => {
  const other = join(temporaryFolder(), "pair.yaml");
  const parent = { source: resolve("fixtures/cassettes/coding-agent"), exchange: "parent" };
  const fork = { recorded: { exchange: "fork" } };
  writeFileSync(other, stringify({ name: "a pair", parent, fork, expect: { verdict: "rendered-identical" } }));
  const run = await runLive({ baseUrl: "http://127.0.0.1:1" }, { beside: [other] });
  expect(run.exit, run.err).toBe(3);
  const outcomes = run.result.jobs.map(({ outcome }) => outcome);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["errored", "passed"]);
  expect(run.out).toMatch(/HX313.*127\.0\.0\.1:1 cannot be reached/);
  await using portal = await playProvider({ page: true });
  const page = await runLive(portal);
  expect([page.exit, page.out]).toEqual([
    3,
    expect.stringMatching(/HX313.*not an answer, but text\/html: <p>Sign in/s),
  ]);
  const broken = await runLive(portal, { key: "sk-made-up\nkey" });
  expect([broken.exit, broken.out]).toEqual([2, expect.stringMatching(/HX310.*line break/s)]);
  expect(broken.out + broken.err).not.toContain("sk-made-up");
});

test("without --live nothing is sent, and without a key the run names the variable to set", async () => {
  const idle = await runForkproof(["run", "scenarios/live"], process.cwd());
  expect([idle.exit, idle.err]).toEqual([2, expect.stringContaining("add --live")]);
  const report = join(temporaryFolder(), "report.json");
  const keyless = await runForkproof(["run", "scenarios/live", "--live", "--report", report], process.cwd());
  expect([keyless.exit, keyless.out]).toEqual([2, expect.stringContaining("ANTHROPIC_API_KEY")]);
  const lone = await runForkproof(["run", "scenarios/live", "--repeat", "3"], process.cwd());
  expect([lone.exit, lone.err]).toEqual([2, expect.stringContaining("--repeat does nothing without --live")]);
});

test("a live run follows a rule file: a minimum above the parent's prefix leaves nothing to expect", async () => {
  await using provider = await playProvider({ diagnostics: null });
  const rules = join(temporaryFolder(), "rules.json");
  const models = Object.fromEntries(["claude-sonnet-4-6"].map((family) => [family, { minimumTokens: 9_000_000 }]));
  writeFileSync(rules, JSON.stringify({ anthropic: { asOf: "2026-11", source: "made up", models } }));
  const [ours, theirs] = [await runLive(provider), await runLive(provider, { options: ["--rules", rules] })];
  const expected = ({ result }: LiveRun): unknown => result.jobs[0]!.forks[0]!.expectedRatio;
  expect(expected(ours)).toBeGreaterThan(0.5);
  expect(expected(theirs)).toBe(0);
});
