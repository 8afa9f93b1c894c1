import fc from "fast-check";
import { expect, test } from "vitest";
import { findTimes } from "../../../harness/diagnosis/text/find-times.ts";
import { volatileDifference } from "../../../harness/diagnosis/text/volatile-kind.ts";

test.each([
  ["2026-11-20T09:30:00.123Z", "2026-11-20T09:31:07.001Z", "time"],
  ["Fri Nov 20 09:30:00 2026", "Sat Nov 21 10:02:11 2026", "time"],
  ["20 November 2026", "3 December 2026", "time"],
  ["9:30 AM", "11:05 PM", "time"],
  ["11/20/2026", "11/21/2026", "time"],
  ["toolu_01Ab3dE9xYz", "toolu_9QwErTy01uI", "id"],
  ["3f8a9c2", "b07d1e4", "id"],
  ["3f8a9c2b", "12345678", "id"],
  ["/srv/one/a.js", "/srv/two/a.js", "path"],
  ["~/a/one", "~/b/one", "path"],
  ["https://a.example/x", "https://b.example/x", "path"],
  ["src/a.ts", "src/b.ts", "path"],
  ["12", "1,024", "counter"],
  ["1.2.3", "1.2.4", "counter"],
  ["1 file", "2 files", "counter"],
  ["always", "never", undefined],
  ["read", "", undefined],
])("the kind of a change from %s to %s is found", (before, after, kind) => {
  expect(volatileDifference(`It is ${before} now`, `It is ${after} now`)?.kinds[0]).toBe(kind);
});

test("all kinds of several changed values are found, in a fixed order", () => {
  const [before, after] = ["In /srv/a at 9:05 with 3 files", "In /srv/b at 10:05 with 4 files"];
  expect(volatileDifference(before, after)).toEqual({ kinds: ["time", "path", "counter"], places: 1 });
});

test("a percentage after a date is not part of the date", () => {
  expect(findTimes("on 2026-11-20 45% of")).toEqual([{ start: 3, end: 13 }]);
});

test.each(["Answer may follow.", "Rule 5. So and mar are words.", "Version 0.15.10 of 2026", "Take 3 of 20"])(
  "the text %s contains no date",
  (text) => expect(findTimes(text)).toEqual([]),
);

test("the order of two texts does not matter, and equal texts have no difference", () => {
  const text = fc
    .array(fc.constantFrom("a", "bc", " ", "\n", "2026-11-20", "May", "/srv/x", "12", '"', "é", "🙂"), {
      maxLength: 25,
    })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, text, (parent, child) => {
      expect(volatileDifference(parent, parent)).toBeNull();
      expect(volatileDifference(parent, child)?.kinds).toEqual(volatileDifference(child, parent)?.kinds);
    }),
  );
});
