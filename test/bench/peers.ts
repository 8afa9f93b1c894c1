import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Another evaluation runner, installed for the bench alone. */
export type Peer = {
  readonly name: string;
  readonly packages: readonly string[];
  /** Writes as many cases as asked, each of which echoes its input after a wait. */
  readonly write: (folder: string, cases: number, waitMs: number) => void;
  readonly command: (jobs: number) => readonly string[];
  /** The end of its output once all cases have passed, if its process may abort behind that. */
  readonly passedWith?: RegExp;
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
    // Its database now and then aborts Node as that exits.
    passedWith: /Score\W.*100%[^]*Duration/,
  },
];

/** A peer in its folder. */
export type Installed = {
  readonly peer: Peer;
  readonly folder: string;
  /** Of its packages, as npm installed them. */
  readonly versions: string;
  /** Why it cannot be measured, or null. */
  readonly obstacle: string | null;
};

/** Installs a peer into a folder, and tries it. */
export function install(peer: Peer, folder: string): Installed {
  const { packages, write, command } = peer;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  const npm = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--legacy-peer-deps", ...packages], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, ...headersOfThisNode() },
  });
  const without = (obstacle: string): Installed => ({ peer, folder, versions: "", obstacle });
  if (npm.status !== 0) return without(`npm cannot install it: ${lastLine(npm.stderr)}`);
  write(folder, 1, 0);
  const [program = "", ...args] = command(1);
  const tried = runPeer(folder, program, args);
  if (!hasPassed(peer, tried))
    return without(`it does not run here: ${lastLine(tried.stderr) || lastLine(tried.stdout)}`);
  return { peer, folder, versions: versionsIn(folder, packages), obstacle: null };
}

/** Such as `0.19.0, vitest 3.2.4`: the peer's own version, and what it runs on. */
function versionsIn(folder: string, packages: readonly string[]): string {
  const [own = "", ...others] = packages.map((each) => each.slice(0, each.lastIndexOf("@")));
  const versionOf = (name: string): string => {
    const text = readFileSync(join(folder, "node_modules", name, "package.json"), "utf8");
    const { version }: { readonly version: string } = JSON.parse(text);
    return version;
  };
  return [versionOf(own), ...others.map((name) => `${name} ${versionOf(name)}`)].join(", ");
}

/** Native modules are built against the Node that runs them, which need not be the system's. */
function headersOfThisNode(): NodeJS.ProcessEnv {
  const root = dirname(dirname(realpathSync(process.execPath)));
  return existsSync(join(root, "include/node/node.h")) ? { npm_config_nodedir: root } : {};
}

export type RanPeer = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

export function hasPassed({ passedWith }: Peer, { status, stdout }: RanPeer): boolean {
  return status === 0 || passedWith?.test(stdout) === true;
}

export function runPeer(folder: string, program: string, args: readonly string[]): RanPeer {
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
    timeout: LIMIT_MS,
  });
}

/** What takes longer counts as failed. */
const LIMIT_MS = 120_000;

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
