import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { listFolder, makeTempFolder, statKind, type TempFolder } from "../../harness/io/files/disk.ts";
import { resolveSource } from "../../harness/scenario/resolve-source.ts";
import { faultOf } from "./fault-of.ts";

let temp: TempFolder;
beforeEach(() => {
  temp = makeTempFolder();
});
afterEach(() => temp[Symbol.dispose]());

const make = (path: string): string => mkdirSync(join(temp.path, path), { recursive: true }) ?? "";

function resolve(path: string): string {
  const file = join(temp.path, "scenarios/deep/a.yaml");
  const found = resolveSource(path, "recording", { file, place: `${file}:1:7` }, { listFolder, statKind }, temp.path);
  return found.slice(temp.path.length + 1);
}

test("the scenario's own folder comes before fixtures", () => {
  make("fixtures/cassettes/agent");
  expect(resolve("cassettes/agent")).toBe("fixtures/cassettes/agent");
  make("scenarios/deep/cassettes/agent");
  expect(resolve("cassettes/agent")).toBe("scenarios/deep/cassettes/agent");
});

test("a path may lead up, and an absolute one is not resolved", () => {
  make("recordings/one");
  expect(resolve("../../recordings/one")).toBe("recordings/one");
  expect(resolve(join(temp.path, "recordings/one"))).toBe("recordings/one");
});

test("a missing source is reported with every place that was searched", () => {
  expect(faultOf(() => resolve("cassettes/agent"), temp.path)).toMatchInlineSnapshot(`
    "HX140 no recording at \`cassettes/agent\`; looked at TEMP/scenarios/deep/cassettes/agent and TEMP/fixtures/cassettes/agent
      at TEMP/scenarios/deep/a.yaml:1:7
      write the path from the scenario's folder, or from fixtures/ (exit 2)"
  `);
  expect(faultOf(() => resolve("/no/such/agent"), temp.path)).toMatchInlineSnapshot(`
    "HX140 no recording at \`/no/such/agent\`; looked at /no/such/agent
      at TEMP/scenarios/deep/a.yaml:1:7
      write the path from the scenario's folder, or from fixtures/ (exit 2)"
  `);
});

test("a missing source is reported with the name that a folder has alike", () => {
  make("fixtures/cassettes/scripted-parent");
  make("scenarios/deep");
  expect(faultOf(() => resolve("cassettes/scripted-parnt"), temp.path)).toContain(
    "did you mean `cassettes/scripted-parent`? write the path",
  );
  expect(faultOf(() => resolve("cassettes/another"), temp.path)).not.toContain("did you mean");
});
