import fc from "fast-check";
import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compareLayouts } from "../../harness/compare/compare-layouts.ts";
import { diagnosePrefix } from "../../harness/diagnosis/diagnose.ts";
import { type Evidence, gatherEvidence } from "../../harness/diagnosis/evidence.ts";
import { orderRules } from "../../harness/diagnosis/order-rules.ts";
import { rules } from "../../harness/diagnosis/registry.ts";
import type { Rule } from "../../harness/diagnosis/rule.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import { readRequest } from "../../harness/verdict/read-request.ts";
import { resolveSharedEnd } from "../../harness/verdict/resolve-shared-end.ts";
import { exchangeOf } from "./judge-example.ts";

/** Requests of one agent, each changed in another way: two of them differ in several ways at once. */
const recorded = globSync("fixtures/cassettes/breaks-of-{tools,system,messages}/*.request.json")
  .toSorted()
  .map((file) => exchangeOf(file, readFileSync(file)))
  .filter((exchange) => readRequest(exchange)?.dialect.name === "anthropic-messages");

const causes = rules.filter(({ weight }) => weight === "cause");
const examples = causes.map(({ example }) =>
  evidenceOf(exchangeOf("1", example.parent), exchangeOf("2", example.broken)),
);

const anyEvidence = fc.oneof(
  fc.constantFrom(...examples),
  fc
    .tuple(fc.constantFrom(...recorded), fc.constantFrom(...recorded))
    .map(([parent, child]) => evidenceOf(parent, child)),
);
const anyOrder = fc.array(fc.nat(), { minLength: causes.length, maxLength: causes.length }).map(orderBy);

describe("the order of rules", () => {
  test("any order that keeps the declarations finds the same", () => {
    fc.assert(
      fc.property(anyEvidence, anyOrder, (evidence, order) => {
        expect(diagnosePrefix(evidence, order)).toEqual(diagnosePrefix(evidence));
      }),
      { numRuns: 1_000 },
    );
  });

  test("an order that breaks the declarations finds something else", () => {
    const reversed = causes.toReversed();
    const differing = examples.filter((evidence) => codesIn(evidence, reversed) !== codesIn(evidence, causes));
    expect(differing.length).toBeGreaterThan(examples.length / 2);
  });

  test("a circle of declarations is an error, and so is a declaration that names no cause", () => {
    const [first, second] = causes;
    const before = (rule: Rule | undefined, code: Rule["code"]): Rule => ({ ...rule!, before: [code] });
    expect(() => orderRules([before(first, second!.code), before(second, first!.code)])).toThrow("in a circle");
    expect(() => orderRules([before(first, "CB101"), ...rules])).toThrow("which explains no changes");
  });

  test("the order of the list means nothing", () => {
    expect(orderRules(rules.toReversed())).toEqual(rules);
  });
});

function codesIn(evidence: Evidence, order: readonly Rule[]): string {
  return diagnosePrefix(evidence, order)
    .map(({ code }) => code)
    .join(" ");
}

function evidenceOf(parent: Exchange, child: Exchange): Evidence {
  const left = readRequest(parent);
  const right = left === null ? null : readRequest(child, left);
  if (left === null || right === null) throw new Error("not a request");
  const comparison = compareLayouts(left.layout, right.layout, resolveSharedEnd(left.layout, null));
  return gatherEvidence(comparison, "anthropic", parent, child);
}

/** Draws, time and again, one of the rules that nothing left must precede. */
function orderBy(draws: readonly number[]): readonly Rule[] {
  let waiting: readonly Rule[] = causes;
  return draws.map((draw) => {
    const free = waiting.filter(({ code }) => !waiting.some(({ before }) => before?.includes(code)));
    const next = free[draw % free.length]!;
    waiting = waiting.filter((rule) => rule !== next);
    return next;
  });
}
