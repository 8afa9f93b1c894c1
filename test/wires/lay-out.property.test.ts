import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutOut } from "../../harness/compare/pieces.ts";
import { wires } from "../../harness/wires/list.ts";
import type { Layout } from "../../harness/kernel/layout.ts";
import { noRecordings, recordedRequests, recordingFiles } from "../support/recorded-requests.ts";
import { wirePair } from "../support/wire-json.ts";

describe.each(wires)("any body on $name", ({ name, parseLayout: lay }) => {
  it("is laid out without failing, and each block without its breakpoints is JSON", () => {
    let blocks = 0;
    fc.assert(
      fc.property(wirePair, ({ left }) => {
        const layout = lay(Buffer.from(left));
        for (const block of layout.units) {
          if (block.unit === "envelope") continue;
          blocks += 1;
          const raw = cutOut(
            [block.span],
            block.marks.map(({ excision }) => excision),
          )
            .map(({ start, end }) => layout.body.toString("utf8", start, end))
            .join("");
          expect(() => JSON.parse(raw.includes(":") && raw.startsWith('"') ? asObject(raw) : raw)).not.toThrow();
        }
      }),
      { numRuns: 300 },
    );
    expect(blocks).toBeGreaterThan(100);
  });

  it("is laid out the same after any other body, of any wire format", () => {
    fc.assert(
      fc.property(wirePair, fc.constantFrom(...wires), ({ left, right }, other) => {
        const [parent, child] = [Buffer.from(left), Buffer.from(right)];
        expect(lay(child, lay(parent))).toEqual(lay(child));
        expect(lay(child, other.parseLayout(child))).toEqual(lay(child));
      }),
      { numRuns: 300 },
    );
  });

  it.skipIf(noRecordings !== null)("is laid out the same after the previous request of a real client", () => {
    let compared = 0;
    for (const file of recordingFiles) {
      let last: Layout | undefined;
      for (const exchange of recordedRequests(file)) {
        if (exchange.dialect !== name) continue;
        const layout = lay(exchange.request);
        expect(lay(exchange.request, last)).toEqual(layout);
        last = layout;
        compared += 1;
      }
    }
    if (name !== "bedrock-converse") expect(compared).toBeGreaterThan(10);
  });
});

/** A string block is JSON by itself; a tool that stands as a member (Gemini) is one inside braces. */
function asObject(raw: string): string {
  try {
    JSON.parse(raw);
    return raw;
  } catch {
    return `{${raw}}`;
  }
}
