import { join } from "node:path";
import { defineConfig, type ViteUserConfig } from "vitest/config";

/** Properties over many bodies, whole recordings, and what starts many processes: they take as long as all others together. */
const thorough = [
  "test/**/*.property.test.ts",
  "test/agents/python-agent.test.ts",
  "test/break-cost/priced-sessions.test.ts",
  "test/cache-model/invariants.test.ts",
  "test/cassette/cassette-yaml.test.ts",
  "test/cassette/real-recordings.test.ts",
  "test/cassette/with-whole-requests.test.ts",
  "test/cassette/write-cassette.test.ts",
  "test/cli/agent-as-a-tool.test.ts",
  "test/cli/bad-input.test.ts",
  "test/cli/control-characters.test.ts",
  "test/cli/exit-codes.test.ts",
  "test/cli/fail-on-break.test.ts",
  "test/cli/failed-output.test.ts",
  "test/cli/filter-command.test.ts",
  "test/cli/gates.test.ts",
  "test/cli/idle-options.test.ts",
  "test/cli/internal-errors.test.ts",
  "test/cli/outlives-a-request.test.ts",
  "test/cli/parent-of.test.ts",
  "test/cli/ps-command.test.ts",
  "test/cli/record-command.test.ts",
  "test/cli/record-signals.test.ts",
  "test/cli/report-file.test.ts",
  "test/cli/rules-option.test.ts",
  "test/cli/run-signals.test.ts",
  "test/cli/workflow-commands.test.ts",
  "test/diagnosis/causes/*.test.ts",
  "test/diagnosis/diagnose.test.ts",
  "test/diagnosis/mutated-beside.test.ts",
  "test/diagnosis/mutated-bodies.test.ts",
  "test/diagnosis/mutated-items.test.ts",
  "test/diagnosis/mutated-wires.test.ts",
  "test/fidelity/estimator.test.ts",
  "test/fidelity/run.test.ts",
  "test/io/lock-file.test.ts",
  "test/mock/egress-proxy.test.ts",
  "test/mock/import-weight.test.ts",
  "test/mock/long-prompts.test.ts",
  "test/mutants/run.test.ts",
  "test/readme/author-types.test.ts",
  "test/readme/commands.test.ts",
  "test/record/recorded-faults.test.ts",
  "test/record/recorded-secrets.test.ts",
  "test/replay/replayed-scenario.test.ts",
  "test/run/fork-scenarios.test.ts",
  "test/run/live/fork-after.test.ts",
  "test/run/live/live-run.test.ts",
  "test/run/ready-forks.test.ts",
  "test/run/strategy-scenarios.test.ts",
  "test/run/text-input.test.ts",
  "test/run/workers/misbehaving-modules.test.ts",
  "test/scenario/round-trip.test.ts",
  "test/simulate/changed-counters.test.ts",
  "test/src/filters/shell/fuzz.test.ts",
  "test/src/filters/shell/run/open-shell.test.ts",
  "test/src/fork/leaks.test.ts",
  "test/src/fork/one-copy.test.ts",
  "test/verdict/bad-input.test.ts",
  "test/verdict/break-invariants.test.ts",
  "test/verdict/deep-bodies.test.ts",
  "test/verdict/held-bodies.test.ts",
  "test/verdict/inspect-recordings.test.ts",
];

/** Suites of functions alone: they touch nothing that another file could see, so they share their modules. */
const pure = [
  "cache-model",
  "checks",
  "compare",
  "diagnosis",
  "dialects",
  "kernel",
  "lineage",
  "money",
  "report",
  "wire-scan",
].map((folder) => `test/${folder}/**/*.test.ts`);

/** No test measures time: this only ends what hangs, on whatever machine, and hooks start processes as tests do. */
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

const config: ViteUserConfig = defineConfig({
  test: {
    ...patience,
    setupFiles: ["fixed-seed", "outside-ci"].map((name) => join(import.meta.dirname, `test/support/${name}.ts`)),
    pool: "threads",
    // By default one processor is left idle, which is half of a small machine.
    maxWorkers: "100%",
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["test/**/*.test.ts"], exclude: ["test/package/**", ...thorough, ...pure] },
      },
      { extends: true, test: { name: "pure", include: pure, exclude: thorough, isolate: false } },
      { extends: true, test: { name: "thorough", include: thorough } },
      // Packs and installs what `npm run build` made, so it asks for a built package and a registry.
      { extends: true, test: { name: "package", include: ["test/package/**/*.test.ts"] } },
    ],
  },
});

export default config;
