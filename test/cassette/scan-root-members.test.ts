import fc from "fast-check";
import { expect, test } from "vitest";

import { scanRootMembers } from "../../harness/cassette/lines/scan-root-members.ts";

function membersOf(bytes: Buffer): {
  readonly whole: boolean;
  readonly members: readonly (readonly [string, string])[];
} {
  const members: (readonly [string, string])[] = [];
  const whole = scanRootMembers(bytes, (keyStart, keyEnd, valueStart, valueEnd) => {
    members.push([bytes.toString("utf8", keyStart, keyEnd), bytes.toString("utf8", valueStart, valueEnd)]);
    return false;
  });
  return { whole, members };
}

const objects = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue(), { noNullPrototype: true });

test("the member scanner finds the same members as JSON.parse, in compact and spaced text and after a byte order mark", () => {
  fc.assert(
    fc.property(objects, fc.constantFrom(0, 1, "\t"), fc.constantFrom("", "\ufeff"), (object, indent, mark) => {
      const { whole, members } = membersOf(Buffer.from(mark + JSON.stringify(object, null, indent)));
      expect(whole).toBe(true);
      const parsed = members.map(([key, value]) => [JSON.parse(key), JSON.parse(value)]);
      expect(parsed).toEqual(Object.entries(JSON.parse(JSON.stringify(object))));
    }),
  );
});

test("the member scanner reports an object that is cut off as incomplete", () => {
  fc.assert(
    fc.property(objects, fc.nat(), (object, at) => {
      const bytes = Buffer.from(JSON.stringify(object));
      expect(membersOf(bytes.subarray(0, at % bytes.length)).whole).toBe(false);
    }),
  );
});

test("the member scanner ends on any bytes", () => {
  const shards = fc.constantFrom("{", "}", "[", "]", '"', "\\", ",", ":", " ", "1", "null", "\0", '"a":');
  fc.assert(
    fc.property(fc.array(shards, { maxLength: 40 }), (parts) => {
      const { members } = membersOf(Buffer.from(`{${parts.join("")}`));
      expect(members.length).toBeLessThanOrEqual(parts.length);
    }),
    { numRuns: 2000 },
  );
});

test("the member scanner stops when the visitor asks it to", () => {
  const seen: number[] = [];
  const bytes = Buffer.from('{"a":1,"b":broken');
  expect(scanRootMembers(bytes, (keyStart) => seen.push(keyStart) === 1)).toBe(true);
  expect(seen).toEqual([1]);
});
