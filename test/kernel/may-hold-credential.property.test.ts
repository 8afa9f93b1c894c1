import fc from "fast-check";
import { expect, test } from "vitest";
import { credentialSpans } from "../../harness/kernel/credentials/credential-spans.ts";
import { starredOut } from "../../harness/verdict/hide-credentials.ts";
import { leaks } from "../cassette/leaks.ts";

const BLANKS = " ".repeat(2_001);
const spansIn = credentialSpans([]);

/** Halves of credentials, what stands around them, and signs that end a run. */
const part = fc.oneof(
  fc.constantFrom(...Object.values(leaks)),
  fc.tuple(fc.constantFrom(...Object.values(leaks)), fc.nat(), fc.nat(40)).map(([leak, from, length]) => {
    const start = from % leak.length;
    return leak.slice(start, start + length);
  }),
  fc.constantFrom(
    " ",
    "\n",
    '"',
    "=",
    ": ",
    "mysql -p",
    "--token ",
    "?key=",
    "password ",
    "%20",
    "\\u0073",
    "A1b2C3d4",
  ),
  fc.string({ maxLength: 12 }),
);

test("a short text is searched like the same text in a long one", () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const text = parts.join("").slice(0, 2_000);
      const long = spansIn(text + BLANKS).filter(({ start }) => start < text.length);
      expect(spansIn(text)).toEqual(long.map((span) => ({ ...span, end: Math.min(span.end, text.length) })));
      expect(starredOut(text)).toBe(starredOut(text + BLANKS).slice(0, text.length));
    }),
    { numRuns: 3_000 },
  );
});
