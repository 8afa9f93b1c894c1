import { globSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wires } from "../../harness/wires/list.ts";
import { isOfWire } from "../../harness/wires/recognise.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import type { DialectName } from "../../harness/kernel/layout.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { withBody } from "../support/fixture-body.ts";
import { doubled, objectsIn, rewrapped, swapped } from "../support/json-objects.ts";
import { promptSpans } from "../support/prompt-members.ts";
import { groundTruthFiles, noRecordings, recordedRequests, recordingFiles } from "../support/recorded-requests.ts";
import { wireBodies, wireExchange } from "../support/wire-bodies.ts";

/** `PROPERTY_RUNS=50` looks fifty times as often. */
const TIMES = Number(process.env["PROPERTY_RUNS"] ?? 1);

const names: readonly DialectName[] = wires.map(({ name }) => name);

const files = noRecordings === null ? [...recordingFiles, ...groundTruthFiles] : globSync("fixtures/cassettes/*");

const EDITS = ["swapped", "swapped", "doubled", "rewrapped"] as const;

/** What of a verdict may be said of other bytes: rules that set members, marks or a whole tool aside. */
const SET_ASIDE = ["cache_control", "item-id-and-key-order", "deferred-tools", "string-as-text-block"];

/**
 * Changes the frame of the prompt: members of one object change places, stand twice, or their value stands in a list. Every byte of
 * the values stays, so only their surroundings show it. Returns how many were judged.
 */
function reframe(dialect: DialectName, parent: Exchange, numRuns: number): number {
  const { request } = parent;
  const objects = promptSpans(dialect, request).flatMap((span) => objectsIn(request, span));
  const inhabited = objects.filter(({ length }) => length > 0);
  let judged = 0;
  fc.assert(
    fc.property(fc.nat(inhabited.length - 1), fc.nat(), fc.nat(), fc.constantFrom(...EDITS), (which, i, j, how) => {
      const members = inhabited[which] ?? [];
      const [one, other] = [members[i % members.length], members[j % members.length]];
      fc.pre(one !== undefined && other !== undefined && (how !== "swapped" || one !== other));
      const body =
        how === "swapped"
          ? swapped(request, one, other)
          : how === "doubled"
            ? doubled(request, one)
            : rewrapped(request, one);
      fc.pre(body !== null && !body.equals(request) && recognised(dialect, parent, body));
      judged += 1;
      const { verdict, normalisations, divergence, findings } = judge({ parent, child: withBody(parent, body) });
      expect(verdict).not.toBe("byte-identical");
      if (verdict === "diverged") {
        expect(divergence).not.toBeNull();
        expect(findings.map(({ role }) => role)).toContain("cause");
      } else if (verdict === "rendered-identical") {
        expect(normalisations.some((rule) => SET_ASIDE.includes(rule))).toBe(true);
      }
    }),
    { numRuns, maxSkipsPerRun: 1_000 },
  );
  return judged;
}

function recognised(name: DialectName, { path, headers }: Exchange, body: Buffer): boolean {
  return wires.find((wire) => isOfWire(wire, { path, headers }, body))?.name === name;
}

describe.each(names)("the judge on %s", (name) => {
  it("notices a change of place or frame of any member of the prompt", () => {
    expect(reframe(name, wireExchange(name, wireBodies[name]), 300 * TIMES)).toBeGreaterThan(200 * TIMES);
  });
});

describe("the judge on real bodies", () => {
  it.each(files)("notices a changed member order in %s", (file) => {
    const requests = [...recordedRequests(file)].filter(
      ({ dialect, fidelity }) => dialect !== null && fidelity === "A",
    );
    for (const parent of new Set([requests[requests.length >> 1], requests.at(-1)])) {
      if (parent === undefined || parent.dialect === null) continue;
      expect(reframe(parent.dialect, parent, 8 * TIMES)).toBeGreaterThan(0);
    }
  });
});
