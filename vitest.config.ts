import { join } from "node:path";
import { defineConfig, type ViteUserConfig } from "vitest/config";

/** Properties over many bodies, whole recordings, and what starts many processes: they take several times as long as all others together. */
const slow = ["test/**/*.slow.test.ts", "test/**/*.property.test.ts"];

/** Suites of functions alone: they touch nothing that another file could see, so they share their modules. */
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
].map((folder) => `test/${folder}/**/*.test.ts`);

/** No test measures time: this only ends what hangs, on whatever machine, and hooks start processes as tests do. */
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

/** Suites run the CLI as users get it, which starts in half the time of the sources. */
const builtCli = join(import.meta.dirname, "test/support/built-cli.ts");

const config: ViteUserConfig = defineConfig({
  test: {
    ...patience,
    setupFiles: ["fixed-seed", "outside-ci", "removed-folders"].map((name) =>
      join(import.meta.dirname, `test/support/${name}.ts`),
    ),
    pool: "threads",
    // By default one processor is left idle, which is half of a small machine.
    maxWorkers: "100%",
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
          // Many of them wait for processes, servers and disks: a third worker takes the time that two leave.
          maxWorkers: "150%",
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
