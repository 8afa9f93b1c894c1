import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: { include: ["test/**/*.test.ts"], testTimeout: 20_000, pool: "threads" },
});

export default config;
