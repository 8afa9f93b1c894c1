import { describe, expect, test } from "vitest";
import { allRules } from "../../harness/diagnosis/registry.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { putTogether, takeApart } from "./body-parts.ts";
import { exchangeOf } from "./judge-example.ts";
import { mutations } from "./mutations.ts";
import { besides } from "./mutations-beside.ts";
import { notMutated } from "./not-mutated.ts";
import { hasRecordings, recordedBody } from "./recorded-bodies.ts";

const bodies = hasRecordings
  ? [recordedBody("qwen-code/fork-anthropic.jsonl", "3"), recordedBody("pi/session-fork-anthropic.jsonl", "4")]
  : [];

test("a mutation of a real body produces every code that requests can show, or a list says what that would need", () => {
  const made = [...mutations, ...besides].map(({ code }) => code);
  const codes = allRules.map(({ code }): string => code).filter((code) => /^CB[1-6]/.test(code));
  expect([...new Set([...made, ...Object.keys(notMutated)])].toSorted()).toEqual(codes.toSorted());
  expect(made.filter((code) => code in notMutated)).toEqual([]);
});

describe.skipIf(!hasRecordings)("a mutation outside the prefix of a real body is found at its place", () => {
  test.each(besides.map((each) => [each.code, each] as const))("for %s", (code, mutation) => {
    const { role, mutate, provider = "anthropic", parentSent, childSent } = mutation;
    for (const body of bodies) {
      const { parent, child, pointer } = mutate(takeApart(body));
      const [parentBody, childBody] = [putTogether(parent), putTogether(child)];
      const { findings: all } = judge({
        parent: exchangeOf("parent", parentBody, parentSent),
        child: exchangeOf("child", childBody, childSent),
        provider,
      });
      // Most mutations start from a body without its breakpoints, so a finding about missing ones is ignored there.
      const isMarked = (parentBody + childBody).includes('"cache_control"');
      const findings = all.filter((finding) => isMarked || finding.code !== "CB501");
      const found = findings.filter((finding) => finding.role === role);
      // A provider without a guarantee, or one that stores nothing so short, gets an additional note.
      const told = role === "note" ? found.filter((finding) => finding.code === code) : found;
      expect(told.map((finding) => [finding.code, finding.pointer])).toEqual([[code, pointer]]);
      if (role !== "cause") expect(findings.filter((finding) => finding.role === "cause")).toEqual([]);
    }
  });
});
