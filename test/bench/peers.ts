import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Another evaluation runner, installed for the bench alone. */
export type Peer = {
  readonly name: string;
  readonly packages: readonly string[];
  /** Writes as many cases as asked, each of which echoes its input after a wait. */
  readonly write: (folder: string, cases: number, waitMs: number) => void;
  readonly command: (jobs: number) => readonly string[];
};

const wait = (waitMs: number): string =>
  waitMs === 0 ? "" : `await new Promise((done) => setTimeout(done, ${waitMs}));`;

export const peers: readonly Peer[] = [
  {
    name: "promptfoo",
    packages: ["promptfoo@0.123.1"],
    write: (folder, cases, waitMs) => {
      const tests = Array.from({ length: cases }, (_, index) => ({
        vars: { q: `question ${index}` },
        assert: [{ type: "contains", value: "question" }],
      }));
      writeFileSync(join(folder, "tests.json"), JSON.stringify(tests));
      const config = { providers: ["file://echo.mjs"], prompts: ["{{q}}"], tests: "file://tests.json" };
      writeFileSync(join(folder, "promptfooconfig.json"), JSON.stringify(config));
      writeFileSync(
        join(folder, "echo.mjs"),
        `export default class { id() { return "echo"; } async callApi(prompt) { ${wait(waitMs)} return { output: prompt }; } }`,
      );
    },
    command: (jobs) => [
      "promptfoo",
      "eval",
      "-c",
      "promptfooconfig.json",
      "--no-cache",
      "--no-table",
      "--no-write",
      "-j",
      String(jobs),
    ],
  },
  {
    name: "vitest-evals",
    packages: ["vitest-evals@0.16.1", "vitest@4", "ai@6", "zod@4", "tinyrainbow@3"],
    write: (folder, cases, waitMs) => {
      writeFileSync(
        join(folder, "echo.test.js"),
        `import { createHarness, describeEval } from "vitest-evals";
import { expect } from "vitest";
const harness = createHarness({ name: "echo", run: async ({ input }) => {
  ${wait(waitMs)}
  return { output: input, events: [{ type: "message", role: "assistant", content: input }] };
} });
const cases = Array.from({ length: ${cases} }, (_, index) => ({ name: "case " + index, input: "question " + index }));
describeEval("echo", { harness }, (it) => {
  it.for(cases)("$name", async ({ input }, { run }) => expect((await run(input)).output).toContain("question"));
});`,
      );
    },
    command: (jobs) => ["vitest", "run", "--sequence.concurrent", "--maxConcurrency", String(jobs)],
  },
  {
    name: "evalite",
    packages: ["evalite@0.19.0", "vitest@3"],
    write: (folder, cases, waitMs) => {
      writeFileSync(
        join(folder, "echo.eval.ts"),
        `import { evalite } from "evalite";
evalite("echo", {
  data: async () => Array.from({ length: ${cases} }, (_, index) => ({ input: "question " + index })),
  task: async (input: string) => { ${wait(waitMs)} return input; },
  scorers: [{ name: "contains", scorer: ({ output }) => (output.includes("question") ? 1 : 0) }],
});`,
      );
    },
    command: () => ["evalite", "run"],
  },
];

/** Installs a peer into a folder; why it cannot be measured, or null. */
export function install({ packages, write, command }: Peer, folder: string): string | null {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  const npm = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--legacy-peer-deps", ...packages], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, ...headersOfThisNode() },
  });
  if (npm.status !== 0) return `npm cannot install it: ${lastLine(npm.stderr)}`;
  write(folder, 1, 0);
  const [program = "", ...args] = command(1);
  const tried = runPeer(folder, program, args);
  return tried.status === 0 ? null : `it does not run here: ${lastLine(tried.stderr) || lastLine(tried.stdout)}`;
}

/** Native modules are built against the Node that runs them, which need not be the system's. */
function headersOfThisNode(): NodeJS.ProcessEnv {
  const root = dirname(dirname(realpathSync(process.execPath)));
  return existsSync(join(root, "include/node/node.h")) ? { npm_config_nodedir: root } : {};
}

export function runPeer(
  folder: string,
  program: string,
  args: readonly string[],
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const env = {
    ...process.env,
    PROMPTFOO_DISABLE_TELEMETRY: "1",
    PROMPTFOO_DISABLE_UPDATE: "1",
    PROMPTFOO_CONFIG_DIR: join(folder, ".promptfoo"),
  };
  return spawnSync(join(folder, "node_modules/.bin", program), args, {
    cwd: folder,
    encoding: "utf8",
    env,
    maxBuffer: 256 * 2 ** 20,
  });
}

function lastLine(text: string): string {
  return (
    text
      .trim()
      .split("\n")
      .findLast((line) => /error|cannot|fail/i.test(line))
      ?.trim()
      .slice(0, 120) ?? ""
  );
}
