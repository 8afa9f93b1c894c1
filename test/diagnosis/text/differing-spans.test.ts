import fc from "fast-check";
import { expect, test } from "vitest";
import { commonEnds, differingSpans } from "../../../harness/diagnosis/text/differing-spans.ts";
import { findTimes } from "../../../harness/diagnosis/text/find-times.ts";
import { volatileKinds } from "../../../harness/diagnosis/text/volatile-kind.ts";

const text = fc
  .array(fc.constantFrom("a", "bc", " ", "\n", "2026-11-20", "/srv/x", '"', "[", "é", "🙂"), { maxLength: 25 })
  .map((parts) => parts.join(""));

test("the spans are all that differs: put in the parent's place, they make the child", () => {
  fc.assert(
    fc.property(text, text, (parent, child) => {
      let [made, done] = ["", 0];
      for (const span of differingSpans(parent, child)) {
        made += parent.slice(done, span.parent.start) + child.slice(span.child.start, span.child.end);
        done = span.parent.end;
      }
      expect(made + parent.slice(done)).toBe(child);
    }),
  );
});

test("spans are whole tokens, cores what differs in them", () => {
  const [parent, child] = ['at "2026-11-20" in /tmp/one', 'at "2026-11-21" in /tmp/two'];
  const found = differingSpans(parent, child).map((span) => [
    parent.slice(span.parent.start, span.parent.end),
    child.slice(span.childCore.start, span.childCore.end),
  ]);
  expect(found).toEqual([
    ["2026-11-20", "1"],
    ["/tmp/one", "two"],
  ]);
});

test("two ends never overlap", () => {
  expect(commonEnds("aa", "aaa")).toEqual([2, 0]);
  expect(commonEnds("abXc", "abYc")).toEqual([2, 1]);
});

test.each([
  ["2026-11-20T09:30:00.123Z", "2026-11-20T09:31:07.001Z", ["time", "counter"]],
  ["Fri Nov 20 09:30:00 2026", "Sat Nov 21 10:02:11 2026", ["time"]],
  ["20 November 2026", "3 December 2026", ["time"]],
  ["9:30 AM", "11:05 PM", ["time"]],
  ["11/20/2026", "11/21/2026", ["time", "path", "counter"]],
  ["toolu_01Ab3dE9xYz", "toolu_9QwErTy01uI", ["id"]],
  ["3f8a9c2", "b07d1e4", ["id"]],
  ["/srv/one/a.js", "/srv/two/a.js", ["path"]],
  ["~/a/one", "~/b/one", ["path"]],
  ["https://a.example/x", "https://b.example/x", ["path"]],
  ["src/a.ts", "src/b.ts", ["path"]],
  ["12", "1,024", ["counter"]],
  ["1.2.3", "1.2.4", ["counter"]],
  ["always", "never", []],
  ["read", "", []],
])("%s and %s", (before, after, kinds) => {
  const [parent, child] = [`It is ${before} now`, `It is ${after} now`];
  const found = differingSpans(parent, child).map((span) => volatileKinds(parent, child, span));
  for (const kind of kinds) for (const span of found) expect(span).toContain(kind);
  expect(found.length).toBeGreaterThan(0);
  if (kinds.length === 0) expect(found.flat()).toEqual([]);
});

test("a percentage behind a date is no part of it", () => {
  expect(findTimes("on 2026-11-20 45% of")).toEqual([expect.objectContaining({ start: 3, end: 13 })]);
});
