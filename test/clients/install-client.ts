import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where a client lies, or why it does not. */
export type Installation = { readonly folder: string } | { readonly missing: string };

/** Kept from run to run, and out of the project: clients are not our dependencies. */
const cache = join(tmpdir(), "forkproof-test-clients");

/** Installs pinned packages unless they are there already; programs of the system need none. They may not run scripts of their own. */
export function installClient(packages: readonly string[]): Installation {
  if (packages.length === 0) return { folder: cache };
  const folder = join(cache, packages.map((each) => each.replaceAll(/[^\w.-]/g, "_")).join("-"));
  const marker = join(folder, "installed.txt");
  const wanted = packages.join("\n");
  if (existsSync(marker) && readFileSync(marker, "utf8") === wanted) return { folder };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), "{}");
  try {
    const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"];
    execFileSync("npm", ["install", ...options, ...packages], { cwd: folder, stdio: "pipe", timeout: 600_000 });
  } catch (fault) {
    return { missing: fault instanceof Error ? (fault.message.split("\n")[0] ?? fault.message) : String(fault) };
  }
  writeFileSync(marker, wanted);
  return { folder };
}
