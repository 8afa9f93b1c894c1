import { spawnSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { finish, installPackage } from "./install.ts";
import { CLIENT, writeTenTests } from "./ten-tests-project.ts";
import { BUGS, vitestVersion, writeTestingProject } from "./testing-project.ts";

/** About 60 s, half of it npm. */
let folder: TempFolder;
beforeAll(() => {
  folder = makeTempFolder();
  installPackage(folder.path, vitestVersion(), "@types/node@22", ...CLIENT);
  writeTestingProject(folder.path);
  writeTenTests(join(folder.path, "ten"));
});
afterAll(() => folder[Symbol.dispose]());

/** Runs a suite of the user's project; `bug` breaks the agent. */
function vitest(suite: string, bug?: string): { readonly status: number | null; readonly said: string } {
  const config = suite === "asserting" ? [] : ["--config", "vitest.auto.mjs"];
  const { BUG: _bug, VITEST: _vitest, ...outside } = process.env;
  const args = ["node_modules/vitest/vitest.mjs", "run", "--testTimeout=120000", ...config, `${suite}.test.mjs`];
  const env = { ...outside, NO_COLOR: "1", ...(bug !== undefined && { BUG: bug }) };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder.path, encoding: "utf8", env });
  return { status, said: stdout + stderr };
}

test("ten tests of an agent are green, and each is red for each of five bugs, with assertions and without one", () => {
  const report = join(folder.path, "ten.json");
  const { BUG: _bug, VITEST: _vitest, ...outside } = process.env;
  const args = [
    "../node_modules/vitest/vitest.mjs",
    "run",
    "--testTimeout=120000",
    "--reporter=json",
    `--outputFile=${report}`,
  ];
  const cwd = join(folder.path, "ten");
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd,
    encoding: "utf8",
    env: { ...outside, NO_COLOR: "1" },
  });
  expect(status).toBe(1);
  expect(stderr, "a run whose tests are red has compared").not.toContain("HX544");
  const suites = Object(JSON.parse(readFileSync(report, "utf8"))).testResults as readonly Suite[];
  const runs = suites.map(({ name, assertionResults: tests }) => {
    const [bug = ""] = tests[0]?.ancestorTitles ?? [];
    return { run: `${bug} ${basename(name)}`, tests };
  });
  const expected = [["none", "", ""] as const, ...BUGS].flatMap(([bug, ...words]) =>
    ["asserting.test.mjs", "auto.test.mjs"].map((suite) => ({ run: `${bug} ${suite}`, words })),
  );
  expect(runs.map(({ run }) => run).toSorted()).toEqual(expected.map(({ run }) => run).toSorted());
  for (const { run, words } of expected) {
    const { tests = [] } = runs.find((each) => each.run === run) ?? {};
    const isSound = run.startsWith("none ");
    expect([run, ...tests.map((each) => each.status)]).toEqual([run, ...Array(10).fill(isSound ? "passed" : "failed")]);
    if (!isSound)
      for (const word of words)
        expect(tests.map((each) => each.failureMessages.join())).toEqual(Array(10).fill(expect.stringContaining(word)));
  }
});

type Suite = {
  readonly name: string;
  readonly assertionResults: readonly {
    readonly status: string;
    readonly ancestorTitles: readonly string[];
    readonly failureMessages: readonly string[];
  }[];
};

test("a suite that accepts a break by its code is green", () => {
  const { status, said } = vitest("accepting");
  expect(said).toContain("1 passed");
  expect(status, said).toBe(0);
});

test("a test that accepts one break is red for another", () => {
  const { status, said } = vitest("accepting", "system");
  expect(status, said).toBe(1);
  expect(said).toContain("CB301");
});

test("a next turn on another model is green, since a user may switch models; a fork on another model is red", () => {
  expect(vitest("turning", "model").status).toBe(0);
  for (const suite of ["auto", "asserting"]) {
    const { status, said } = vitest(suite, "model");
    expect(status, said).toBe(1);
    expect(said).toContain("CB101");
  }
});

test("a run in which no test made two comparable requests fails, although every test passes", () => {
  const { status, said } = vitest("idle");
  expect(said).toContain("HX544 forkproof/vitest/auto: no test of this run made two comparable requests");
  expect(status).toBe(1);
});

test("a bundler drops the part for tests where it is unused, and keeps the import that registers matchers", async () => {
  const bundled = async (name: string): Promise<string> => {
    const entry = join(folder.path, "entry.mjs");
    writeFileSync(entry, `import "${name}";`);
    const { output } = await build({
      input: entry,
      cwd: folder.path,
      external: ["vitest"],
      platform: "node",
      write: false,
    });
    // Files that only an import() names are written, too, and never loaded.
    return output.map((each) => (each.type === "chunk" && each.isEntry ? each.code : "")).join("");
  };
  expect(await bundled("forkproof/testing")).not.toContain("import ");
  expect(await bundled("forkproof/vitest")).toContain("expect.extend(");
});

test("a CommonJS program can require the part for tests", () => {
  const program =
    'const { recordExchanges } = require("forkproof/testing"); console.log(typeof recordExchanges().fetch);';
  const { status, stdout } = finish(folder.path, process.execPath, ["--input-type=commonjs", "--eval", program]);
  expect({ status, stdout }).toEqual({ status: 0, stdout: "function\n" });
});

/** Text of the Anthropic SDK, of Ajv and of the YAML reader, which the bundle holds. */
const MARKS = ["X-Stainless", "validateSchema", "BLOCK_LITERAL"] as const;

test("importing the part for tests loads no SDK, no schema validator, no YAML reader and no other package", () => {
  const root = join(folder.path, "node_modules/forkproof");
  const all = globSync("**/*.js", { cwd: root }).map((name) => readFileSync(join(root, name), "utf8"));
  expect(MARKS.filter((mark) => all.some((text) => text.includes(mark)))).toEqual(MARKS);
  const program = `import { registerHooks } from "node:module";
    const seen = [];
    registerHooks({ load(url, context, next) { seen.push(url); return next(url, context); } });
    await import("forkproof/testing");
    console.log(JSON.stringify(seen));`;
  const { stdout } = finish(folder.path, process.execPath, ["--input-type=module", "--eval", program]);
  const loaded = (JSON.parse(stdout) as readonly string[]).filter((url) => url.startsWith("file:"));
  expect(loaded.length).toBeGreaterThan(10);
  expect(loaded.filter((url) => !url.includes("/node_modules/forkproof/"))).toEqual([]);
  const texts = loaded.map((url) => readFileSync(new URL(url), "utf8"));
  expect(MARKS.filter((mark) => texts.some((text) => text.includes(mark)))).toEqual([]);
});

test.each([
  ["nodenext", "nodenext", "use.ts"],
  ["node16", "node16", "use.ts"],
  ["node20", "node16", "use.cts"],
  ["esnext", "bundler", "use.ts"],
])(
  "all declarations of the package pass a strict check with module %s and resolution %s in %s",
  (module, resolution, file) => {
    const compiler = join(process.cwd(), "node_modules/typescript/bin/tsc");
    const options = [
      "--noEmit",
      "--strict",
      "--skipLibCheck",
      "false",
      "--target",
      "es2024",
      "--lib",
      "es2024,esnext.disposable,dom",
    ];
    const nodeTypes = ["--types", "node"];
    const modules = ["--module", module, "--moduleResolution", resolution];
    const { status, stdout } = finish(folder.path, process.execPath, [
      compiler,
      ...options,
      ...nodeTypes,
      ...modules,
      file,
    ]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
  },
);
