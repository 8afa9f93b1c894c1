import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Finished, finish, installPackage } from "./install.ts";
import { requiredPackages } from "./required-packages.ts";

const folder = mkdtempSync(join(tmpdir(), "forkproof-package-"));

beforeAll(() => {
  installPackage(folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the manifest lists only what the code imports, without Node, development tools and scripts", () => {
  const checkout = readJson("package.json");
  const published = readJson(join(folder, "node_modules/forkproof/package.json"));
  expect(published).not.toHaveProperty("private");
  expect(published).not.toHaveProperty("scripts");
  expect(published).not.toHaveProperty("devDependencies");
  expect(published).not.toHaveProperty("optionalDependencies");
  const brought = Object.keys(Object(published["dependencies"]));
  expect(brought).not.toEqual([]);
  expect(Object.keys(Object(checkout["dependencies"]))).toEqual(expect.arrayContaining(brought));
});

test("the manifest lists every package that built code imports", () => {
  const published = readJson(join(folder, "node_modules/forkproof/package.json"));
  const listed = ["dependencies", "peerDependencies"].flatMap((kind) => Object.keys(Object(published[kind])));
  const asked = requiredPackages(join(folder, "node_modules/forkproof"));
  expect([...asked.keys()]).toContain("gpt-tokenizer");
  expect([...asked].filter(([name]) => !listed.includes(name))).toEqual([]);
});

test("the package unpacks to at most 6 MB, and its licences are at most a fiftieth", () => {
  const root = join(folder, "node_modules/forkproof");
  const sizes = globSync("**/*", { cwd: root }).map((name) => statSync(join(root, name)));
  const bytes = sizes.filter((each) => each.isFile()).reduce((sum, { size }) => sum + size, 0);
  expect(bytes).toBeGreaterThan(1_000_000);
  expect(bytes).toBeLessThan(6_000_000);
  const licences = readFileSync(join(root, "THIRD-PARTY-LICENSES.txt"), "utf8");
  expect(licences.length).toBeLessThan(bytes / 50);
  expect(licences).not.toMatch(/^(?:import|export) /m);
});

test("the code contains only syntax that Node 22.18 can parse", () => {
  const root = join(folder, "node_modules/forkproof");
  const files = globSync("**/*.js", { cwd: root });
  const newer = files.filter((name) =>
    /^\s*(?:await )?using |\(\?[a-z]+:|\(\?-[a-z]+:/m.test(readFileSync(join(root, name), "utf8")),
  );
  expect(newer).toEqual([]);
  expect(files.length).toBeGreaterThan(20);
  expect(Object(readJson(join(root, "package.json"))["engines"])).toEqual({ node: ">=22.18" });
});

test("bundled packages are not installed again, and their licences are included", () => {
  const published = readJson(join(folder, "node_modules/forkproof/package.json"));
  const brought = Object.keys(Object(published["dependencies"]));
  const licences = readFileSync(join(folder, "node_modules/forkproof/THIRD-PARTY-LICENSES.txt"), "utf8");
  for (const name of ["@anthropic-ai/sdk", "ajv", "yaml"]) {
    // A cassette that somebody has written by hand is read by a copy that is loaded late.
    if (name !== "yaml") expect(brought).not.toContain(name);
    expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+\\n\\n.*(?:copyright|licen[cs]e)`, "ims"));
  }
  expect(licences).toContain("common-word-bits (data)\n\nCopyright 2023 Anthropic, PBC.");
});

test("publint finds no problem", async () => {
  const { messages, pkg } = await publint({
    pkgDir: join(folder, "node_modules/forkproof"),
    pack: false,
    strict: true,
  });
  expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
});

test("the installed CLI shows its help", () => {
  const { status, stdout } = cli("--help");
  expect(status).toBe(0);
  expect(stdout).toContain("judge");
});

test("the installed CLI judges a pair and runs a scenario on it", () => {
  const said = [{ role: "user", content: "Read the notes." }];
  const more = [...said, { role: "assistant", content: "They are short." }, { role: "user", content: "Sum them up." }];
  writeFileSync(join(folder, "pair.jsonl"), [line(1, said), line(2, more)].join(""));
  const judged = cli("judge", "pair.jsonl", "--parent", "1", "--child", "2", "--json");
  expect(JSON.parse(judged.stdout)).toMatchObject({ verdict: "byte-identical", class: "extension", findings: [] });
  expect(judged.status).toBe(0);

  writeFileSync(join(folder, "pair.yaml"), scenario);
  const run = cli("run", "pair.yaml");
  expect(run.stdout).toContain("the notes are kept");
  expect(run.status).toBe(0);
  expect(readJson(join(folder, "reports/latest.json"))).toMatchObject({ outcome: "passed", summary: { passed: 1 } });
});

test("every schema is readable under its published name", () => {
  const names = Object.keys(Object(readJson("dist/package.json")["exports"])).filter((name) =>
    name.endsWith(".schema.json"),
  );
  expect(names.length).toBeGreaterThan(1);
  const reads = names.map((name) => `await import("forkproof/${name.slice(2)}", { with: { type: "json" } });`);
  expect(node("--input-type=module", "--eval", reads.join("\n"))).toEqual({ status: 0, stdout: "", stderr: "" });
});

test("a program can import the library", () => {
  const program = `console.log(Object.keys(await import("forkproof")).length > 0);`;
  expect(node("--input-type=module", "--eval", program)).toEqual({ status: 0, stdout: "true\n", stderr: "" });
});

test.each([
  ["nodenext", "nodenext"],
  ["esnext", "bundler"],
])("the library's types pass a strict check with module %s", (module, resolution) => {
  const use = `import * as forkproof from "forkproof";\nexport const names: string[] = Object.keys(forkproof);\n`;
  writeFileSync(join(folder, "use.ts"), use);
  const tsc = [resolve("node_modules/typescript/bin/tsc"), "--noEmit", "--strict", "--target", "es2024"];
  const options = ["--module", module, "--moduleResolution", resolution];
  const nodeTypes = ["--typeRoots", resolve("node_modules/@types"), "--types", "node"];
  expect(node(...tsc, ...options, ...nodeTypes, "use.ts")).toEqual({ status: 0, stdout: "", stderr: "" });
});

const scenario = `
name: the notes are kept
parent: { source: pair.jsonl, exchange: "1" }
fork: { recorded: { exchange: "2" } }
expect: { verdict: byte-identical }
`;

function line(seq: number, messages: readonly object[]): string {
  const body = JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 1024, system: "You keep notes.", messages });
  return (
    JSON.stringify({
      seq,
      method: "POST",
      path: "/v1/messages",
      headers: [["content-type", "application/json"]],
      body,
    }) + "\n"
  );
}

function cli(...args: readonly string[]): Finished {
  return finish(folder, join(folder, "node_modules/.bin/forkproof"), args);
}

function node(...args: readonly string[]): Finished {
  return finish(folder, process.execPath, args);
}

function readJson(path: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(path, "utf8"));
}
