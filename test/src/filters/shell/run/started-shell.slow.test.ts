import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openShell } from "../../../../../src/filters/shell/run/open-shell.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "started-shell-")));
const confinements = ["bubblewrap", "unshare", "limits"] as const;
const openShellUrl = new URL("../../../../../src/filters/shell/run/open-shell.ts", import.meta.url).href;

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe.skipIf(process.platform === "win32")("a shell whose next sandbox stands already", () => {
  test("runs commands at the same time, each in its own", async () => {
    const own = await openShell({ cwd: root });
    const outcomes = await Promise.all(["echo a; sleep 0.2", "echo b", "echo c"].map((command) => own.run(command)));
    expect(outcomes.map(({ content }) => content)).toEqual(["a\n", "b\n", "c\n"]);
    await own.close();
  });

  test("runs a command in the folder that is there now", async () => {
    const moving = mkdtempSync(join(root, "moving-"));
    const own = await openShell({ cwd: moving });
    // Meanwhile the next one starts.
    await own.run("sleep 1");
    rmSync(moving, { recursive: true });
    mkdirSync(moving);
    writeFileSync(join(moving, "new.md"), "");
    expect((await own.run("ls")).content).toBe("new.md\n");
    await own.close();
  });

  test.each(confinements)("lets the process end that opened it, and ends with it, under %s", async (confine) => {
    const script = `const { openShell } = await import(${JSON.stringify(openShellUrl)}); const shell = await openShell({ cwd: "/", confine: "${confine}" }); console.log((await shell.run("ls -d /tmp/../tmp")).content)`;
    const ran = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      env: { ...process.env, TMPDIR: mkdtempSync(join(root, "guards-")) },
      encoding: "utf8",
      timeout: 180_000,
    });
    if (ran.stderr.includes("does not work here")) return console.warn(`SKIPPED: ${confine} does not work here`);
    expect(ran).toMatchObject({ status: 0, stdout: "/tmp/../tmp\n\n" });
    await expect.poll(() => spawnSync("pgrep", ["-f", `${root}/guards-`], { encoding: "utf8" }).stdout).toBe("");
  });
});
