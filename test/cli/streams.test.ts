import { spawn } from "node:child_process";
import { once } from "node:events";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { version } from "../../harness/kernel/version.ts";
import { main, runForkproof } from "./run-forkproof.ts";
import { writeTraffic } from "./write-traffic.ts";

const judged = ["judge", "traffic.jsonl", "--parent", "2", "--child", "4"] as const;

let folder: TempFolder;
beforeAll(() => {
  folder = makeTempFolder();
  writeTraffic(folder.path);
});
afterAll(() => folder[Symbol.dispose]());

test("output to a pipe is coloured only if colour is forced, and a document never", async () => {
  const plain = await runForkproof(judged, folder.path);
  const forced = await runForkproof(judged, folder.path, { FORCE_COLOR: "1" });
  const document = await runForkproof([...judged, "--json"], folder.path, { FORCE_COLOR: "1" });
  expect(plain.out).toBe(stripVTControlCharacters(plain.out));
  expect(forced.out).not.toBe(plain.out);
  expect(stripVTControlCharacters(forced.out)).toBe(plain.out);
  expect(JSON.parse(document.out)).toMatchObject({ schema: "forkproof/judgement@2" });
});

test("the command ends quietly if its reader goes away", async () => {
  const child = spawn(process.execPath, [main, ...judged, "--json"], { cwd: folder.path, env: {} });
  child.stdout.destroy();
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const [exit] = await once(child, "close");
  expect({ exit, err }).toEqual({ exit: 1, err: "traffic.jsonl: a traffic file of 4 requests\n" });
});

test("an internal error is labelled as one, and shows its stack only with FORKPROOF_DEBUG", async () => {
  // Breaks what the parser uses, in that process alone.
  const broken = ["--import", 'data:text/javascript,Array.prototype.toSpliced=()=>{throw new Error("boom")}'];
  const quiet = await runForkproof(["explain", "--json"], folder.path, {}, broken);
  const loud = await runForkproof(["explain"], folder.path, { FORKPROOF_DEBUG: "1" }, broken);
  expect([quiet.exit, loud.exit]).toEqual([3, 3]);
  expect(quiet.err.replace(version, "VERSION")).toMatchInlineSnapshot(`
    "HX999  forkproof VERSION itself failed: boom
           fix    report this with your command line; FORKPROOF_DEBUG=1 before it
                  shows the stack
    "
  `);
  expect(JSON.parse(quiet.out)).toMatchObject({ schema: "forkproof/error@2", code: "HX999", where: null });
  expect(loud.err).toContain("Error: boom\n    at ");
});
