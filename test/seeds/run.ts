import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { failuresOf } from "./failures-of.ts";

/**
 * Runs every property with new seeds, round after round, and reports what fails and how to repeat it. It gates nothing: it exits with 0,
 * and its counts are in no total. A seed as argument runs one round with that seed.
 */
const startedAt = Date.now();
const lastStartMs = 100_000;
const endMs = 180_000;
const given = process.argv[2];

const holdsProperties = /\bfc\.(?:assert|check|sample)\(/;
const files = globSync("test/**/*.test.ts", { exclude: ["test/slow/**", "test/oracle/**"] }).filter((file) =>
  holdsProperties.test(readFileSync(file, "utf8")),
);
const folder = mkdtempSync(join(tmpdir(), "forkproof-seeds-"));
let [rounds, found] = [0, 0];
try {
  for (const seed of seeds()) {
    rounds += 1;
    found += failuresWith(seed);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`seeds: ${rounds} rounds of ${files.length} files, ${found} failures (gates nothing)`);

/** The one given, else random ones as long as there is time for another round. */
function* seeds(): Generator<string> {
  if (given !== undefined) return yield given;
  while (Date.now() - startedAt < lastStartMs) yield String(randomInt(2 ** 31));
}

/** How many tests failed with this seed. */
function failuresWith(seed: string): number {
  const counts = join(folder, `${seed}.json`);
  const projects = ["unit", "pure", "slow", "slow-apart"].flatMap((name) => ["--project", name]);
  const options = [...projects, "--reporter=json", `--outputFile.json=${counts}`];
  const vitest = join("node_modules", "vitest", "vitest.mjs");
  const { status, error, stderr } = spawnSync(process.execPath, [vitest, "run", ...options, ...files], {
    env: { ...process.env, FORKPROOF_SEED: seed },
    encoding: "utf8",
    timeout: Math.max(1000, endMs - (Date.now() - startedAt)),
  });
  if (error !== undefined || status === null) {
    console.log(`seed ${seed}: stopped before its end (${error?.message ?? "killed"})`);
    return 0;
  }
  const failures = failuresOf(readFileSync(counts, "utf8"));
  if (status !== 0 && failures.length === 0) console.log(`seed ${seed}: vitest failed\n${stderr.slice(-2000)}`);
  else console.log(`seed ${seed}: ${failures.length === 0 ? "nothing found" : `${failures.length} tests failed`}`);
  for (const { file, title, message } of failures) {
    console.log(`\n  ${file}: ${title}\n${message.replaceAll(/^/gm, "    ")}`);
    console.log(`  repeat with: FORKPROOF_SEED=${seed} npx vitest run ${file}\n`);
  }
  return failures.length;
}
