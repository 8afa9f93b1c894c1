import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { runSection } from "./run-section.ts";

/** A section that starts a process in a group of its own, writes down its number, and goes on as `then` says. */
function section(folder: string, then: string): readonly [program: string, pid: () => number] {
  const [program, noted] = [join(folder, "section.mjs"), join(folder, "pid")];
  writeFileSync(
    program,
    `import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { detached: true, stdio: "ignore" });
writeFileSync(${JSON.stringify(noted)}, String(child.pid));
${then}`,
  );
  return [program, () => Number(readFileSync(noted, "utf8"))];
}

async function expectEnded(pid: number): Promise<void> {
  const runs = (): boolean => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  // Whoever inherited it takes a moment to notice its end.
  for (let look = 0; look < 100 && runs(); look += 1) await setTimeout(50);
  expect(runs()).toBe(false);
}

test.runIf(process.platform === "linux")("a section of the bench ends with all that it started", async () => {
  using folder = makeTempFolder();
  const rows = [{ what: "a row", medianMs: Number.NaN, against: null, bytes: null, goal: null }];
  const [program, pid] = section(
    folder.path,
    `process.send([{ what: "a row", medianMs: NaN, against: null, bytes: null, goal: null }], () => process.exit(0));`,
  );
  expect(await runSection("any", 1, program)).toEqual(rows);
  await expectEnded(pid());
});

test.runIf(process.platform === "linux")(
  "a section of the bench that is late is stopped with all that it started",
  async () => {
    using folder = makeTempFolder();
    const [program, pid] = section(folder.path, "setInterval(() => {}, 1000);");
    expect(await runSection("any", 0.05, program)).toBe("it did not end within 0.05 minutes");
    await expectEnded(pid());
  },
);

test("a section of the bench that breaks is reported with its exit code", async () => {
  using folder = makeTempFolder();
  const [program] = section(folder.path, "process.exit(7);");
  expect(await runSection("any", 1, program)).toBe("its process ended with exit code 7");
});
