import { spawnSync } from "node:child_process";
import { cpSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";

test("matchers over what another copy of forkproof keeps name both copies", () => {
  using folder = makeTempFolder();
  for (const part of ["harness", "package.json"]) cpSync(part, join(folder.path, part), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder.path, "node_modules"));
  const script = `
    const { matchers } = await import("./harness/testing/index.ts");
    const other = await import(${JSON.stringify(join(folder.path, "harness/testing/index.ts"))});
    const tape = other.recordExchanges({ fetch: async () => Response.json({}) });
    for (const at of [1, 2]) await tape.fetch("https://api.anthropic.com/v1/messages", { method: "POST", body: "{}" });
    const state = { equals: Object.is };
    const [first, second] = tape.exchanges;
    const calls = {
      toHaveNoCacheBreaks: () => matchers.toHaveNoCacheBreaks.call(state, tape),
      toHaveFinding: () => matchers.toHaveFinding.call(state, tape.exchanges, "CB202"),
      toHaveFirstTurnRatio: () => matchers.toHaveFirstTurnRatio.call(state, second, { atLeast: 0.5 }),
      toShareForkPrefix: () => matchers.toShareForkPrefix.call(state, second, first),
    };
    for (const [name, call] of Object.entries(calls)) {
      try {
        console.log(name, "read it", call());
      } catch (fault) {
        console.log(fault.message.split("\\n")[0]);
      }
    }
  `;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" });
  const [own, other] = [resolve("harness/testing"), join(folder.path, "harness/testing")];
  const matchers = ["toHaveNoCacheBreaks", "toHaveFinding", "toHaveFirstTurnRatio", "toShareForkPrefix"];
  expect(stdout.trim().split("\n")).toEqual(
    matchers.map(
      (name) =>
        `HX541 ${name} cannot read what another copy of forkproof keeps: the matcher is from ${own}, the tape from ${other}`,
    ),
  );
});
