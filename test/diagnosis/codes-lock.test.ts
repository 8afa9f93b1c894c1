import { expect, test } from "vitest";
import { codesLock } from "../../harness/kernel/codes-lock.ts";
import { codesWithoutRule } from "../../harness/diagnosis/codes-without-rule.ts";
import { findCode, findRule } from "../../harness/diagnosis/find-rule.ts";
import { allRules } from "../../harness/diagnosis/registry.ts";

const entries = Object.entries<{ readonly slug: string; readonly status: string }>(codesLock);

test("every active code of the lock has its rule, and every rule has its line in the lock", () => {
  const active = entries.filter(([, { status }]) => status === "active").map(([code, { slug }]) => `${code} ${slug}`);
  expect(active.length).toBeGreaterThan(0);
  expect(allRules.map(({ code, slug }) => `${code} ${slug}`).toSorted()).toEqual(active.toSorted());
});

test("every code without a rule has its line in the lock, with its status", () => {
  const without = entries.filter(([, { status }]) => status === "warning" || status === "reserved");
  const locked = without.map(([code, { slug, status }]) => `${code} ${slug} ${status}`);
  expect(codesWithoutRule.map(({ code, slug, status }) => `${code} ${slug} ${status}`)).toEqual(locked);
});

test("a code is active, a warning, reserved or retired, its slug is unique, and the lock is in order", () => {
  for (const [, { status }] of entries) expect(["active", "warning", "reserved", "retired"]).toContain(status);
  expect(new Set(entries.map(([, { slug }]) => slug)).size).toBe(entries.length);
  expect(entries.map(([code]) => code)).toEqual(entries.map(([code]) => code).toSorted());
});

test.each(["CB202", "cb202", "tool-removed", "Tool-Removed", " CB202 "])("the word %j finds the rule", (word) => {
  expect(findRule(word)?.code).toBe("CB202");
});

test.each(["", "CB999", "tool", "CB20"])("the word %j finds no rule", (word) => {
  expect(findRule(word)).toBeNull();
  expect(findCode(word)).toBeNull();
});

test.each(["CB900", "first-turn-ratio-low", "cb803", "escape"])("the word %j finds a code without a rule", (word) => {
  expect(findRule(word)).toBeNull();
  expect(findCode(word)).not.toBeNull();
});

test.each([
  ["compacted", "CB416", "history-compacted"],
  ["implicit-only", "CB904", "automatic-cache-no-guarantee"],
])("the former slug %s still finds %s, now called %s", (former, code, slug) => {
  expect(findCode(former)).toMatchObject({ code, slug });
});
