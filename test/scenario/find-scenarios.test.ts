import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { listFolder, makeTempFolder, statKind, type TempFolder } from "../../harness/io/files/disk.ts";
import { findScenarios } from "../../harness/scenario/find-scenarios.ts";
import { faultOf } from "./fault-of.ts";

let temp: TempFolder;
beforeEach(() => {
  temp = makeTempFolder();
});
afterEach(() => temp[Symbol.dispose]());

const at = (path: string): string => `${temp.path}/${path}`;

function put(...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), "");
  }
}

const find = (...paths: readonly string[]): readonly string[] =>
  findScenarios(paths.map(at), { statKind, listFolder }).map((path) => path.slice(temp.path.length + 1));

test("the search finds all YAML files below a folder, in code unit order", () => {
  put("b.yaml", "a/z.yml", "a/Z.yaml", "a-b/c.yaml", "a.yaml", "a/notes.md", "é.yaml", "a/b/c/d.yaml");
  expect(find("")).toEqual(["a-b/c.yaml", "a.yaml", "a/Z.yaml", "a/b/c/d.yaml", "a/z.yml", "b.yaml", "é.yaml"]);
});

test("the search skips hidden folders and node_modules, and finds hidden files", () => {
  put(".git/a.yaml", "node_modules/m/a.yaml", ".hidden.yaml", "a.yaml");
  expect(find("")).toEqual([".hidden.yaml", "a.yaml"]);
});

test("a named file is taken as it is, and each file once", () => {
  put("s/a.yaml", "s/b.yaml", "s/case.txt");
  expect(find("s/case.txt")).toEqual(["s/case.txt"]);
  expect(find("s", "s/b.yaml", "./s//a.yaml", "s/../s")).toEqual(["s/a.yaml", "s/b.yaml"]);
});

test("links to files are followed, links to folders are not, since they may form a circle", () => {
  put("s/a.yaml", "elsewhere/b.yaml");
  symlinkSync(at("elsewhere/b.yaml"), at("s/b.yaml"));
  symlinkSync(at("s"), at("s/round"));
  symlinkSync(at("s"), at("s/round.yaml"));
  expect(find("s")).toEqual(["s/a.yaml", "s/b.yaml"]);
});

test("an unreadable file or folder is named instead of skipped", () => {
  put("s/a.yaml");
  symlinkSync(at("nothing"), at("s/dangling.yaml"));
  expect(find("s", "none")).toEqual(["none", "s/a.yaml", "s/dangling.yaml"]);
});

test("a folder without scenarios is rejected, as is a missing folder", () => {
  put("s/deep/notes.md");
  expect(faultOf(() => find("s"), temp.path)).toMatchInlineSnapshot(`
    "HX130 no scenario in this folder
      at TEMP/s
      put a \`.yaml\` file in it or name another folder (exit 2)"
  `);
  expect(faultOf(() => findScenarios([], { statKind, listFolder }))).toMatchInlineSnapshot(`
    "HX131 no path to look for scenarios in
      at null
      name a scenario file or a folder (exit 2)"
  `);
});
