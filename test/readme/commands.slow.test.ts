import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { serveForkproof } from "../cli/serve-forkproof.ts";
import { blocksOf } from "./blocks.ts";
import { writeAgent } from "./stand-in-agent.ts";

const readme = readFileSync("README.md", "utf8");
/** A checkout in which commands may write: links to this one, but for what they write into. */
let checkout: TempFolder;
beforeAll(() => {
  checkout = makeTempFolder();
  const written = ["fixtures", "reports", "test", "dist", ".git"];
  for (const name of readdirSync(".").filter((each) => !written.includes(each))) {
    symlinkSync(resolve(name), join(checkout.path, name));
  }
  mkdirSync(join(checkout.path, "fixtures/cassettes"), { recursive: true });
  for (const name of ["coding-agent", "scripted-parent"]) {
    cpSync(join("fixtures/cassettes", name), join(checkout.path, "fixtures/cassettes", name), { recursive: true });
  }
  // The README's word for a recording of the reader's own.
  cpSync("fixtures/cassettes/coding-agent", join(checkout.path, "recording.jsonl"), { recursive: true });
  writeAgent(join(checkout.path, "bin"));
});
afterAll(() => checkout[Symbol.dispose]());

test("the README begins with the start that the package's README has", () => {
  const start = (text: string): string =>
    text.slice(text.indexOf("## Start"), text.indexOf("\n## ", text.indexOf("## Start") + 1));
  expect(start(readme).trim()).toBe(start(readFileSync("README.package.md", "utf8")).trim());
  expect(start(readme)).toContain("npm i -D forkproof");
});

/** The first blocks are the package's, which its own test runs; the checkout's two commands are what the gate itself does. */
const elsewhere = /^(?:npm i -D|npx |npm ci && )/;
const lines = blocksOf(readme)
  .flatMap((block) => (block.kind === "commands" ? block.text.trim().split("\n") : []))
  .filter((line) => !elsewhere.test(line));

test("the README shows commands of a checkout beside those", () => {
  expect(lines.length).toBeGreaterThan(5);
});

/** What a command is to end in, where that is not 0: a break was found; a server was told to stop; the key is a placeholder. */
const endings: readonly (readonly [command: RegExp, exit: readonly (number | null)[], says: string])[] = [
  [/-- judge /, [1], "CB202"],
  [/-- serve /, [null, 1, 130], '{"baseUrl":"http://127.0.0.1'],
  [/ --live /, [2, 3], "HX310"],
  [/./, [0], ""],
];

test.each(lines)("the README's command works as printed: %s", async (line) => {
  const { baseUrl, interrupt } = await serveForkproof(["--script", resolve("test/readme/agent-script.yaml")], ".");
  const path = [join(checkout.path, "bin"), process.env["PATH"] ?? ""].join(delimiter);
  const env = { ...process.env, PATH: path, ANTHROPIC_BASE_URL: baseUrl };
  const child = spawn("sh", ["-e", "-c", line], { cwd: checkout.path, env, detached: true });
  let said = "";
  const heard = (bytes: Buffer): void => {
    said += String(bytes);
    // A server says where it serves, and would go on.
    if (said.includes('"baseUrl"') && child.pid !== undefined) process.kill(-child.pid, "SIGINT");
  };
  for (const stream of [child.stdout, child.stderr]) stream.on("data", heard);
  const [exit] = (await once(child, "close")) as [number | null];
  await interrupt();
  const [, exits = [], says = ""] = endings.find(([command]) => command.test(line)) ?? [];
  expect(exits, said).toContain(exit);
  expect(said).toContain(says);
});
