import { describe, expect, it } from "vitest";
import type { JudgedRecording } from "../../harness/kernel/inspection/inspection.ts";
import { type Client, conversation, type Fault, markedClients, prefixClients } from "./conversation.ts";
import {
  betaFlap,
  cacheKey,
  editedOnce,
  flickeringBreakpoint,
  volatileReminder,
  clock,
  longTools,
  modelOnce,
  noBreakpoints,
  noMessageBreakpoint,
  pause,
  volatileTool,
} from "./faults.ts";
import { inspected, served } from "./world.ts";

const sonnet = named("anthropic claude-sonnet-4-5");
const TURNS = 25;

function named(name: string): Client {
  const found = [...markedClients, ...prefixClients].find((client) => client.name === name);
  if (found === undefined) throw new Error(`no client ${name}`);
  return found;
}

function bill(
  client: Client,
  faults: readonly Fault[],
): { readonly usd: number; readonly inspection: JudgedRecording } {
  const world = served(client, conversation(client, 11, { turns: TURNS, faults }));
  return { usd: world.usd, inspection: inspected(world) };
}

/** What a session costs, without a look at its causes, which takes most of the time. */
function usdOf(client: Client, faults: readonly Fault[]): number {
  return served(client, conversation(client, 11, { turns: TURNS, faults })).usd;
}

function expectWithin(said: number | undefined, true_: number, part = 0.05): void {
  expect(Math.abs((said ?? NaN) - true_), `${said} against ${true_}`).toBeLessThanOrEqual(part * Math.abs(true_));
}

describe("the break cost of a session of 25 requests is its extra cost over the same session without the fault", () => {
  const rows = (
    [
      ["anthropic claude-sonnet-4-5", noBreakpoints],
      ["anthropic claude-sonnet-4-5", noMessageBreakpoint(10)],
      ["anthropic claude-sonnet-4-5", noMessageBreakpoint(0)],
      ["anthropic claude-sonnet-4-5", flickeringBreakpoint],
      ["anthropic claude-opus-4-8", flickeringBreakpoint],
      ["anthropic claude-sonnet-4-5", betaFlap],
      ["anthropic claude-sonnet-4-5", clock],
      ["bedrock us.anthropic.claude-sonnet-4-5-20250929-v1:0", noBreakpoints],
      ["openai gpt-5.6-sol", cacheKey],
      ["openai gpt-6.1-sol", cacheKey],
    ] as const
  ).map(([client, fault]) => ({ client, fault, does: fault.name }));

  it.each(rows)("holds for $client: $does", ({ client: name, fault }) => {
    const client = named(name);
    const good = usdOf(client, []);
    const bad = bill(client, [fault]);
    expect(bad.usd).toBeGreaterThan(1.2 * good);
    expectWithin(bad.inspection.totals.avoidableUsd?.ours, bad.usd - good);
    expect(bad.inspection.totals.avoidableUsd).toMatchObject({ provider: 0, expected: 0 });
    // The ratio and the price say the same: no broken request is well.
    const broken = bad.inspection.exchanges.filter(({ findings }) => findings.some(({ role }) => role === "cause"));
    for (const { ratio, breakCost } of broken) if ((breakCost?.lostTokens ?? 0) > 0) expect(ratio?.verdict).toBe("low");
  });

  it("says what fixing each of two causes alone saves: the later cause saves nothing before the earlier one is fixed", () => {
    const bad = bill(sonnet, [longTools, volatileTool, clock]);
    const [noTool, noClock, neither] = [[clock], [volatileTool], []].map((faults) =>
      usdOf(sonnet, [longTools, ...faults]),
    );
    const alone = (code: string): number =>
      bad.inspection.exchanges
        .flatMap(({ breakCost }) => breakCost?.causes ?? [])
        .filter((cause) => cause.code === code)
        .reduce((sum, { savesUsd }) => sum + (savesUsd ?? NaN), 0);
    expectWithin(alone("CB207"), bad.usd - (noTool ?? NaN));
    expect(bad.usd - (noTool ?? NaN)).toBeGreaterThan(0.2);
    expect(alone("CB302")).toBe(0);
    expect(Math.abs(bad.usd - (noClock ?? NaN))).toBeLessThan(0.01 * bad.usd);
    expectWithin(bad.inspection.totals.avoidableUsd?.ours, bad.usd - (neither ?? NaN));
  });

  it.each(["anthropic claude-sonnet-4-5", "openai gpt-5.6-sol", "deepseek deepseek-chat"])(
    "counts the cost of what %s evicted as the provider's, not as ours",
    (name) => {
      const client = named(name);
      const sent = conversation(client, 11, { turns: TURNS, faults: [] });
      const [good, bad] = [served(client, sent), served(client, sent, "14")];
      const { totals } = inspected(bad);
      expectWithin(totals.avoidableUsd?.provider, bad.usd - good.usd);
      expect(totals.avoidableUsd).toMatchObject({ ours: 0, expected: 0 });
      expect(totals.breaks + totals.lost.unserved).toBe(1);
    },
  );

  it.each([noMessageBreakpoint(3), volatileReminder])("separates evictions by the provider from: $name", (fault) => {
    const sent = (faults: readonly Fault[]) => conversation(sonnet, 11, { turns: TURNS, faults });
    const [good, bad, evicted] = [
      served(sonnet, sent([])),
      served(sonnet, sent([fault])),
      served(sonnet, sent([fault]), "14"),
    ];
    const { totals } = inspected(evicted);
    expect(totals.breaks).toBeGreaterThan(TURNS / 2);
    expectWithin(totals.avoidableUsd?.ours, bad.usd - good.usd);
    expectWithin(totals.avoidableUsd?.provider, evicted.usd - bad.usd, 0.1);
  });

  it("counts the cost of a pause as expected even if the prefix breaks on the same request", () => {
    const good = usdOf(sonnet, []);
    const bad = bill(sonnet, [editedOnce, pause(3, 9)]);
    expect(bad.inspection.totals.avoidableUsd?.ours).toBe(0);
    expectWithin(bad.inspection.totals.avoidableUsd?.expected, bad.usd - good);
  });

  it("counts the cost of a pause as expected, not as ours", () => {
    const good = usdOf(sonnet, []);
    const bad = bill(sonnet, [pause(12, 9)]);
    expect(bad.inspection.totals.avoidableUsd?.ours).toBe(0);
    expectWithin(bad.inspection.totals.avoidableUsd?.expected, bad.usd - good);
  });

  it("counts the cost of a model switch at both requests that lose the cache: to the other model and back", () => {
    const { exchanges, totals } = bill(sonnet, [modelOnce(12, "claude-opus-4-8")]).inspection;
    const lost = exchanges.filter(({ breakCost }) => breakCost !== null).map(({ id }) => id);
    expect(lost).toEqual(["13", "14"]);
    expect(totals.avoidableUsd).toMatchObject({ ours: 0, provider: 0 });
  });
});
