import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { guardedGit } from "../../src/filters/shell/run/guarded-git.ts";
import { makeHostileRepository } from "../src/filters/shell/run/hostile-repository.ts";
import { hostileLines, hostileNames } from "./canaries.ts";

/**
 * A folder that the box shows as /mnt: `play` and `memory` to read, `bin` with a program that does harm, `applets` of busybox, and `repo` with
 * a repository whose config names programs, for which `guard` holds the git of `openShell`.
 */
export type Playground = { readonly folder: string; readonly files: number; readonly remove: () => void };

/** Files whose names and contents an attacker has chosen, and plain ones that commands name. */
export function makePlayground(): Playground {
  const folder = mkdtempSync(join(tmpdir(), "oracle-"));
  const play = join(folder, "play");
  for (const each of ["play/src/deep", "play/notes", "play/empty", "memory", "bin", "applets", "guard"])
    mkdirSync(join(folder, each), { recursive: true });
  const text = `${hostileLines.join("\n")}\n`;
  for (const name of hostileNames) writeFileSync(join(play, name), `${name}\n${text}`);
  for (const name of [...plainNames, "src/a.ts", "src/deep/b.md", "notes/a.md", "notes/-i"])
    writeFileSync(join(play, name), text);
  writeFileSync(
    join(play, "data.json"),
    JSON.stringify({ a: hostileLines, x: { file: "/oracle-canary-content/json" } }),
  );
  writeFileSync(join(play, "null.list"), hostileLines.join("\0"));
  writeFileSync(join(play, "p.jq"), 'import "x" as x; input_filename');
  symlinkSync("notes.md", join(play, "link"));
  for (const program of ["bin/evil", "play/evil", "play/ls", "play/sh"]) {
    writeFileSync(join(folder, program), "#!/bin/sh\nexit 0\n");
    chmodSync(join(folder, program), 0o755);
  }
  writeFileSync(join(folder, "guard", "git"), guardedGit, { mode: 0o755 });
  makeHostileRepository(join(folder, "repo"), "/mnt/repo");
  spawnSync("tar", ["-C", play, "-czf", join(play, "a.tar.gz"), "src", "--", "-i"]);
  spawnSync("tar", ["-C", play, "-cf", join(play, "a.tar"), "src"]);
  spawnSync("gzip", ["-kq", join(play, "f")]);
  spawnSync("busybox", ["--install", "-s", join(folder, "applets")]);
  return {
    folder,
    files: hostileNames.length + plainNames.length,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Names that generated commands use, and so those that an attacker writes first in an attack of two steps. */
export const plainNames: readonly string[] = [
  "f",
  "g",
  "a.md",
  "b.md",
  "notes.md",
  "list",
  "names.txt",
  "data.csv",
  "script.sed",
  "x",
  "y",
  "magic",
  "out2",
  "sums",
];
