import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { finish } from "./install.ts";

/** Texts that only one part of the built package holds, by the name of that part. */
const MARKS = {
  "fork library": "captureCacheSafeParams(",
  SDK: "X-Stainless",
  "SDK's resources": "/v1/skills",
  "schema validator": "validateSchema",
  "YAML reader": "BLOCK_LITERAL",
  "CSV reader": "CSV_INVALID_OPTION_BOM",
  "player of recordings": "function simulateRecording(",
} as const;

const RECORD = `import { registerHooks } from "node:module";
  import { writeSync } from "node:fs";
  const seen = [];
  registerHooks({ load(url, context, next) { seen.push(url); return next(url, context); } });
  process.on("exit", () => writeSync(2, "LOADED " + JSON.stringify(seen)));`;

type Part = keyof typeof MARKS | "HTTP server";

/** The parts that a command of the built package loads, and in how many files. */
function loadedBy(args: readonly string[]): { readonly parts: readonly Part[]; readonly files: number } {
  const hook = `data:text/javascript,${encodeURIComponent(RECORD)}`;
  const { status, stderr } = finish(".", process.execPath, ["--import", hook, "dist/cli.js", ...args]);
  expect(status, stderr).toBe(0);
  const loaded = JSON.parse(stderr.slice(stderr.indexOf("LOADED ") + "LOADED ".length)) as readonly string[];
  const texts = loaded.filter((url) => url.startsWith("file:")).map((url) => readFileSync(new URL(url), "utf8"));
  expect(texts.length).toBeGreaterThan(4);
  const named = Object.entries(MARKS).filter(([, mark]) => texts.some((text) => text.includes(mark)));
  const parts = named.map(([part]) => part as Part);
  const files = texts.length;
  return { parts: loaded.includes("node:http") ? [...parts, "HTTP server"] : parts, files };
}

/** To find a small file takes longer than to read it: the build joins what a command loads in any case. */
test.each<readonly [string, readonly string[], number, readonly Part[]]>([
  ["--help", ["--help"], 7, []],
  ["judge", ["judge", "fixtures/cassettes/coding-agent", "--parent", "parent", "--child", "fork"], 12, []],
  ["a run of one pair", ["run", "scenarios/pairs/clean-fork.yaml"], 24, ["YAML reader"]],
  [
    "a run of one mocked fork",
    ["run", "scenarios/forks/pass-through.yaml"],
    45,
    ["fork library", "SDK", "YAML reader"],
  ],
])("%s loads only the parts of the package that it uses, in few files", (_name, args, mostFiles, parts) => {
  using folder = makeTempFolder();
  const report = args[0] === "run" ? ["--report", join(folder.path, "report.json")] : [];
  const loaded = loadedBy([...args, ...report]);
  expect(loaded.parts.toSorted()).toEqual(parts.toSorted());
  expect(loaded.files).toBeLessThan(mostFiles);
});

/** The files that one imports at once, directly or through others. */
function importedBy(entry: string): ReadonlySet<string> {
  const all = new Set([entry]);
  for (const file of all)
    for (const [, path = ""] of readFileSync(join("dist", file), "utf8").matchAll(
      /^(?:import|export)\b[^;]*?"(\.[^"]+)"/gm,
    ))
      all.add(relative("dist", join("dist", dirname(file), path)));
  return all;
}

/** An `import` of these has Node make a list of all that they export, and load for it what they hold for later. */
test("the files of commands and runs import no module of Node whose list takes longer than the module", () => {
  const kept = new Set([...importedBy("cli.js"), ...importedBy("index.js")]);
  const loaded = new Set(
    ["run-command", "judge-command", "forks"].flatMap((name) => [...importedBy(`chunks/${name}.js`)]),
  );
  const files = [...loaded].filter((file) => !kept.has(file));
  expect(files.length).toBeGreaterThan(10);
  const listed = /^import .* from "node:(?:fs|http|https|process|util)";$/m;
  expect(files.filter((file) => listed.test(readFileSync(join("dist", file), "utf8")))).toEqual([]);
});

test("the process of users' modules loads little of the code that runs jobs", () => {
  const bytesOf = (files: ReadonlySet<string>): number =>
    [...files].reduce((sum, file) => sum + readFileSync(join("dist", file)).length, 0);
  const [ofModules, ofJobs] = [importedBy("subject-worker.js"), importedBy("chunks/run-command.js")];
  expect(ofModules.size).toBeLessThan(4);
  expect(bytesOf(ofModules) * 25).toBeLessThan(bytesOf(ofJobs));
});

test("a run of a fork by a module does not load Node's fetch, which takes as long as Node's start", () => {
  using folder = makeTempFolder();
  const list = `import { writeSync } from "node:fs";
    process.on("exit", () => writeSync(2, "LOADED " + process.moduleLoadList.join(",")));`;
  const hook = `data:text/javascript,${encodeURIComponent(list)}`;
  const run = ["run", "scenarios/consumers/away-summary.yaml", "--report", join(folder.path, "report.json")];
  const { status, stderr } = finish(".", process.execPath, ["--import", hook, "dist/cli.js", ...run]);
  expect(status, stderr).toBe(0);
  expect(stderr).toContain("NativeModule _http_server");
  expect(stderr).not.toContain("undici");
});

test("the parts for tests say on an old Node which one they need, before they use what it lacks", () => {
  const parts = ["testing", "vitest", "vitest-auto"];
  const program = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } });
    delete Map.groupBy;
    for (const part of ${JSON.stringify(parts)})
      await import("./dist/" + part + ".js").catch(({ message }) => console.log(message.split("\\n")[0]));`;
  const { stdout } = finish(".", process.execPath, ["--input-type=module", "--eval", program]);
  const complaint = "HX500  forkproof needs Node 22.18 or later; this is 20.20.2";
  expect(stdout.trim().split("\n")).toEqual(parts.map(() => complaint));
});

test("the package is written in ASCII: one other character would double what V8 holds of its file", () => {
  const files = globSync("dist/**/*.js");
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => /[^\0-\x7f]/.test(readFileSync(file, "utf8")))).toEqual([]);
});
