import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** What a command did that it should not have. */
export type Misdeed = { readonly did: "changed" | "tried" | "hung"; readonly command: string };

const namespaces = ["--user", "--map-root-user", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"];

/** Why there is no sandbox here, or null where there is one. */
export function sandboxObstacle(): string | null {
  if (process.platform !== "linux") return "namespaces are Linux's";
  const { status, error, stderr } = spawnSync("unshare", [...namespaces, "true"], { encoding: "utf8" });
  return status === 0 ? null : `unshare fails: ${error?.message ?? stderr.trim()}`;
}

/**
 * Runs commands one by one, without a network, with every file system read-only but a folder of throwaway files. Tells which changed that
 * folder, tried to write beside it, or did not end in time.
 */
export function runInSandbox(commands: readonly string[], secondsEach: number): readonly Misdeed[] {
  const box = mkdtempSync(join(tmpdir(), "sandbox-"));
  try {
    const script = resolve(import.meta.dirname, "sandbox.sh");
    const { status, stdout, stderr } = spawnSync("unshare", [...namespaces, "bash", script, box, String(secondsEach)], {
      input: commands.map((command) => `${command}\0`).join(""),
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
    if (status !== 0) throw new Error(`the sandbox ended with ${status}: ${stderr}`);
    const parts = stdout.split("\0").slice(0, -1);
    return parts.flatMap((did, at) => (at % 2 === 0 ? [toMisdeed(did, parts[at + 1] ?? "")] : []));
  } finally {
    rmSync(box, { recursive: true, force: true });
  }
}

function toMisdeed(did: string, command: string): Misdeed {
  if (did !== "changed" && did !== "tried" && did !== "hung") throw new Error(`the sandbox said ${did}`);
  return { did, command };
}
