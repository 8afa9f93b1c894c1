import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openShell, type ReadOnlyShell } from "../../../../../src/filters/shell/run/open-shell.ts";

const hasBash = process.platform !== "win32";
const sandboxes = ["bubblewrap", "unshare"] as const;
const works = new Map<string, boolean>();
for (const name of sandboxes) {
  works.set(name, hasBash && (await worksHere(name)));
  if (works.get(name) !== true)
    console.warn(`SKIPPED: commands were not run in a sandbox of ${name}, which does not work here`);
}
const hasSandbox = [...works.values()].includes(true);

async function worksHere(confine: (typeof sandboxes)[number]): Promise<boolean> {
  const shell = await openShell({ cwd: "/", confine }).catch(() => null);
  await shell?.close();
  return shell?.confinement === confine;
}

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
  "setsid touch late",
  "echo x > /dev/shm/confined-canary",
  "cat /proc/sys/kernel/core_pattern > /proc/sys/kernel/core_pattern && touch wrote || rm -f notes.md",
  "for d in /dev/vd* /dev/sd* /dev/nvme* /dev/loop* /dev/kmsg /dev/mem; do [ -e $d ] && kill -9 0; done; touch new",
];

describe.each(sandboxes.filter((name) => works.get(name)))("a sandbox of %s", (confine) => {
  test("holds hostile commands without a filter: no file changes, and /tmp is gone with the command", async () => {
    shell = await openShell({ cwd: root, confine, timeoutMs: 5000 });
    expect(shell.confinement).toBe(confine);
    const { mtimeMs, mode } = statSync(join(root, "notes.md"));
    for (const command of hostile) await shell.run(command);
    expect(readdirSync(root)).toEqual(["notes.md"]);
    expect(readFileSync(join(root, "notes.md"), "utf8")).toBe("one\n");
    expect(statSync(join(root, "notes.md"))).toMatchObject({ mtimeMs, mode });
    for (const path of ["/etc/confined-canary", "/var/confined-canary", "/dev/shm/confined-canary"])
      expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
    expect(await shell.run("echo x > /tmp/own && cat /tmp/own")).toMatchObject({ content: "x\n", isError: false });
    expect(await shell.run("ls /tmp/own")).toMatchObject({ isError: true });
  });

  test("shows no file of /tmp and /run but the folder of its commands, and few devices", async () => {
    shell = await openShell({ cwd: root, confine });
    writeFileSync(join(root, "..", "confined-neighbour"), "x");
    expect((await shell.run("ls /run; ls /tmp | grep -v '^guarded-git-'")).content).toBe(`${basename(root)}\n`);
    rmSync(join(root, "..", "confined-neighbour"));
    const open = 'for each in /dev/*; do [ -c "$each" ] && [ ! -L "$each" ] && echo "$each"; done; find /dev -type b';
    const devices = "full null random tty urandom zero".split(" ").map((name) => `/dev/${name}`);
    expect((await shell.run(open)).content.trim().split("\n")).toEqual(devices);
  });

  test("takes all privileges from a command, and the kernel's values stay as they are", async () => {
    shell = await openShell({ cwd: root, confine });
    expect((await shell.run("grep -c 'Cap.*0000000000000000' /proc/self/status")).content).toBe("5\n");
    const same = "cat /proc/sys/kernel/core_pattern > /proc/sys/kernel/core_pattern";
    expect(await shell.run(same)).toMatchObject({ isError: true });
  });

  test("terminates every process of a command that takes too long, in whatever session it is", async () => {
    shell = await openShell({ cwd: root, confine, timeoutMs: 1500 });
    const name = `sleep 61.${process.pid}`;
    expect(await shell.run(`setsid ${name} & ${name} & wait`)).toMatchObject({ ended: "too-long" });
    await expect.poll(() => spawnSync("pgrep", ["-f", name], { encoding: "utf8" }).stdout).toBe("");
  });

  test("has its own devices and /tmp also where its commands start in the root", async () => {
    shell = await openShell({ cwd: "/", confine });
    expect(await shell.run("seq 3 | tac > /dev/null && echo a > /tmp/a && cat /tmp/a && pwd")).toMatchObject({
      content: "a\n/\n",
      isError: false,
    });
  });

  test("has no network, not even to this machine", async () => {
    shell = await openShell({ cwd: root, confine, timeoutMs: 5000 });
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
    shell = await openShell({ cwd: root, confine });
    expect(await shell.run("cat notes.md | wc -l")).toMatchObject({ content: "1\n", isError: false });
    const refused = await shell.run("touch new");
    expect(refused).toMatchObject({ isError: true, ended: "by-itself" });
    expect(refused.content).toContain("Read-only file system");
  });
});

describe.skipIf(!hasBash)("limits", () => {
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

describe.skipIf(!hasBash)("a shell", () => {
  test("asks for the best sandbox that works: bubblewrap, then unshare, then limits", async () => {
    shell = await openShell({ cwd: root });
    expect(shell.confinement).toBe(sandboxes.find((name) => works.get(name)) ?? "limits");
  });

  test.each([
    ["bubblewrap", "bwrap --unshare-all --ro-bind / / --proc /proc true"],
    ["unshare", "unshare --user --map-root-user --mount --net --pid --fork --mount-proc mount -a -o remount,bind,ro"],
  ] as const)("finds the sandbox of %s usable where the machine's own programs are", (name, command) => {
    expect(works.get(name)).toBe(spawnSync("sh", ["-c", command]).status === 0);
  });

  test("refuses to open without a sandbox that is required and missing", async () => {
    shell = await openShell({ cwd: root, confine: "limits" });
    for (const confine of sandboxes.filter((name) => works.get(name) !== true))
      await expect(openShell({ cwd: root, confine })).rejects.toThrow(new RegExp(`${confine} is required`));
    if (!hasSandbox)
      await expect(openShell({ cwd: root, confine: "required" })).rejects.toThrow(/a sandbox is required/);
    await expect(openShell({ cwd: root, confine: "requierd" as "auto" })).rejects.toThrow(/did you mean required/);
  });
});
