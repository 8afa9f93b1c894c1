import { join } from "node:path";
import { defineConfig, type ViteUserConfig } from "vitest/config";

/** Suites that take minutes: `npx vitest run --config test/slow/vitest.config.ts`. */
const config: ViteUserConfig = defineConfig({
  test: {
    root: import.meta.dirname,
    setupFiles: ["fixed-seed", "outside-ci"].map((name) => join(import.meta.dirname, `../support/${name}.ts`)),
    include: ["**/*.slow.ts"],
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    pool: "threads",
  },
});

export default config;
