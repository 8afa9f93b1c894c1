import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answeredWith } from "../../harness/diagnosis/facts/long-example.ts";
import { wires } from "../../harness/wires/list.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import type { DialectName } from "../../harness/kernel/layout.ts";
import { pricedInspection } from "../../harness/money/priced-inspection.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { inspectionTotals } from "../../harness/verdict/recording/inspection-totals.ts";
import { judgeRecording } from "../../harness/verdict/recording/judge-recording.ts";
import { wordedFor } from "../../harness/verdict/recording/turn-words.ts";
import { recordingOf } from "../diagnosis/inspect-example.ts";
import { firstRequest, providerOf } from "../support/first-request.ts";
import { wireExchange } from "../support/wire-bodies.ts";

const paragraph = "Name the file and the line of each remark, and why it matters.\n".repeat(120);
const openings = fc.record({
  system: fc
    .tuple(fc.constantFrom("", "Today is 2026-11-20.\n", "Today is 2026-11-21.\n"), fc.constantFrom("", paragraph))
    .map((parts) => `You review code.\n${parts.join("")}`),
  asks: fc.constantFrom("What is this?", "And that?", "Go on."),
  tools: fc.constantFrom(["read", "run"], ["run", "read"], ["read"], ["plan", "ask"]),
  isMarked: fc.boolean(),
});
const sent = fc.record({
  opening: openings,
  minutes: fc.option(fc.nat(30), { nil: null }),
  read: fc.option(fc.nat(3000), { nil: null }),
});

describe("notes on how conversations begin change no verdict, cause or break", () => {
  test.each(wires.map(({ name }) => name))("on %s", (wire) => {
    let differing = 0;
    const property = fc.property(fc.array(sent, { minLength: 2, maxLength: 6 }), (drawn) => {
      const recording = recordingOf(drawn.map((each, at) => exchangeOf(wire, String(at + 1), each)));
      const options = { provider: providerOf[wire] };
      const { exchanges, totals } = inspectRecording(recording, options);
      const judged = new Map([...judgeRecording(recording, options)].map((each) => [each.exchange.id, each.read]));
      for (const { id, relation, verdict, reusable, root, parent, findings, breakCost } of exchanges) {
        const read = judged.get(id) ?? null;
        expect(verdict).toBe(read?.judgement?.verdict ?? "not-comparable");
        expect(reusable).toBe(read?.judgement?.reusable ?? "unknown");
        const causes = breakCost?.causes.map((cause) => ({ ...cause, origin: null }));
        expect(breakCost && { ...breakCost, causes }).toEqual(read?.judgement?.breakCost ?? null);
        expect(findings).toEqual(wordedFor(relation, read?.findings ?? []));
        if (root === null) continue;
        differing += root.differs.length;
        expect(parent).toBeNull();
        expect(root.shared.bytes === root.shared.of.bytes).toBe(root.differs.length === 0);
        expect(root.cost === null || (root.cost.lostTokens > 0 && root.nothingLost === null)).toBe(true);
      }
      const without = exchanges.map((each) => ({ ...each, root: null }));
      const bare = inspectionTotals(without, 0);
      expect({ ...totals, roots: null }).toEqual({ ...bare, roots: null });
      const priced = pricedInspection({
        schema: "forkproof/inspection@2",
        exchanges,
        reordered: 0,
        totals,
      });
      const barePriced = pricedInspection({ ...priced, exchanges: without, totals: bare });
      expect(priced.totals.money).toEqual(barePriced.totals.money);
    });
    fc.assert(property, { numRuns: 40 });
    expect(differing).toBeGreaterThan(0);
  });
});

function exchangeOf(
  wire: DialectName,
  id: string,
  { opening, minutes, read }: typeof sent extends fc.Arbitrary<infer T> ? T : never,
): Exchange {
  const isAnswered = wire === "anthropic-messages" && read !== null;
  return {
    ...wireExchange(wire, firstRequest(wire, opening), id),
    response: isAnswered ? answeredWith({ fresh: 9, write: 0, read }) : null,
    startedAtMs: minutes === null ? null : minutes * 60_000,
    firstByteMs: 500,
  };
}
