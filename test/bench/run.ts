import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { benches } from "./benches.ts";
import type { BenchCase } from "./bench-case.ts";
import { renderRows } from "./render-rows.ts";
import { runSection } from "./run-section.ts";
import { writeMarkdown } from "./write-markdown.ts";

/** Sections one after the other, each in a process of its own, so that none can stop the others or leave processes behind. */

const { values, positionals, tokens } = parseArgs({
  allowPositionals: true,
  strict: false,
  tokens: true,
  options: { markdown: { type: "boolean" } },
});
const wanted = positionals;
const unknown = [
  ...tokens.flatMap((token) => (token.kind === "option" && token.name !== "markdown" ? [token.rawName] : [])),
  ...wanted.filter((name) => !benches.some((bench) => bench.name === name)),
];
if (unknown.length > 0) {
  const names = benches.map(({ name }) => name).join(", ");
  console.error(
    `No bench named ${unknown.join(", ")}. Takes --markdown, which writes BENCHMARKS.md, and names: ${names}.`,
  );
  process.exit(2);
}
for (const [signal, exit] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)
  process.once(signal, () => process.exit(exit));
const chosen = benches.filter(isWanted);
if (chosen.some(({ usesPackage }) => usesPackage === true)) buildPackage();
const unmeasured: string[] = [];
for (const { name, compares, limitMinutes = 5 } of chosen) {
  console.log(`\n${name}: ${compares}`);
  const startMs = performance.now();
  const rows = await runSection(name, limitMinutes);
  const took = `${((performance.now() - startMs) / 1000).toFixed(0)} s`;
  if (typeof rows === "string") {
    unmeasured.push(name);
    console.warn(`NOT MEASURED after ${took}: ${rows}`);
  } else console.log(`${renderRows(rows)}\n(${took})`);
  // After each one, since a run of all takes long and may be stopped.
  if (values.markdown === true) {
    const order = benches.map((each) => each.name);
    writeMarkdown({ name, compares, rows }, order);
  }
}
if (unmeasured.length > 0) console.warn(`\nNOT MEASURED: ${unmeasured.join(", ")}`);

/** The page holds all sections; a run that only prints leaves out those that take minutes, or install other tools. */
function isWanted({ name, isNamed }: BenchCase): boolean {
  return wanted.length === 0 ? isNamed !== true || values.markdown === true : wanted.includes(name);
}

/** The figures are those of this checkout, not of an older build. */
function buildPackage(): void {
  const { status, stdout, stderr } = spawnSync("npm", ["run", "--silent", "build"], { encoding: "utf8" });
  if (status === 0) return;
  console.error(`npm run build failed:\n${stdout}${stderr}`);
  process.exit(1);
}
