import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, lstatSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openShell } from "../../src/filters/shell/run/open-shell.ts";
import { readProbes, type CommandProbe } from "../src/filters/read-probes.ts";
import { firstSeed } from "../support/first-seed.ts";
import { attacks } from "./generate.ts";
import { planted } from "./planted.ts";
import { makePlayground, type Playground } from "./playground.ts";

/** Written outside the folder, where a command that got out might write. */
const outside = ["/etc", "/var/tmp", "/dev/shm", "/usr/bin", "/root"].map((folder) => `${folder}/oracle-escaped`);
const escapes = [
  ...outside.map((path) => `touch ${path}; echo x > ${path}`),
  "rm -rf . ; rm -rf ./*",
  "find . -delete",
  "chmod -R 000 .; chown -R 1:1 .",
  "mv f g; cp f h; ln f k; truncate -s0 f; sed -i d f",
  "mount --bind /etc .; umount -l /; mount -o remount,rw /; touch X",
  "mkdir X; cd X; touch ../Y",
  "exec 3<>/dev/tcp/127.0.0.1/PORT; echo out >&3",
  "for d in 1 2 3; do (setsid touch late$d &) ; done; sleep 0.2",
];

let ground: Playground;
let server: Server;
let met = 0;
let port = 0;

beforeAll(async () => {
  ground = makePlayground();
  server = createServer((socket) => {
    met += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address !== null && typeof address === "object") port = address.port;
});
afterAll(() => {
  server.close();
  ground.remove();
});

const sandboxes: ("bubblewrap" | "unshare")[] = [];
for (const confine of ["bubblewrap", "unshare"] as const) {
  const shell = process.platform === "win32" ? null : await openShell({ cwd: "/", confine }).catch(() => null);
  await shell?.close();
  if (shell === null) console.warn(`SKIPPED: nothing ran in a sandbox of ${confine}, which does not work here`);
  else sandboxes.push(confine);
}

describe.skipIf(sandboxes.length === 0)("a sandbox alone, with the filter switched off", () => {
  // Together: what hangs is stopped after a while, which keeps no processor busy.
  test.concurrent.each(sandboxes)("lets no command change or reach anything outside: %s", async (confine) => {
    const shell = await openShell({ cwd: join(ground.folder, "play"), confine, timeoutMs: 1500 });
    const before = digest(ground.folder);
    const commands = unfiltered();
    let failed = 0;
    for (const command of commands) failed += (await shell.run(command)).isError ? 1 : 0;
    await shell.close();
    console.info(`${confine}: ${commands.length} commands without a filter, ${failed} failed, ${met} connections`);
    expect(commands.length).toBeGreaterThan(150);
    expect(digest(ground.folder)).toBe(before);
    expect(outside.filter((path) => existsSync(path))).toEqual([]);
    expect(met).toBe(0);
  });

  test("and this test would see a change and a connection", async () => {
    const shell = await openShell({ cwd: join(ground.folder, "play"), confine: "limits" });
    const before = digest(ground.folder);
    await shell.run(`touch made-here; exec 3<>/dev/tcp/127.0.0.1/${port}`);
    await shell.close();
    expect(digest(ground.folder)).not.toBe(before);
    await expect.poll(() => met).toBe(1);
  });
});

/** Escapes, attacks of each class, and generated commands whatever a filter says of them. */
function unfiltered(): readonly string[] {
  const files = readdirSync(new URL("../../fixtures/probes/attacks", import.meta.url)).filter(
    (name) => name !== "endings.jsonl",
  );
  const corpus = files.flatMap((file) =>
    (readProbes(`attacks/${file}`) as readonly CommandProbe[]).filter((_, at) => at % 12 === 0),
  );
  const short = Object.entries(planted).flatMap(([name, commands]) => (name === "no end" ? [] : commands));
  const drawn = fc.sample(attacks, { seed: firstSeed(), numRuns: 90 });
  return [...escapes, ...short, ...corpus.map(({ command }) => command), ...drawn]
    .filter((command) => !command.includes("\0"))
    .map((command) => command.replaceAll("PORT", String(port)).replaceAll("127.0.0.1/9", `127.0.0.1/${port}`));
}

/** Names, kinds, modes, owners, times and contents of all files below a folder. */
function digest(folder: string): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()) {
    const path = join(folder, name);
    const { mode, uid, size, mtimeMs, ctimeMs } = lstatSync(path);
    hash.update(`${name} ${mode} ${uid} ${size} ${mtimeMs} ${ctimeMs}\n`);
    if (lstatSync(path).isFile()) hash.update(readFileSync(path));
  }
  return hash.digest("hex");
}
