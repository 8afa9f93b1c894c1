import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { blocksOf } from "../readme/blocks.ts";
import { writeAgent } from "../readme/stand-in-agent.ts";
import { type Finished, packPackage } from "./install.ts";

/** About 30 s, most of it npm. */
let folder: TempFolder;
let tools: TempFolder;
let environment: NodeJS.ProcessEnv;

beforeAll(() => {
  folder = makeTempFolder();
  tools = makeTempFolder();
  writeAgent(join(tools.path, "bin"));
  writeNpm(join(tools.path, "bin"), packPackage(tools.path));
  const path = [join(tools.path, "bin"), dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter);
  // npm finds its registry in its own settings.
  environment = { ...process.env, PATH: path };
});
afterAll(() => {
  folder[Symbol.dispose]();
  tools[Symbol.dispose]();
});

test("every block of the package's README works in an empty folder, in its order", async () => {
  const readme = readFileSync("dist/README.md", "utf8");
  const blocks = blocksOf(readme);
  expect(blocks.filter(({ kind }) => kind === "commands").length).toBeGreaterThan(2);
  for (const block of blocks) {
    if (block.kind === "file") {
      mkdirSync(dirname(join(folder.path, block.name)), { recursive: true });
      writeFileSync(join(folder.path, block.name), block.text);
    } else {
      const provider = block.text.includes("record") ? await startProvider() : null;
      const { status, stdout, stderr } = await shell(block.text, provider?.baseUrl);
      provider?.stop();
      expect([block.text, status], stdout + stderr).toEqual([block.text, 0]);
      if (block.text.includes("record")) expect(stdout).toContain("No break by the client in 1 compared request.");
    }
  }
  const report = JSON.parse(readFileSync(join(folder.path, "reports/latest.json"), "utf8")) as { summary: object };
  expect(report.summary).toMatchObject({ jobs: 2, passed: 2 });
});

test("every link in the package's documents leads to a file or folder of the package, and the README leads to all of them", () => {
  const seen = new Set<string>();
  for (const waiting = ["README.md"]; waiting.length > 0;) {
    const page = waiting.pop() ?? "";
    if (seen.has(page)) continue;
    seen.add(page);
    for (const [, link = ""] of readFileSync(join("dist", page), "utf8").matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
      const target = join(dirname(page), link);
      expect(existsSync(join("dist", target)), `${page}: ${link}`).toBe(true);
      if (target.endsWith(".md")) waiting.push(target);
    }
  }
  const pages = globSync("{*,testing/**/*}.md", { cwd: "dist" }).filter((page) => page !== "CHANGELOG.md");
  expect([...seen].toSorted()).toEqual(pages.toSorted());
  expect([...seen]).toContain("testing/README.md");
});

test("the steps of the workflow pass on the README's files", async () => {
  const workflow = parse(readFileSync(join(folder.path, ".github/workflows/forkproof.yml"), "utf8")) as {
    jobs: { forkproof: { steps: readonly { run?: string }[] } };
  };
  const commands = workflow.jobs.forkproof.steps.flatMap(({ run }) => run ?? []);
  expect(commands).toEqual(["npm ci", "npx forkproof run"]);
  for (const command of commands) expect((await shell(command)).status, command).toBe(0);
});

/** This version is not published yet: `forkproof` is its tarball, all else is npm's own. */
function writeNpm(bin: string, tarball: string): void {
  const real = spawnSync("sh", ["-c", "command -v npm"], { encoding: "utf8" }).stdout.trim();
  const npm = join(bin, "npm");
  writeFileSync(
    npm,
    `#!/bin/sh\nif [ "$*" = "i -D forkproof" ]; then set -- i -D "${tarball}"; fi\nexec "${real}" "$@"\n`,
  );
  chmodSync(npm, 0o755);
}

async function startProvider(): Promise<{ readonly baseUrl: string; readonly stop: () => void }> {
  const script = join(tools.path, "script.yaml");
  writeFileSync(script, "script:\n  parent: [{ text: Anna did. }]\n  fork: [{ text: The notes hold. }]\n");
  // The block that records also installs the package, so the provider starts from what is packed.
  const server = spawn(process.execPath, [resolve("dist/cli.js"), "serve", "--script", script]);
  const [line] = (await once(createInterface(server.stdout), "line")) as [string];
  const { baseUrl } = JSON.parse(line) as { baseUrl: string };
  return { baseUrl, stop: () => void server.kill("SIGINT") };
}

async function shell(command: string, baseUrl?: string): Promise<Finished> {
  const env = { ...environment, ...(baseUrl !== undefined && { ANTHROPIC_BASE_URL: baseUrl }) };
  const child = spawn("sh", ["-e", "-c", command], { cwd: folder.path, env });
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (bytes: Buffer) => (said.stdout += String(bytes)));
  child.stderr.on("data", (bytes: Buffer) => (said.stderr += String(bytes)));
  const [status] = (await once(child, "close")) as [number];
  return { status, ...said };
}
