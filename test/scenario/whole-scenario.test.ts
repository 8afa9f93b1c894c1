import { expect, test } from "vitest";
import { variantsOf } from "./load-text.ts";

test("one scenario may use all that a fork can ask for", () => {
  const example = `name: consolidation keeps the prefix of its parent
tags: [smoke]
parent: { source: cassettes/coding-agent, exchange: last }
fork:
  strategy: pass-through
  label: consolidation
  prompt: Sort the notes of today.
  maxTurns: 10
  filter: { allowTools: [Read, Grep] }
  tools:
    - { name: Read, input: { path: today.md }, returns: "- the ferry left" }
    - { name: Bash, fails: there is no shell }
  siblings: { count: 3, start: after-first-byte }
provider:
  mode: mock
  forkAfter: 30s
  script:
    - call: { Bash: { command: "rm -rf /" } }
    - text: Sorted.
expect:
  verdict: byte-identical
  firstTurn: { ratio: ">= 0.9", efficiency: ">= 0.95" }
  decisions:
    - { tool: Bash, input: { command: "rm -rf /" }, decision: deny }
  stop: completed
  output: [{ contains: Sorted }]
  findings: []
`;
  expect(variantsOf(example)).toMatchObject([
    {
      kind: "fork",
      fork: {
        siblings: { count: 3, start: "after-first-byte" },
        filter: [{ kind: "allow-tools", tools: ["Read", "Grep"] }],
      },
      provider: { mode: "mock", forkAfterMs: 30_000 },
      expect: { verdict: "byte-identical", firstTurn: { ratio: { comparison: ">=", value: 0.9 } }, findings: [] },
    },
  ]);
});
