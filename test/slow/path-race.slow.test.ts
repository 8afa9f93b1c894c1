import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { autoMemFilter } from "../../src/filters/auto-mem-filter.ts";
import { makePlayground } from "../src/filters/paths/path-playground.ts";

const linux = process.platform === "linux";
if (!linux) console.warn("SKIPPED: swaps were not raced, only Linux opens folders step by step");

/** Swaps the folder `sub`, and a file of notes, with symlinks to outside as fast as it can, until its input ends. */
const attacker = `
const { renameSync, symlinkSync, rmSync, writeFileSync } = require("node:fs");
process.stdin.on("end", () => process.exit(0)).resume();
symlinkSync("../outside", "mem/sub-link");
// The other side may be quicker and put its own file there.
const place = (put) => { rmSync("mem/flip.md", { force: true }); try { put(); } catch (fault) { if (fault.code !== "EEXIST") throw fault; } };
const turn = () => {
  for (let round = 0; round < 50; round += 1) {
    renameSync("mem/sub", "mem/sub-real");
    renameSync("mem/sub-link", "mem/sub");
    place(() => symlinkSync("../outside/secret.md", "mem/flip.md"));
    renameSync("mem/sub", "mem/sub-link");
    renameSync("mem/sub-real", "mem/sub");
    place(() => writeFileSync("mem/flip.md", "", { flag: "wx" }));
  }
  setImmediate(turn);
};
turn();
process.stdout.write("racing");
`;

test.runIf(linux)("thousands of writes under a swapping attacker stay inside the folder", async () => {
  const { root, mem, remove } = await makePlayground([]);
  const child = spawn(process.execPath, ["-e", attacker], { cwd: root, stdio: ["pipe", "pipe", "inherit"] });
  const gone = once(child, "exit");
  try {
    const filter = await autoMemFilter({ memoryDir: mem });
    const rules = new Map<string, number>();
    // Some writes went through, some were refused in the midst of opening; a machine that is busy elsewhere takes more rounds to that.
    const raced = (): boolean => (rules.get("written") ?? 0) > 100 && rules.size > 2;
    await once(child.stdout, "data");
    for (let round = 0; round < 6000 || (!raced() && round < 100_000); round += 1) {
      const name = ["sub/secret.md", "flip.md", `sub/new-${round}.md`][round % 3] ?? "";
      const call = { id: String(round), tool: "FileWrite", input: { file_path: join(mem, name) } };
      const { file, ...refused } = await filter.openFile(call);
      await file?.writeText("written");
      await file?.close();
      const rule = "refusal" in refused ? refused.refusal.rule : "written";
      rules.set(rule, (rules.get(rule) ?? 0) + 1);
    }
    expect(readdirSync(join(root, "outside"))).toEqual(["secret.md"]);
    expect(readFileSync(join(root, "outside/secret.md"), "utf8")).toBe("text of outside/secret.md");
    expect(raced()).toBe(true);
  } finally {
    child.stdin.end();
    expect(await gone).toEqual([0, null]);
    remove();
  }
});
