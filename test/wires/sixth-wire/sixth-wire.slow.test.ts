import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../../harness/io/files/disk.ts";
import { addSixthWire } from "./add-sixth-wire.ts";

let folder: TempFolder;
let main: string;
beforeAll(() => {
  folder = makeTempFolder();
  main = addSixthWire(folder.path);
});
afterAll(() => folder[Symbol.dispose]());

const rules = "Keep the lamp lit and the log dry. ".repeat(40);
const first = [{ by: "user", says: "Who goes there?" }];
const reply = { by: "model", says: "A friend." };
const forked = [...first, reply, { by: "user", says: "Say it again." }];
const bodyOf = (lines: readonly object[], of = rules): string => JSON.stringify({ model: "p-1", rules: of, lines });

type Ran = { readonly exit: number; readonly out: string };

async function forkproof(...args: readonly string[]): Promise<Ran> {
  const child = spawn(process.execPath, [main, ...args], { cwd: folder.path, env: {} });
  let out = "";
  child.stdout.on("data", (bytes: Buffer) => (out += bytes.toString()));
  const [exit] = (await once(child, "close")) as [number];
  return { exit, out };
}

/** Writes a recording of a parent and a fork, and the parent's answer. */
function record(name: string, fork: string): void {
  const body = JSON.stringify({ reply: [reply], usage: { prompt: 320, kept: 0, said: 4 } });
  const response = { status: 200, headers: [["content-type", "application/json"]], body };
  const lines = [bodyOf(first), fork].map((request, at) =>
    JSON.stringify({ seq: at + 1, method: "POST", path: "/parley/ask", headers: [], body: request, response }),
  );
  writeFileSync(join(folder.path, name), `${lines.join("\n")}\n`);
}

describe("a sixth wire format, added as one folder and one line of a list,", () => {
  test("passes the type checker", async () => {
    const settings = { extends: "./tsconfig.json", include: ["harness", "src"] };
    writeFileSync(join(folder.path, "tsconfig.copy.json"), JSON.stringify(settings));
    const tsc = join(folder.path, "node_modules/typescript/bin/tsc");
    const run = promisify(execFile)(process.execPath, [tsc, "-p", "tsconfig.copy.json", "--noEmit"], {
      cwd: folder.path,
    });
    await expect(run).resolves.toMatchObject({ stdout: "" });
  });

  test("is judged by the bytes of its prefix", async () => {
    record("kept.jsonl", bodyOf(forked));
    record("moved.jsonl", bodyOf(forked, `It is noon. ${rules}`));
    const [kept, moved] = await Promise.all(
      ["kept", "moved"].map((name) => forkproof("judge", `${name}.jsonl`, "--parent", "1", "--child", "2", "--json")),
    );
    expect(JSON.parse(kept?.out ?? "")).toMatchObject({
      dialect: "parley",
      provider: "parley-house",
      verdict: "byte-identical",
      class: "extension",
    });
    expect(JSON.parse(moved?.out ?? "")).toMatchObject({ verdict: "diverged", divergence: { pointer: "/rules" } });
  });

  test("has conversations that inspect follows by their answers", async () => {
    record("kept.jsonl", bodyOf(forked));
    const { exit, out } = await forkproof("inspect", "kept.jsonl", "--json");
    expect(exit).toBe(0);
    expect(out).toMatch(/"parent":\s*"1"/);
  });

  test("is served by the mocked provider, which reads whole units of its cache", async () => {
    writeFileSync(
      join(folder.path, "script.json"),
      JSON.stringify({ script: { parent: [{ text: "A friend." }, { text: "A friend." }] } }),
    );
    const child = spawn(process.execPath, [main, "serve", "--script", "script.json"], { cwd: folder.path, env: {} });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [line] = (await once(createInterface(child.stdout), "line")) as [string];
    const { baseUrl } = JSON.parse(line) as { baseUrl: string };
    const ask = async (lines: readonly object[]): Promise<Readonly<Record<string, number>>> => {
      const sent = { method: "POST", body: bodyOf(lines) };
      const answer = (await (await fetch(`${baseUrl}/parley/ask`, sent)).json()) as { usage: Record<string, number> };
      return answer.usage;
    };
    const [cold, warm] = [await ask(first), await ask(forked)];
    expect(cold["kept"]).toBe(0);
    expect(warm["kept"]).toBeGreaterThan(64);
    expect(Number(warm["kept"]) % 32).toBe(0);
  });
});
