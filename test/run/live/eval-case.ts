import { resolve } from "node:path";

/** A scenario of evaluated prompts: a job for each prompt and row. */
export function evalCase(matrix: Readonly<Record<string, readonly string[]>>, more: object = {}): object {
  return {
    name: "evals",
    matrix,
    parent: { source: resolve("fixtures/cassettes/coding-agent"), exchange: "parent" },
    fork: {
      strategy: "pass-through",
      prompt: Object.keys(matrix)
        .map((axis) => `\${${axis}}`)
        .join(", "),
      maxTurns: 1,
    },
    provider: { mode: "live" },
    expect: { output: [{ contains: "good" }] },
    ...more,
  };
}
