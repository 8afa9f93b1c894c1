import { spawnSync } from "node:child_process";

/** A shell in which allowed commands are run, and the start of its command line. */
export type Shell = { readonly name: string; readonly program: readonly string[]; readonly path: string };

const system = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin";

/** The four shells; busybox with its own utilities, as on Alpine. */
export const shells: readonly Shell[] = [
  { name: "bash", program: ["bash"], path: `${system}:/mnt/bin` },
  { name: "dash", program: ["dash"], path: `${system}:/mnt/bin` },
  { name: "zsh", program: ["zsh"], path: `${system}:/mnt/bin` },
  { name: "busybox", program: ["busybox", "ash"], path: `/mnt/applets:${system}:/mnt/bin` },
];

export const namespaces: readonly string[] = [
  "--user",
  "--map-root-user",
  "--mount",
  "--net",
  "--pid",
  "--fork",
  "--kill-child",
  "--mount-proc",
];

/** Why the oracle cannot watch here, or null where it can. */
export function oracleObstacle(): string | null {
  if (process.platform !== "linux") return "namespaces and strace are Linux's";
  const missing = [...shells.map(({ program }) => program[0] ?? ""), "strace", "mount"].filter(
    (program) => spawnSync("sh", ["-c", `command -v ${program}`]).status !== 0,
  );
  if (missing.length > 0) return `missing: ${missing.join(", ")}; apt-get install bash dash zsh busybox strace`;
  const { status, error, stderr } = spawnSync("unshare", [...namespaces, "strace", "-f", "true"], { encoding: "utf8" });
  return status === 0 ? null : `unshare or strace fails: ${error?.message ?? stderr.trim()}`;
}
