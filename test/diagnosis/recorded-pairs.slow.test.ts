import { describe, expect, test } from "vitest";
import type { Finding } from "../../harness/kernel/finding.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { rolesOf } from "./judge-example.ts";
import { expectedPairs, hasRecordings, readRecording } from "./recorded-bodies.ts";

/** What breaks the real pairs, beyond what EXPECTED.json says in words. A pair that is not here has no cause. */
const causes: Readonly<Record<string, readonly string[]>> = {
  "qwen-code/fork-anthropic.jsonl 3 5": ["CB202 cause"],
  "qwen-code/fork-anthropic.jsonl 9 10": ["CB407 cause"],
  // The summary request asks for a shorter answer, which clamps its thinking budget.
  "qwen-code/toolsearch-compress-anthropic.jsonl 4 5": ["CB407 cause", "CB108 cause"],
  "qwen-code/toolsearch-compress-anthropic.jsonl 4 6": [
    "CB202 cause",
    "CB102 cause",
    "CB105 cause",
    "CB309 masked",
    "CB407 masked",
  ],
  "qwen-code/toolsearch-compress-anthropic.jsonl 4 7": ["CB416 cause"],
  "ai-sdk/anthropic.jsonl 3 4": ["CB208 cause"],
};

const pairs = hasRecordings ? expectedPairs() : [];

describe.skipIf(!hasRecordings)("the rules on real pairs of the Anthropic wire format", () => {
  test("see all of the pairs", () => {
    expect(pairs.length).toBeGreaterThanOrEqual(14);
    const known = new Set(pairs.map(({ file, parent, child }) => `${file} ${parent} ${child}`));
    for (const pair of Object.keys(causes)) expect(known).toContain(pair);
  });

  test.each(pairs)("give the expected causes for $file $parent $child", ({ file, parent, child, verdict }) => {
    const findings = findingsOn(file, parent, child);
    const counted = findings.filter(({ role }) => role !== "note");
    expect(rolesOf(counted)).toEqual(causes[`${file} ${parent} ${child}`] ?? []);
    if (verdict !== "break") expect(counted).toEqual([]);
  });

  test("name the fork's missing tools in the parent's order", () => {
    const [cause] = findingsOn("qwen-code/fork-anthropic.jsonl", "3", "5");
    expect(cause).toMatchObject({
      code: "CB202",
      pointer: "/tools/0",
      names: ["agent", "get_goal", "list_agents", "update_goal"],
      observed: "4 of 14 tools are missing",
      lostBytes: 84320,
    });
  });

  test("find the reminder that a resume forgot at its block", () => {
    const [cause] = findingsOn("qwen-code/fork-anthropic.jsonl", "9", "10");
    expect(cause).toMatchObject({ code: "CB407", pointer: "/messages/0/content/3", names: ["system-reminder"] });
  });

  test("report the option that streaming adds to both tools", () => {
    const [cause] = findingsOn("ai-sdk/anthropic.jsonl", "3", "4");
    expect(cause).toMatchObject({
      code: "CB208",
      names: ["read_file", "list_dir"],
      observed: "eager_input_streaming differs in 2 of 2 tools",
    });
  });
});

function findingsOn(file: string, parent: string, child: string): readonly Finding[] {
  const exchanges = readRecording(file);
  const [before, after] = [exchanges.get(parent), exchanges.get(child)];
  if (before === undefined || after === undefined) throw new Error(`${file} lacks ${parent} or ${child}`);
  return judge({ parent: before, child: after, provider: "anthropic" }).findings;
}
