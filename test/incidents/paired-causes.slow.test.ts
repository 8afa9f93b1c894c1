import { describe, expect, it } from "vitest";
import { whatIf } from "../../harness/incidents/what-if.ts";
import type { FindingCode } from "../../harness/kernel/finding.ts";
import { pricedInspection } from "../../harness/money/priced-inspection.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { type Client, conversation, type Fault, markedClients, prefixClients } from "../break-cost/conversation.ts";
import {
  betaFlap,
  clock,
  flickeringBreakpoint,
  lengthenedTools,
  modelOnce,
  noMessageBreakpoint,
  pause,
  toolOrder,
  volatileReminder,
  volatileTool,
} from "../break-cost/faults.ts";
import { served } from "../break-cost/world.ts";
import { compaction, spacedArguments, toolServer } from "./faults.ts";

const TURNS = 12;

/** Long enough for a cache with a minimum, and short, since each pair is inspected twice. */
const tools = lengthenedTools(30);

type Injected = {
  readonly name: string;
  readonly faults: readonly Fault[];
  /** What a session with the cause fixed holds instead. */
  readonly fixed?: readonly Fault[];
  /** Empty for a compaction, which no fix removes: it shortens all requests behind it. */
  readonly codes: readonly FindingCode[];
};

/** Without an eviction: a request that reads nothing for another cause does not show whether its entry was still there. */
const all: readonly Injected[] = [
  { name: "clock", faults: [clock], codes: ["CB302", "CB301"] },
  { name: "tool order", faults: [toolOrder], codes: ["CB203"] },
  { name: "pause", faults: [pause(7, 8)], codes: ["CB701"] },
  { name: "model", faults: [modelOnce(7, "claude-sonnet-4-6")], codes: ["CB101"] },
  { name: "beta header", faults: [betaFlap], codes: ["CB105"] },
  { name: "tool server", faults: [toolServer(5)], fixed: [toolServer(0)], codes: ["CB201"] },
  { name: "tool server behind", faults: [toolServer(5, true)], fixed: [toolServer(0, true)], codes: ["CB201"] },
  { name: "breakpoint", faults: [noMessageBreakpoint(7)], codes: ["CB501"] },
  { name: "flickering breakpoint", faults: [flickeringBreakpoint], codes: ["CB501"] },
  { name: "description", faults: [volatileTool], codes: ["CB207"] },
  { name: "reminder", faults: [volatileReminder], codes: ["CB405"] },
  { name: "compaction", faults: [compaction], codes: [] },
];

const keyed: readonly Injected[] = [
  { name: "clock", faults: [clock], codes: ["CB302", "CB301"] },
  { name: "spacing", faults: [spacedArguments], codes: ["CB411"] },
  { name: "description", faults: [volatileTool], codes: ["CB207"] },
];

function session(client: Client, faults: readonly Fault[]) {
  return served(client, conversation(client, 11, { turns: TURNS, faults: [tools, ...faults] }));
}

/** What simulate --fix says that a session costs without one of its causes. */
function usdFixed({ recording }: ReturnType<typeof session>, { codes }: Injected): number {
  const fixes = (code: FindingCode): boolean => codes.includes(code);
  const { totals } = whatIf(pricedInspection(inspectRecording(recording, { fixes })), codes);
  return totals.afterUsd ?? NaN;
}

function wrongPairs(clientName: string, injected: readonly Injected[]): readonly string[] {
  const client = [...markedClients, ...prefixClients].find(({ name }) => name === clientName);
  if (client === undefined) throw new Error(`no client ${clientName}`);
  const known = new Map<string, number>();
  const usdOf = (left: Injected, fixed: Injected["fixed"] = []): number => {
    const key = [left, ...fixed].map(({ name }) => name).join();
    const usd = known.get(key) ?? session(client, [...fixed, ...left.faults]).usd;
    known.set(key, usd);
    return usd;
  };
  const wrong = (both: ReturnType<typeof session>, fixed: Injected, left: Injected): readonly string[] => {
    if (fixed.codes.length === 0) return [];
    const [said, is] = [usdFixed(both, fixed), usdOf(left, fixed.fixed)];
    return Math.abs(said - is) < 0.05 * is ? [] : [`${fixed.name} of it and ${left.name}: ${said} of ${is}`];
  };
  return injected.flatMap((first, at) =>
    injected.slice(at + 1).flatMap((second) => {
      if (first.codes[0] === second.codes[0]) return [];
      const both = session(client, [...first.faults, ...second.faults]);
      return [...wrong(both, first, second), ...wrong(both, second, first)];
    }),
  );
}

describe("simulate --fix says within 5 % what a session with two causes costs without one of them", () => {
  it("for each pair of incidents on a cache with breakpoints", () => {
    expect(wrongPairs("anthropic claude-sonnet-4-5", all)).toEqual([]);
  });

  it("for pairs that also change how arguments are written, on a cache without them", () => {
    expect(wrongPairs("openai gpt-5.6-sol", keyed)).toEqual([]);
  });
});
