import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { classifyCommand } from "../../../../../src/filters/shell/classify-command.ts";
import { loadGrammar } from "../../../../../src/filters/shell/load-grammar.ts";
import { openShell } from "../../../../../src/filters/shell/run/open-shell.ts";
import { readProbes, type CommandProbe } from "../../read-probes.ts";

/** Whether a command ends is not judged by its text, so that the shell must end each of these. */
const endless = readProbes("endless/commands.jsonl") as readonly CommandProbe[];
const grammar = await loadGrammar();
const folder = mkdtempSync(join(tmpdir(), "endless-"));
writeFileSync(join(folder, "f"), "x\n");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a filter allows each command that only does not end", () => {
  expect(endless.length).toBeGreaterThan(100);
  expect(endless.filter(({ command }) => classifyCommand(grammar, command, "bash") !== null)).toEqual([]);
});

describe.skipIf(process.platform === "win32")("the shell", () => {
  test("ends each command by its time, its output or its memory, and leaves no process behind", async () => {
    const shell = await openShell({ cwd: folder, timeoutMs: 250, maxBytes: 20_000 });
    // Limits alone do not keep a command from opening the devices of the machine.
    const due = shell.confinement === "limits" ? endless.filter(({ command }) => !command.includes("dev")) : endless;
    if (due.length < endless.length) console.warn("SKIPPED: without a sandbox no command that opens devices was run");
    const ended = new Map<string, number>();
    for (const { command } of due) {
      const outcome = await shell.run(command);
      ended.set(outcome.ended, (ended.get(outcome.ended) ?? 0) + 1);
    }
    await shell.close();
    console.info(`endless commands: ${[...ended].map(([how, count]) => `${count} ended ${how}`).join(", ")}`);
    expect([...ended.values()].reduce((sum, count) => sum + count, 0)).toBe(due.length);
    expect(ended.get("too-long")).toBeGreaterThan(10);
    expect(ended.get("too-much")).toBeGreaterThan(10);
    expect(spawnSync("pgrep", ["-f", folder], { encoding: "utf8" }).stdout).toBe("");
    expect(readdirSync(folder)).toEqual(["f"]);
  }, 120_000);
});
