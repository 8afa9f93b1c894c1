import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import lock from "../../harness/diagnosis/codes.lock.json" with { type: "json" };
import { codesWithoutRule } from "../../harness/diagnosis/codes-without-rule.ts";
import { findCode, findRule } from "../../harness/diagnosis/find-rule.ts";
import { allRules } from "../../harness/diagnosis/registry.ts";

const entries = Object.entries(lock);

test("every active code of the lock has its rule, and every rule its line in the lock", () => {
  const active = entries.filter(([, { status }]) => status === "active").map(([code, { slug }]) => `${code} ${slug}`);
  expect(active.length).toBeGreaterThan(0);
  expect(allRules.map(({ code, slug }) => `${code} ${slug}`).toSorted()).toEqual(active.toSorted());
});

test("so has every code that no rule finds, with what becomes of it", () => {
  const without = entries.filter(([, { status }]) => status === "warning" || status === "reserved");
  const locked = without.map(([code, { slug, status }]) => `${code} ${slug} ${status}`);
  expect(codesWithoutRule.map(({ code, slug, status }) => `${code} ${slug} ${status}`)).toEqual(locked);
});

test("a code is active, warned of, reserved or retired, its slug is its own, and the lock is in order", () => {
  for (const [, { status }] of entries) expect(["active", "warning", "reserved", "retired"]).toContain(status);
  expect(new Set(entries.map(([, { slug }]) => slug)).size).toBe(entries.length);
  expect(entries.map(([code]) => code)).toEqual(entries.map(([code]) => code).toSorted());
});

test.each(["CB202", "cb202", "tool-removed", "Tool-Removed", " CB202 "])("%j finds the rule", (word) => {
  expect(findRule(word)?.code).toBe("CB202");
});

test.each(["", "CB999", "tool", "CB20"])("%j finds none", (word) => {
  expect(findRule(word)).toBeNull();
  expect(findCode(word)).toBeNull();
});

test.each(["CB900", "first-turn-ratio-low", "cb803", "escape"])("%j finds a code that no rule has", (word) => {
  expect(findRule(word)).toBeNull();
  expect(findCode(word)).not.toBeNull();
});

test.each([
  ["compacted", "CB416", "history-compacted"],
  ["implicit-only", "CB904", "automatic-cache-no-guarantee"],
])("the former slug %s still finds %s, now called %s", (former, code, slug) => {
  expect(findCode(former)).toMatchObject({ code, slug });
});

const living = entries.filter(([, { status }]) => status !== "retired");

test.each(living)("%s can be explained by its code and by its slug", (code, { slug }) => {
  expect([findCode(code)?.code, findCode(slug)?.code]).toEqual([code, code]);
});

test("CODES.md names codes that exist", () => {
  const named = [...readFileSync("harness/diagnosis/CODES.md", "utf8").matchAll(/\bCB\d{3}\b/g)].map(([code]) => code);
  expect(new Set(named).size).toBeGreaterThan(30);
  expect(named.filter((code) => !entries.some(([known]) => known === code))).toEqual([]);
});
