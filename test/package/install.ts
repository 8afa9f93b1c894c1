import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

export type Finished = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

/** Installs the built package into an empty folder, as a user would: from its tarball, with an empty npm cache, and together with other packages. */
export function installPackage(folder: string, ...others: readonly string[]): void {
  const tarball = packPackage(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  npm(folder, "install", tarball, ...others, "--ignore-scripts", "--cache", join(folder, "npm-cache"));
}

/** Packs what is built, and answers the tarball's path. */
export function packPackage(folder: string): string {
  if (!existsSync("dist/package.json")) throw new Error("dist/ is not built: use npm run test:package");
  npm(folder, "pack", resolve("dist"), "--pack-destination", folder);
  const { version } = JSON.parse(readFileSync("dist/package.json", "utf8")) as { readonly version: string };
  return join(folder, `forkproof-${version}.tgz`);
}

/** @throws Error that begins with REGISTRY where npm failed: most often it cannot be reached */
export function npm(folder: string, ...args: readonly string[]): void {
  const { status, stderr } = finish(folder, "npm", [...args, "--no-audit", "--no-fund"]);
  if (status !== 0) throw new Error(`REGISTRY npm ${args.join(" ")} exited ${status}: ${stderr}`);
}

export function finish(folder: string, program: string, args: readonly string[]): Finished {
  // On Windows what npm links are command files, which only a shell starts.
  const shell = process.platform === "win32";
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: "utf8", shell });
  return { status, stdout, stderr };
}
