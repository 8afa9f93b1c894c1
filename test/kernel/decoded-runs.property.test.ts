import * as fc from "fast-check";
import { expect, test } from "vitest";
import { nameAmong } from "../../harness/kernel/credentials/credential-search.ts";
import { encodedCredentials } from "../../harness/kernel/credentials/encoded-credentials.ts";
import { textReadings } from "../../harness/kernel/credentials/text-readings.ts";
import { leaks } from "../cassette/leaks.ts";

const encoded = encodedCredentials(nameAmong([]));

class Forgetful extends Map<string, string | null> {
  override get(): undefined {
    return undefined;
  }
}

/** Plain, or as base64 or hexadecimal digits hide it: many of these runs begin alike. */
const part = fc
  .tuple(
    fc.oneof(fc.constantFrom(...Object.values(leaks)), fc.string({ unit: "binary-ascii", maxLength: 60 })),
    fc.constantFrom("latin1" as const, "base64" as const, "hex" as const),
  )
  .map(([text, encoding]) => Buffer.from(`THE_KEY=${text}`, "latin1").toString(encoding));

const text = fc
  .tuple(fc.array(part, { maxLength: 6 }), fc.constantFrom(" ", "\n", '"', "/", "%20"), fc.integer({ min: 0, max: 3 }))
  .map(([parts, between, levels]) => {
    let whole = [...parts, ...parts].join(between);
    for (let level = 0; level < levels; level += 1) whole = JSON.stringify(whole);
    return whole;
  });

test("a search that knows the runs of earlier readings finds what a search without them finds", () => {
  let found = 0;
  fc.assert(
    fc.property(text, (whole) => {
      const decoded = new Map<string, string | null>();
      for (const { text: read } of textReadings(whole)) {
        const spans = [...encoded(read, decoded)];
        expect(spans).toEqual([...encoded(read, new Forgetful())]);
        found += spans.length;
      }
    }),
    { numRuns: 300 },
  );
  expect(found).toBeGreaterThan(300);
});
