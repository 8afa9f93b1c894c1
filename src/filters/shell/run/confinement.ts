/**
 * What holds a command that runs. `bubblewrap`: a sandbox in which every file system is read-only, /tmp and /run are its own, and no network
 * is there, with limits. `limits`: CPU time, memory, processes and files of size 0 alone.
 */
export type Confinement = "bubblewrap" | "limits";

/** Which one a shell asks for: a sandbox or nothing, a sandbox where the machine has one, or the limits alone. */
export type Confine = "required" | "auto" | "limits";

/** How a program is started so that a confinement holds it. */
export type Launch = { readonly program: string; readonly args: readonly string[] };

type Place = {
  readonly bash: string;
  /** bwrap, where there is one. */
  readonly sandbox: string | null;
  readonly cwd: string;
  /** The folder of the guarded git, which may lie below /tmp. */
  readonly guard: string;
  readonly seconds: number;
};

/** The start of Bash with a command, or in the sandbox of one that proves the sandbox. */
export function launch(confinement: Confinement, place: Place, command: string): Launch {
  const { bash, sandbox, seconds } = place;
  const args = ["--noprofile", "--norc", "-c", limits(confinement, seconds), bash, command];
  if (confinement === "limits" || sandbox === null) return { program: bash, args };
  return { program: sandbox, args: [...boxed(place), bash, ...args] };
}

/** bwrap(1). Later binds lie over earlier ones, so that a folder below /tmp stays in sight. */
function boxed({ cwd, guard }: Place): readonly string[] {
  const systems = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--tmpfs", "/run"];
  const folders = ["--ro-bind", guard, guard, "--ro-bind", cwd, cwd, "--chdir", cwd];
  const own = [
    "--unshare-all",
    "--cap-drop",
    "ALL",
    "--die-with-parent",
    "--new-session",
    "--setenv",
    "TMPDIR",
    "/tmp",
  ];
  return [...systems, ...folders, ...own, "--"];
}

/**
 * Sets limits (bash(1), ulimit), then becomes the Bash of the command. A limit that a system does not know is left out. Without a sandbox a
 * file may only be made, not filled; the signal for that is ignored, so that a utility says that it could not write.
 */
function limits(confinement: Confinement, seconds: number): string {
  const kinds = [`-t ${seconds}`, "-v 4194304", "-u 8192", "-c 0", ...(confinement === "limits" ? ["-f 0"] : [])];
  const complains = confinement === "limits" ? "trap '' XFSZ; " : "";
  return `${complains}${kinds.map((kind) => `ulimit ${kind} 2>/dev/null`).join("; ")}; exec "$0" --noprofile --norc -c "$1"`;
}
