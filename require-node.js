// Runs after `npm ci`, on the Node that npm scripts will find. Plain JavaScript, since it must run on an old one too.
const [major] = process.versions.node.split(".").map(Number);
if (major < 24) {
  console.error(
    `forkproof runs TypeScript as it is, which takes Node 24 or later; here is ${process.versions.node}.\n` +
      `npm carries no Node 24 for ${process.platform} ${process.arch}, or left optional dependencies out.\n` +
      "Fix: install Node 24, or run `npm ci --include=optional`.",
  );
  process.exitCode = 1;
}
