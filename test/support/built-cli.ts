import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * Suites run the CLI that users get, which starts in half the time of the sources. A mutation's proof runs
 * the sources (`FORKPROOF_CLI` names them). The build lies below `node_modules`, where it finds the packages that it does not hold.
 */
export function setup(): () => void {
  if (process.env["FORKPROOF_CLI"] !== undefined) return () => {};
  const checkout = resolve(import.meta.dirname, "../..");
  const above = join(checkout, "node_modules/.forkproof-built");
  mkdirSync(above, { recursive: true });
  const folder = mkdtempSync(join(above, "cli-"));
  const bundler = join(checkout, "node_modules/rolldown/bin/cli.mjs");
  execFileSync(process.execPath, [bundler, "-c", "-d", folder, "--log-level", "silent"], { cwd: checkout });
  process.env["FORKPROOF_CLI"] = join(folder, "cli.js");
  return () => rmSync(folder, { recursive: true, force: true });
}
