import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openShell, type ReadOnlyShell } from "../../../../../src/filters/shell/run/open-shell.ts";

const probe = process.platform === "win32" ? null : await openShell({ cwd: "/" });
await probe?.close();
const hasSandbox = probe?.confinement === "bubblewrap";
if (!hasSandbox) console.warn("SKIPPED: commands were not run in a sandbox, bubblewrap (bwrap) does not work here");

let root: string;
let shell: ReadOnlyShell;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "confined-")));
  writeFileSync(join(root, "notes.md"), "one\n");
});
afterEach(async () => {
  await shell.close();
  rmSync(root, { recursive: true, force: true });
});

/** What no filter would allow: the sandbox alone must hold it. */
const hostile = [
  "echo two >> notes.md",
  "touch new",
  "rm -f notes.md",
  "mv notes.md moved",
  "chmod 777 notes.md",
  "ln -s /etc/passwd link",
  "echo x > /etc/confined-canary",
  "mkdir -p /var/confined-canary",
  "mount -o remount,rw / && touch new",
  "mount -o remount,bind,rw . && touch new",
  "umount . ; touch new",
  "unshare -Urm sh -c 'mount -o remount,bind,rw . ; touch new'",
  "(sleep 1; touch late) & disown",
];

describe.skipIf(!hasSandbox)("a sandbox", () => {
  test("holds hostile commands without a filter: no file changes, and /tmp is gone with the command", async () => {
    shell = await openShell({ cwd: root, confine: "required", timeoutMs: 5000 });
    expect(shell.confinement).toBe("bubblewrap");
    const { mtimeMs, mode } = statSync(join(root, "notes.md"));
    for (const command of hostile) await shell.run(command);
    expect(readdirSync(root)).toEqual(["notes.md"]);
    expect(readFileSync(join(root, "notes.md"), "utf8")).toBe("one\n");
    expect(statSync(join(root, "notes.md"))).toMatchObject({ mtimeMs, mode });
    for (const path of ["/etc/confined-canary", "/var/confined-canary"])
      expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
    expect(await shell.run("echo x > /tmp/own && cat /tmp/own")).toMatchObject({ content: "x\n", isError: false });
    expect(await shell.run("ls /tmp/own")).toMatchObject({ isError: true });
  });

  test("has no network, not even to this machine", async () => {
    shell = await openShell({ cwd: root, confine: "required", timeoutMs: 5000 });
    let met = 0;
    const server = createServer(() => (met += 1));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const connect = `exec 3<>/dev/tcp/127.0.0.1/${port} && echo met >&3`;
    expect(await shell.run(connect)).toMatchObject({ isError: true });
    expect(met).toBe(0);
    const open = await openShell({ cwd: root, confine: "limits" });
    expect(await open.run(connect)).toMatchObject({ isError: false });
    await open.close();
    server.close();
  });

  test("reads what is there, and its failure is that of a command", async () => {
    shell = await openShell({ cwd: root });
    expect(await shell.run("cat notes.md | wc -l")).toMatchObject({ content: "1\n", isError: false });
    const refused = await shell.run("touch new");
    expect(refused).toMatchObject({ isError: true, ended: "by-itself" });
    expect(refused.content).toContain("Read-only file system");
  });
});

describe.skipIf(probe === null)("limits", () => {
  beforeEach(async () => {
    shell = await openShell({ cwd: root, confine: "limits", timeoutMs: 3000, maxBytes: 10_000 });
  });

  test("are what holds a command where no sandbox is asked for", () => {
    expect(shell).toMatchObject({ confinement: "limits", limitsProcesses: process.getuid?.() !== 0 });
  });

  test("let no file be filled, also by a part of a pipeline", async () => {
    expect(await shell.run("echo two >> notes.md")).toMatchObject({ isError: true });
    expect(await shell.run("seq 9 | sort -o out | cat")).toMatchObject({ isError: true });
    expect(readFileSync(join(root, "notes.md"), "utf8")).toBe("one\n");
  });

  test.runIf(process.platform === "linux")("end what takes all time, memory or output", async () => {
    expect(await shell.run("while :; do :; done")).toMatchObject({ isError: true });
    expect(await shell.run("x=aaaaaaaa; while :; do x=$x$x; done")).toMatchObject({ isError: true });
    expect(await shell.run("cat /dev/zero")).toMatchObject({ isError: true, ended: "too-much" });
  });
});

test.skipIf(hasSandbox || probe === null)(
  "a sandbox that is required and missing is an error, never less",
  async () => {
    shell = await openShell({ cwd: root, confine: "limits" });
    await expect(openShell({ cwd: root, confine: "required" })).rejects.toThrow(/bubblewrap/);
  },
);
