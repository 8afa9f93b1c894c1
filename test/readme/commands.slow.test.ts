import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { serveForkproof } from "../cli/serve-forkproof.ts";
import { blocksOf } from "./blocks.ts";
import { readDocuments, shownFile } from "./documents.ts";
import { writeAgent } from "./stand-in-agent.ts";

const readme = readFileSync("README.md", "utf8");
const packaged = readFileSync("README.package.md", "utf8");
/** A checkout in which commands may write: links to this one, except for folders that they write into. */
let checkout: TempFolder;
beforeAll(() => {
  checkout = makeTempFolder();
  const written = ["fixtures", "reports", "test", "dist", ".git"];
  for (const name of readdirSync(".").filter((each) => !written.includes(each))) {
    symlinkSync(resolve(name), join(checkout.path, name));
  }
  // Commands record into `fixtures/cassettes/my-agent`, which a developer may have; they only read the others.
  for (const folder of ["fixtures", "fixtures/cassettes"]) {
    mkdirSync(join(checkout.path, folder));
    for (const name of readdirSync(folder).filter((each) => !["cassettes", "my-agent"].includes(each))) {
      symlinkSync(resolve(folder, name), join(checkout.path, folder, name));
    }
  }
  // The README's word for a recording of the reader's own.
  cpSync("fixtures/cassettes/coding-agent", join(checkout.path, "recording.jsonl"), { recursive: true });
  // The script that a README shows for a reader's own tests.
  writeFileSync(join(checkout.path, "answers.yaml"), shownFile("answers.yaml"));
  writeAgent(join(checkout.path, "bin"));
});
afterAll(() => checkout[Symbol.dispose]());

test("the README and the package's README start alike and show the same workflow and the same test", () => {
  const shared = (text: string): readonly (string | undefined)[] => [
    /^## Start\n[\s\S]*?(?=^## )/m.exec(text)?.[0],
    /^```yaml \.github[\s\S]*?^```/m.exec(text)?.[0],
    /^```js my-agent\.test\.js[\s\S]*?^```/m.exec(text)?.[0],
  ];
  expect(shared(readme)).toEqual(shared(packaged));
  expect(shared(readme)[0]).toContain("npm i -D forkproof");
  expect(shared(readme)[1]).toContain("npx forkproof run");
  expect(shared(readme)[2]).toContain("toShareForkPrefix");
});

test("the package's README names the entries for a reader's own tests, and links to no file outside the package", () => {
  for (const name of ["testing", "vitest", "vitest/auto"]) expect(packaged).toContain(`\`forkproof/${name}\``);
  expect(packaged).not.toMatch(/\]\((?!https:|harness\/testing\/)/);
});

test("the third of the README's first commands ends with the verdict on the reader's own agent", async () => {
  const start = /^## Start\n[\s\S]*?^```sh\n([\s\S]*?)^```/m.exec(readme)?.[1] ?? "";
  const typed = start.trim().split("\n");
  expect(typed.map((line) => line.replace(/\s+#.*/, ""))).toEqual([
    "npm init -y",
    "npm i -D forkproof",
    "npx forkproof record -- my-agent",
  ]);
  using empty = makeTempFolder();
  const { baseUrl, interrupt } = await serveForkproof(["--script", resolve("test/readme/agent-script.yaml")], ".");
  const path = [join(checkout.path, "bin"), process.env["PATH"] ?? ""].join(delimiter);
  const env = { ...process.env, PATH: path, ANTHROPIC_BASE_URL: baseUrl };
  const { exit, out } = await runForkproof(["record", "--", "my-agent"], empty.path, env);
  await interrupt();
  expect(exit).toBe(0);
  expect(out).toMatch(/^No break by the client in 1 compared request\.\n/);
});

/** The first blocks are the package's, which its own test runs; the checkout's own are what the gate itself does. */
const elsewhere = /^(?:npm init |npm i -D|npx |npm ci && |npm run build\b)/;
const commands = blocksOf(readDocuments())
  .flatMap((block) => (block.kind === "commands" ? block.text.trim().split("\n") : []))
  .filter((line) => !elsewhere.test(line));
/** Several documents show the same command. */
const lines = [...new Set(commands.map((line) => line.replace(/\s+#.*/, "")))];

test("the READMEs show further commands of a checkout", () => {
  expect(lines.length).toBeGreaterThan(10);
});

/** The exit code of a command, if it is not 0: a break was found, a server was stopped, or the key is a placeholder. */
const endings: readonly (readonly [command: RegExp, exit: readonly (number | null)[], says: string])[] = [
  [/-- judge /, [1], "CB202"],
  [/-- serve /, [null, 1, 130], '{"baseUrl":"http://127.0.0.1'],
  [/ --live /, [2, 3], "HX310"],
  [/./, [0], ""],
];

/** For commands that ask no model: nothing listens there. */
const unserved = { baseUrl: "http://127.0.0.1:9", interrupt: async () => undefined };

test.each(lines)("a command of a README works as printed: %s", async (line) => {
  const isAsking = / --live | my-agent/.test(line);
  const script = resolve("test/readme/agent-script.yaml");
  const { baseUrl, interrupt } = isAsking ? await serveForkproof(["--script", script], ".") : unserved;
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
