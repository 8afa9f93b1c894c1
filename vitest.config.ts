import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: {
    testTimeout: 20_000,
    pool: "threads",
    projects: [
      { extends: true, test: { name: "unit", include: ["test/**/*.test.ts"], exclude: ["test/package/**"] } },
      // Packs and installs what `npm run build` made, so it asks for a built package and a registry.
      { extends: true, test: { name: "package", include: ["test/package/**/*.test.ts"], testTimeout: 180_000 } },
    ],
  },
});

export default config;
