import { execFile } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** A reader's project, in which `forkproof` is this checkout. */
export function writeVitestProject(folder: string, files: Readonly<Record<string, string>>): void {
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const aliases = { testing: "index.ts", "vitest/auto": "vitest/auto.ts", vitest: "vitest/vitest.ts" };
  const alias = Object.entries(aliases).map(([name, file]) => ({
    find: `forkproof/${name}`,
    replacement: resolve("harness/testing", file),
  }));
  writeFileSync(join(folder, "aliases.js"), `export const alias = ${JSON.stringify(alias)};\n`);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

export type VitestRun = {
  readonly exit: unknown;
  readonly said: string;
  /** By the title of the test: `passed`, or the messages of its failure. */
  readonly tests: ReadonlyMap<string, string>;
  /** By the name of the file: its failure outside of tests. */
  readonly files: ReadonlyMap<string, string>;
};

/** Runs Vitest in the project. */
export function runVitest(
  folder: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<VitestRun> {
  const { BUG: _bug, VITEST: _vitest, ...outside } = process.env;
  const report = join(folder, "report.json");
  const all = [
    resolve("node_modules/vitest/vitest.mjs"),
    "run",
    "--root",
    folder,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...args,
  ];
  return new Promise((settle) => {
    execFile(
      process.execPath,
      all,
      { cwd: folder, env: { ...outside, NO_COLOR: "1", ...env }, maxBuffer: 2 ** 26 },
      (fault, out, err) => {
        const suites = Object(JSON.parse(readFileSync(report, "utf8"))).testResults as readonly Suite[];
        settle({
          exit: fault?.code ?? 0,
          said: out + err,
          tests: new Map(
            suites.flatMap(({ assertionResults }) =>
              assertionResults.map(({ title, status, failureMessages }) => [
                title,
                status === "failed" ? failureMessages.join("\n") : status,
              ]),
            ),
          ),
          files: new Map(suites.map(({ name, message }) => [name.replace(/^.*\//, ""), message])),
        });
      },
    );
  });
}

type Suite = {
  readonly name: string;
  readonly message: string;
  readonly assertionResults: readonly {
    readonly title: string;
    readonly status: string;
    readonly failureMessages: readonly string[];
  }[];
};

/** A configuration that also checks every test. Node loads the checkout by itself, which is faster than Vite. */
export const autoConfig = `import { alias } from "./aliases.js";
const auto = [alias.find(({ find }) => find.endsWith("auto")).replacement];
const server = { deps: { external: [/[/]harness[/]/] } };
export default { resolve: { alias }, test: { testTimeout: 180_000, hookTimeout: 180_000, server, setupFiles: auto, globalSetup: auto } };
`;
