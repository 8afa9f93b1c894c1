import { exampleAgent } from "./example-agent.ts";
import type { AgentKind } from "./find-agent.ts";

/** A file to write, by its path from the working folder. */
export type NewFile = { readonly path: string; readonly text: string };

/** A fork that keeps its prefix, one that does not, and a workflow that runs both. */
export function exampleFiles(kind: AgentKind): readonly NewFile[] {
  return [
    { path: "scenarios/example-agent.mjs", text: exampleAgent(kind) },
    { path: PASSING, text: scenario(passing) },
    { path: FAILING, text: scenario(failing) },
    { path: ".github/workflows/forkproof.yml", text: WORKFLOW },
  ];
}

export const PASSING = "scenarios/example-fork.yaml";
export const FAILING = "scenarios/example-broken-fork.yaml";

/** Names the schema for editors, which complete keys by it. */
export const SCHEMA_LINE = "# yaml-language-server: $schema=../node_modules/forkproof/schemas/scenario.schema.json";

type Example = { readonly comment: string; readonly name: string; readonly command: string };

const passing: Example = {
  comment: "# The fork sends its parent's prefix unchanged: this scenario passes.",
  name: "the example fork keeps its parent's prefix",
  command: "[node, example-agent.mjs]",
};

const failing: Example = {
  comment: `# The fork hides one of its parent's tools: this scenario fails with CB202. Delete it when you have seen the explanation.`,
  name: "the example fork hides a tool",
  command: "[node, example-agent.mjs, --hide-tool]",
};

function scenario({ comment, name, command }: Example): string {
  return `${SCHEMA_LINE}
${comment}
name: ${name}
fork:
  command: ${command}
  prompt: Read the notes and report which ones still hold.
provider:
  script:
    parent: [{ text: We have two notes. }]
    fork: [{ text: Both notes hold. }]
expect:
  firstTurn: { ratio: ">= 0.9" }
  output: [{ contains: Both notes hold }]
`;
}

const WORKFLOW = `name: forkproof
on: pull_request
jobs:
  forkproof:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 24 }
      - run: npm ci
      - run: npx forkproof run
      - uses: actions/upload-artifact@v4
        if: always()
        with: { name: forkproof, path: reports }
`;
