import { expect, test } from "vitest";
import lock from "../../harness/diagnosis/codes.lock.json" with { type: "json" };
import { findRule } from "../../harness/diagnosis/find-rule.ts";
import { allRules } from "../../harness/diagnosis/registry.ts";

const entries = Object.entries(lock);

test("every active code of the lock has its rule, and every rule its line in the lock", () => {
  const active = entries.filter(([, { status }]) => status === "active").map(([code, { slug }]) => `${code} ${slug}`);
  expect(active.length).toBeGreaterThan(0);
  expect(allRules.map(({ code, slug }) => `${code} ${slug}`).toSorted()).toEqual(active.toSorted());
});

test("a code is active or retired, its slug is its own, and the lock is in order", () => {
  for (const [, { status }] of entries) expect(["active", "retired"]).toContain(status);
  expect(new Set(entries.map(([, { slug }]) => slug)).size).toBe(entries.length);
  expect(entries.map(([code]) => code)).toEqual(entries.map(([code]) => code).toSorted());
});

test.each(["CB202", "cb202", "tool-removed", "Tool-Removed", " CB202 "])("%j finds the rule", (word) => {
  expect(findRule(word)?.code).toBe("CB202");
});

test.each(["", "CB999", "tool", "CB20"])("%j finds none", (word) => {
  expect(findRule(word)).toBeNull();
});
