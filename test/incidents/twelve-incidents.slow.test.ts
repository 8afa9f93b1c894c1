import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Inspection } from "../../harness/kernel/inspection/inspection.ts";
import { type Client, conversation, type Fault, markedClients, prefixClients } from "../break-cost/conversation.ts";
import {
  betaFlap,
  clock,
  longTools,
  modelOnce,
  noMessageBreakpoint,
  pause,
  toolOrder,
  volatileTool,
} from "../break-cost/faults.ts";
import { served } from "../break-cost/world.ts";
import { type Printed, runForkproof } from "../cli/run-forkproof.ts";
import { compaction, spacedArguments, toolServer } from "./faults.ts";
import { forkproofHere } from "./inspect-here.ts";
import { interleavedLog } from "./interleaved-log.ts";
import { writeLog } from "./write-log.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "forkproof-incidents-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** More than a tree of requests shows. */
const TURNS = 22;
const SCREEN = 45;

/** The CLI in a process of its own, as a user runs it, or the same command in this process. */
type Way = "as a user" | "here";

type Row = {
  readonly client: string;
  readonly faults: readonly Fault[];
  /** Not a fault, and in the clean session as well; the faults come after it. */
  readonly base?: readonly Fault[];
  /** The clean session, if it is not the one without the faults. */
  readonly clean?: readonly Fault[];
  readonly evictedAt?: string;
  readonly code: string;
  readonly origin: string;
  /** A shorter history costs less than the whole one. */
  readonly isCheaper?: true;
  readonly way?: Way;
};

const sonnet = "anthropic claude-sonnet-4-5";
const rows: readonly Row[] = [
  { client: sonnet, faults: [clock], code: "CB302", origin: "ours", way: "as a user" },
  { client: sonnet, faults: [toolOrder], base: [longTools], code: "CB203", origin: "ours" },
  { client: sonnet, faults: [pause(10, 8)], code: "CB701", origin: "expected" },
  { client: sonnet, faults: [modelOnce(10, "claude-sonnet-4-6")], code: "CB101", origin: "expected" },
  { client: sonnet, faults: [betaFlap], code: "CB105", origin: "ours" },
  { client: "openai gpt-5.6-sol", faults: [spacedArguments], code: "CB411", origin: "ours" },
  { client: sonnet, faults: [toolServer(5)], clean: [toolServer(0)], code: "CB201", origin: "ours" },
  { client: sonnet, faults: [toolServer(5, true)], clean: [toolServer(0, true)], code: "CB201", origin: "ours" },
  { client: sonnet, faults: [noMessageBreakpoint(10)], code: "CB501", origin: "ours" },
  { client: sonnet, faults: [], evictedAt: "12", code: "CB901", origin: "provider" },
  { client: sonnet, faults: [compaction], code: "CB416", origin: "expected", isCheaper: true },
];

