export default { test: { setupFiles: ["forkproof/vitest"] } };
