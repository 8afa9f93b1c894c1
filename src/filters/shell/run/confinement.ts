import type { Launch, Place } from "./launch.ts";
import { plainBash, readAndRun } from "./read-command.ts";
import { unshareSandbox } from "./unshare-sandbox.ts";

/**
 * What holds a command that runs. `bubblewrap` and `unshare`: a sandbox in which every file system is read-only, /tmp and /run are its own,
 * and no network is there, with limits. `limits`: CPU time, memory, processes and files of size 0 alone.
 */
export type Confinement = "bubblewrap" | "unshare" | "limits";

/**
 * Which one a shell asks for: a sandbox or nothing, a sandbox where the machine has one, the limits alone, or one sandbox by its name and
 * no other.
 */
export const confines = ["required", "auto", "bubblewrap", "unshare", "limits"] as const;

export type Confine = (typeof confines)[number];

/** The confinements to try, the strongest first. */
export function candidates(confine: Confine): readonly Confinement[] {
  switch (confine) {
    case "required":
      return ["bubblewrap", "unshare"];
    case "auto":
      return ["bubblewrap", "unshare", "limits"];
    case "bubblewrap":
    case "unshare":
    case "limits":
      return [confine];
  }
}

/** The start of a Bash that reads its command from standard input; null where the machine lacks what the confinement needs. */
export function launch(confinement: Confinement, place: Place): Launch | null {
  const { bash, bwrap, unshare, seconds } = place;
  const limited = (more: string) => [...plainBash, `${limits(seconds)}; ${more}${readAndRun(become)}`, bash];
  switch (confinement) {
    case "bubblewrap":
      return bwrap === null ? null : { program: bwrap, args: [...boxed(place), bash, ...limited("")] };
    case "unshare":
      return unshare === null ? null : unshareSandbox(place, unshare, limits(seconds));
    case "limits":
      // Without a sandbox a file may only be made, not filled. The signal is ignored, so that a utility says that it could not write.
      return { program: bash, args: limited("trap '' XFSZ; ulimit -f 0; ") };
  }
}

/** `$0` is Bash. */
const become = '"$0" --noprofile --norc -c';

/** bwrap(1). Later binds lie over earlier ones, so that a folder below /tmp stays in sight. */
function boxed({ cwd, guard }: Place): readonly string[] {
  const root = ["--ro-bind", "/", "/", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/run"];
  // Root may set the kernel's values below /proc/sys without any capability: core_pattern names a program to run.
  const systems = [...root, "--proc", "/proc", "--remount-ro", "/proc"];
  // The root is bound already, and again it would lie over /dev and /tmp.
  const own = cwd === "/" ? [] : ["--ro-bind", cwd, cwd];
  const folders = ["--ro-bind", guard, guard, ...own, "--chdir", cwd];
  const limited = [
    "--unshare-all",
    "--cap-drop",
    "ALL",
    "--die-with-parent",
    "--new-session",
    "--setenv",
    "TMPDIR",
    "/tmp",
  ];
  return [...systems, ...folders, ...limited, "--"];
}

/** Sets limits (bash(1), ulimit). A limit that a system does not know is left out. */
function limits(seconds: number): string {
  return [`-t ${seconds}`, "-v 4194304", "-u 8192", "-c 0"].map((kind) => `ulimit ${kind} 2>/dev/null`).join("; ");
}
