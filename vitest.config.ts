import { join } from "node:path";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { LongestFirst } from "./test/support/longest-first.ts";

/** Properties over many bodies, whole recordings, and what starts many processes: they take several times as long as all others together. */
const slow = ["test/**/*.slow.test.ts", "test/**/*.property.test.ts"];

/** What measures its heap, counts its timers or has hooks in a shared module. All other files share their modules: to load them again costs each file 0.5 seconds. */
const apart = [
  "test/bench/**/*.test.ts",
  "test/blocks/**/*.test.ts",
  "test/contract/openai-sdk/pauses.test.ts",
  "test/record/forward/**/*.test.ts",
];

/** The same among slow files. */
const slowApart = [
  "test/bench/**/*.slow.test.ts",
  "test/record/forward/**/*.slow.test.ts",
  "test/src/fork/{leaks,one-copy}.slow.test.ts",
  "test/testing/process-tape.slow.test.ts",
  "test/verdict/{held-bodies,kept-per-request}.slow.test.ts",
];

/** No test measures time: this only ends what hangs, on whatever machine, and hooks start processes as tests do. */
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };
const muchPatience = { testTimeout: 1_200_000, hookTimeout: 1_200_000 };

/** Suites run the CLI as users get it, which starts in half the time of the sources. */
const builtCli = join(import.meta.dirname, "test/support/built-cli.ts");

const config: ViteUserConfig = defineConfig({
  test: {
    ...patience,
    setupFiles: ["fixed-seed", "outside-ci", "removed-folders", "equal-bytes"].map((name) =>
      join(import.meta.dirname, `test/support/${name}.ts`),
    ),
    pool: "threads",
    // By default one processor is left idle, which is half of a small machine.
    maxWorkers: "100%",
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: "unit", include: apart, exclude: slow, globalSetup: builtCli } },
      {
        extends: true,
        test: {
          name: "pure",
          include: ["test/**/*.test.ts"],
          exclude: ["test/package/**", ...slow, ...apart],
          isolate: false,
          globalSetup: builtCli,
        },
      },
      {
        extends: true,
        test: {
          name: "slow",
          include: slow,
          exclude: slowApart,
          isolate: false,
          globalSetup: builtCli,
          ...muchPatience,
        },
      },
      { extends: true, test: { name: "slow-apart", include: slowApart, globalSetup: builtCli, ...muchPatience } },
      // Packs and installs what `npm run build` made, so it asks for a built package and a registry, which may be slow.
      { extends: true, test: { name: "package", include: ["test/package/**/*.test.ts"], ...muchPatience } },
    ],
  },
});

export default config;