describe("one incident in a session of 22 requests is the first line of inspect", () => {
  it.each(rows.map((row) => ({ ...row, fault: row.faults[0]?.name ?? "a provider that evicts" })))(
    "$fault shows itself as $code",
    async ({
      client,
      faults,
      base = [],
      clean: cleanFaults = base,
      evictedAt,
      code,
      origin,
      isCheaper,
      way = "here",
    }) => {
      const clean = session(named(client), cleanFaults, null);
      const broken = session(named(client), [...base, ...faults], evictedAt ?? null);
      const { inspection, printed } = await inspected(broken.log, way);
      const [first] = inspection.incidents;
      expect(first).toMatchObject({ rank: 1, origin, conversations: 1 });
      expect(first?.codes[0]).toBe(code);
      if (isCheaper !== true) {
        const extra = broken.usd - clean.usd;
        expect(Math.abs((first?.cost.usd ?? NaN) - extra), `${first?.cost.usd} of ${extra}`).toBeLessThan(0.05 * extra);
        expect(first?.share).toBeGreaterThan(0.9);
      }
      const { avoidableUsd, idleUsd } = inspection.totals;
      expect(idleUsd).toBe(code === "CB701" ? avoidableUsd?.expected : 0);
      expect(printed.split("\n").length).toBeLessThanOrEqual(SCREEN);
      expect(Math.max(...printed.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(80);
    },
  );

  it("names the first differing character of the first bad request, and shows the costs of a pause apart from the others", async () => {
    const { log } = session(named(sonnet), [modelOnce(6, "claude-sonnet-4-6"), pause(12, 8), from(17, clock)], null);
    const { inspection, printed } = await inspected(log, "as a user");
    const first = inspection.incidents.find(({ codes }) => codes.includes("CB302"));
    const [before = [], after = []] = [first?.firstBadParent, first?.firstBad].map((id) =>
      Array.from(systemText(log, id ?? "")),
    );
    const character = after.findIndex((each, at) => each !== before[at]) + 1;
    expect(first).toMatchObject({ place: "/system/0", at: "/system/0/text", character });
    expect(printed).toContain(`at         /system/0, character ${character.toLocaleString("en-US")}\n`);
    const { avoidableUsd, idleUsd } = inspection.totals;
    expect(idleUsd).toBeGreaterThan(0);
    expect(avoidableUsd?.expected).toBeGreaterThan(idleUsd ?? Infinity);
    expect(printed.replaceAll(/\s+/g, " ")).toMatch(
      /; avoidable \$[\d.]+: ours \$[\d.]+, the provider's \$0, idle \$[\d.]+, other expected \$[\d.]+/,
    );
  });

  it("finds two causes of which one masks the other, and the first to fix is first", async () => {
    const clean = session(named(sonnet), [longTools], null);
    const broken = session(named(sonnet), [longTools, volatileTool, clock], null);
    const { inspection, printed } = await inspected(broken.log, "here");
    expect(inspection.incidents.map(({ codes, maskedIn }) => [...codes, maskedIn])).toEqual([
      ["CB207", 0],
      ["CB302", TURNS - 1],
    ]);
    const [, masked] = inspection.incidents;
    expect(masked?.now).toContain("time: ");
    expect(masked?.was).not.toBe(masked?.now);
    const cost = inspection.incidents.reduce((sum, { cost: { usd } }) => sum + (usd ?? NaN), 0);
    const extra = broken.usd - clean.usd;
    expect(Math.abs(cost - extra)).toBeLessThan(0.05 * extra);
    expect(printed.split("\n").length).toBeLessThanOrEqual(SCREEN);
  });

  it("finds the clock of one of two interleaved sessions in that session alone", async () => {
    const [clean, broken] = [interleavedLog([], 2), interleavedLog([clock], 2)];
    const log = join(folder, "two.jsonl");
    writeLog(log, broken.exchanges);
    const { inspection, printed } = await inspected(log, "here");
    const [first, ...others] = inspection.incidents;
    expect(first).toMatchObject({ rank: 1, origin: "ours", conversations: 1, place: "/system/0" });
    expect(first?.codes[0]).toBe("CB302");
    expect(others).toEqual([]);
    const extra = broken.usd - clean.usd;
    expect(Math.abs((first?.cost.usd ?? NaN) - extra), `${first?.cost.usd} of ${extra}`).toBeLessThan(0.05 * extra);
    expect(printed.split("\n").length).toBeLessThanOrEqual(SCREEN);
  });

  it("counts the conversations of a time span, and names the last good request before it", async () => {
    const log = join(folder, "span.jsonl");
    writeLog(log, interleavedLog([from(7, clock)], 2).exchanges);
    const [incident] = (await inspected(log, "here")).inspection.incidents;
    const { out } = await forkproofHere(["inspect", log, "--json", "--since", incident?.from ?? ""]);
    const { incidents, totals } = JSON.parse(out) as Inspection;
    expect(incidents[0]?.lastGood).toBe(incident?.lastGood);
    expect(incidents[0]?.lastGood).not.toBeNull();
    expect(incidents[0]?.conversations).toBeLessThanOrEqual(totals.conversations);
  });

  it("finds nothing in the clean session, and says how many requests it compared", async () => {
    const { inspection, printed } = await inspected(session(named(sonnet), [], null).log, "as a user");
    expect(inspection.incidents).toEqual([]);
    expect(printed).toContain(`no incidents in ${TURNS - 1} compared requests`);
    expect(printed.split("\n").length).toBeLessThanOrEqual(SCREEN);
  });
});

function from(first: number, { name, apply }: Fault): Fault {
  return { name: `late: ${name}`, apply: (draft) => (draft.turn < first ? undefined : apply(draft)) };
}

function session(client: Client, faults: readonly Fault[], evictedAt: string | null): { usd: number; log: string } {
  const { recording, usd } = served(client, conversation(client, 11, { turns: TURNS, faults }), evictedAt);
  const log = join(folder, "log.jsonl");
  writeLog(
    log,
    recording.ids.map((id) => recording.load(id)),
  );
  return { usd, log };
}

async function inspected(
  log: string,
  way: Way,
): Promise<{ readonly inspection: Inspection; readonly printed: string }> {
  const run = (args: readonly string[]): Promise<Printed> =>
    way === "here" ? forkproofHere(args) : runForkproof(args, folder, { COLUMNS: "80" });
  const [json, text] = [await run(["inspect", log, "--json"]), await run(["inspect", log])];
  expect([json.exit, text.exit]).toEqual([0, 0]);
  return { inspection: JSON.parse(json.out) as Inspection, printed: text.out };
}

/** Of the request on line `id`. */
function systemText(log: string, id: string): string {
  const line = JSON.parse(readFileSync(log, "utf8").split("\n")[Number(id) - 1] ?? "") as { readonly body: string };
  const { system } = JSON.parse(line.body) as { readonly system: readonly { readonly text: string }[] };
  return system[0]?.text ?? "";
}

function named(name: string): Client {
  const found = [...markedClients, ...prefixClients].find((client) => client.name === name);
  if (found === undefined) throw new Error(`no client ${name}`);
  return found;
}
