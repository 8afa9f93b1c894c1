import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { join, resolve } from "node:path";

/** Older builds are of other sources, and no run takes as long. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Suites run the CLI that users get, which starts in half the time of the sources. A mutation's proof runs
 * the sources (`FORKPROOF_CLI` names them). The build lies below `node_modules`, where it finds the packages that it does not hold.
 */
export function setup(): void {
  if (process.env["FORKPROOF_CLI"] !== undefined) return;
  const checkout = resolve(import.meta.dirname, "../..");
  const above = join(checkout, "node_modules/.forkproof-built");
  mkdirSync(above, { recursive: true });
  removeOld(above);
  const made = mkdtempSync(join(above, "new-"));
  const bundler = join(checkout, "node_modules/rolldown/bin/cli.mjs");
  execFileSync(process.execPath, [bundler, "-c", "-d", made, "--log-level", "silent"], { cwd: checkout });
  process.env["FORKPROOF_CLI"] = join(kept(made, above), "cli.js");
}

/**
 * The same build has the same folder in each run, so that Node's cache of compiled code, which knows files by their paths, does not grow by
 * some megabytes with each run. Runs at the same time may share it, so none of them removes it at its end.
 */
function kept(made: string, above: string): string {
  const folder = join(above, `cli-${digestOf(made)}`);
  try {
    renameSync(made, folder);
  } catch (fault) {
    if (!existsSync(join(folder, "cli.js"))) throw fault;
    rmSync(made, { recursive: true });
    utimesSync(folder, new Date(), new Date());
  }
  return folder;
}

function digestOf(folder: string): string {
  const hash = createHash("sha256");
  const files = globSync("**/*", { cwd: folder }).sort();
  for (const name of files) {
    const path = join(folder, name);
    if (statSync(path).isFile()) hash.update(`${name}\n`).update(readFileSync(path));
  }
  return hash.digest("hex").slice(0, 12);
}

function removeOld(above: string): void {
  for (const name of globSync("*", { cwd: above })) {
    const path = join(above, name);
    const writtenMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - writtenMs > KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}
