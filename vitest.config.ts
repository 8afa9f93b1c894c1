import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { LongestFirst } from "./test/support/longest-first.ts";

/** Properties over many bodies, whole recordings, and what starts many processes: they take several times as long as all others together. */
const slow = ["test/**/*.slow.test.ts", "test/**/*.property.test.ts"];

/** Suites that change nothing which another file could see, so that files share their modules: to load them again costs each file 0.3 seconds. */
const pure = [
  "cache-model",
  "checks",
  "compare",
  "diagnosis",
  "wires",
  "kernel",
  "lineage",
  "money",
  "report",
  "wire-scan",
  "scenario",
  "simulate",
  "mock",
  "cassette",
  "providers",
  "import",
  "verdict",
  "src",
  "architecture",
  "baseline",
  "behaviour",
  "builds",
  "cli",
  "gate",
  "language",
  "mutants",
  "queue",
  "replay",
  "run",
  "sources",
].map((folder) => `test/${folder}/**/*.test.ts`);

/** No test measures time: this only ends what hangs, on whatever machine, and hooks start processes as tests do. */
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

/** Suites run the CLI as users get it, which starts in half the time of the sources. */
const builtCli = join(import.meta.dirname, "test/support/built-cli.ts");

/**
 * One worker more than processors: a test of these suites mostly waits for processes, servers and clocks. Vitest cuts a percentage at 100, and asks
 * for a group of its own where projects differ in this number.
 */
const oneMore = availableParallelism() + 1;

const config: ViteUserConfig = defineConfig({
  test: {
    ...patience,
    setupFiles: ["fixed-seed", "outside-ci", "removed-folders"].map((name) =>
      join(import.meta.dirname, `test/support/${name}.ts`),
    ),
    pool: "threads",
    // By default one processor is left idle, which is half of a small machine.
    maxWorkers: "100%",
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/package/**", ...slow, ...pure],
          globalSetup: builtCli,
        },
      },
      { extends: true, test: { name: "pure", include: pure, exclude: slow, isolate: false, globalSetup: builtCli } },
      {
        extends: true,
        test: {
          name: "slow",
          include: slow,
          globalSetup: builtCli,
          maxWorkers: oneMore,
          sequence: { groupOrder: 1 },
          testTimeout: 1_200_000,
          hookTimeout: 1_200_000,
        },
      },
      // Packs and installs what `npm run build` made, so it asks for a built package and a registry.
      { extends: true, test: { name: "package", include: ["test/package/**/*.test.ts"] } },
    ],
  },
});

export default config;
