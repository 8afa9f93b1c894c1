import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Mutation } from "./mutation.ts";

const folder = mkdtempSync(join(tmpdir(), "mutants-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ratio = {
  file: "harness/cache-model/expected-ratio.ts",
  find: "export const LOW_RATIO = 0.5;",
  replace: "export const LOW_RATIO = 0.05;",
} as const;
const noticing = {
  test: "test/verdict/ratio-verdict.test.ts",
  title: "the ratio verdict is low for 0.49 read of an expected 0.9",
} as const;
/** Judges two recorded requests, and heeds no ratio. */
const heedless = { scenarios: ["scenarios/pairs/clean-fork.yaml"] } as const;

test("a list in which all mutations are noticed exits 0 and says how much it examined", async () => {
  const { exit, out } = await run([{ ...ratio, proof: noticing }]);
  expect(out).toMatch(/^1 noticed, 0 survived, 0 not proved \(1 mutations of 1 files, 1 proofs, \d+ s\)\n$/);
  expect(exit).toBe(0);
});

test("a list with an unnoticed mutation exits 1 and prints the survivor with its proof", async () => {
  const { exit, out } = await run([{ ...ratio, proof: heedless }]);
  expect(out).toContain(
    'SURVIVED harness/cache-model/expected-ratio.ts: "export const LOW_RATIO = 0.5;" -> "export const LOW_RATIO = 0.05;"\n  scenarios/pairs/clean-fork.yaml',
  );
  expect(out).toContain("0 noticed, 1 survived");
  expect(exit).toBe(1);
});

test("a mutation that was taken back plays no part in what follows in its copy", async () => {
  const comment = (replace: string): Mutation => ({ ...ratio, find: "Below this a turn", replace, proof: noticing });
  const { exit, out } = await run([
    { ...ratio, proof: noticing },
    { ...ratio, replace: "export const LOW_RATIO = 0.06;", proof: noticing },
    comment("Below it a turn"),
    comment("Below that a turn"),
  ]);
  expect(out).toContain("2 noticed, 2 survived, 0 not proved");
  expect(exit).toBe(1);
});

test("a mutation that keeps the CLI from starting proves nothing, and exits 1", async () => {
  const { exit, out } = await run([{ ...ratio, replace: "export const LOW_RATIO = ;", proof: heedless }]);
  expect(out).toContain("NOTHING PROVED");
  expect(out).toContain("0 noticed, 0 survived, 1 not proved");
  expect(exit).toBe(1);
});

test("a mutation whose text is missing, occurs twice or changes nothing exits 1 before anything runs", async () => {
  const { exit, out, err } = await run([
    { ...ratio, find: "export const LOW_RATIO = 0.6;", proof: heedless },
    { ...ratio, find: "null", proof: heedless },
    { ...ratio, replace: ratio.find, proof: heedless },
    { ...ratio, file: "src/gone.ts", proof: heedless },
    { ...ratio, file: "test/mutants/run.ts", proof: heedless },
  ]);
  expect(err).toContain('"export const LOW_RATIO = 0.6;" -> "export const LOW_RATIO = 0.05;": its text is gone\n');
  expect(err).toMatch(/"null" -> .*: its text stands there \d+ times\n/);
  expect(err).toContain("a mutation changes one line");
  expect(err).toContain(
    'src/gone.ts: "export const LOW_RATIO = 0.5;" -> "export const LOW_RATIO = 0.05;": the file is gone\n',
  );
  expect(err).toContain("a mutation changes src/ or harness/");
  expect(out).toBe("");
  expect(exit).toBe(1);
});

test("a proof that fails or is missing without the mutation exits 1", async () => {
  const { exit, err } = await run([{ ...ratio, proof: { ...noticing, title: "no such title" } }]);
  expect(err).toContain("NOT GREEN unmutated: test/verdict/ratio-verdict.test.ts: no such title");
  expect(exit).toBe(1);
});

test("an empty list exits 1, and no run leaves a copy of the tree", async () => {
  const { exit, err } = await run([]);
  expect(err).toBe("FAULTY the list holds no mutation\n");
  expect(exit).toBe(1);
  expect(readdirSync(folder).filter((name) => name.startsWith("forkproof-mutants-"))).toEqual([]);
});

/** A process of its own, as `npm run mutants` starts it, whose copies of the tree lie in the test's folder. */
function run(
  list: readonly Mutation[],
): Promise<{ readonly exit: number; readonly out: string; readonly err: string }> {
  const path = join(folder, "list.mjs");
  writeFileSync(path, `export default ${JSON.stringify(list)};\n`);
  return new Promise((settle) => {
    const child = execFile(
      process.execPath,
      ["test/mutants/run.ts", path],
      { env: { TMPDIR: folder } },
      (_fault, out, err) => settle({ exit: child.exitCode ?? -1, out, err }),
    );
  });
}
