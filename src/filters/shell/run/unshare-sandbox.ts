import { join } from "node:path";
import type { Launch, Place, UnsharePrograms } from "./launch.ts";
import { plainBash, readAndRun } from "./read-command.ts";

/** Folders that commands get their own empty one of: sockets of daemons lie in /run, and files of others in /tmp. */
const hidden = ["/tmp", "/run"];

/** Devices that a command may open; the others are out of its sight. */
const devices = ["null", "zero", "full", "random", "urandom", "tty"];

/** Names that Bash and utilities use for what is open already. */
const descriptors: readonly (readonly [name: string, target: string])[] = [
  ["fd", "/proc/self/fd"],
  ["stdin", "/proc/self/fd/0"],
  ["stdout", "/proc/self/fd/1"],
  ["stderr", "/proc/self/fd/2"],
];

/** What `mount -a` reads, and the files and folders in the guard's folder that it mounts on. */
export type SandboxTable = {
  readonly fstab: string;
  readonly folders: readonly string[];
  readonly files: readonly string[];
  /** Paths of links, each with what it points to. */
  readonly links: readonly (readonly [path: string, target: string])[];
};

/** The file systems of the sandbox. fstab(5) gives them to mount(8) in one process; each is built in the guard's folder, and then bound to its place. */
export function sandboxTable(cwd: string, guard: string): SandboxTable {
  const box = join(guard, "box");
  const made = (folder: string): string => join(box, folder);
  const inside = [guard, cwd].flatMap((folder) =>
    hidden.filter((each) => folder === each || folder.startsWith(`${each}/`)).map((each) => ({ folder, each })),
  );
  const lines = [
    ...hidden.map((folder) => ["tmpfs", made(folder), "tmpfs", "mode=1777,nosuid,nodev"]),
    ...inside
      .filter(({ folder, each }) => folder !== each)
      .map(({ folder }) => [folder, made(folder), "none", "bind,X-mount.mkdir"]),
    ...devices.map((name) => [`/dev/${name}`, made(`/dev/${name}`), "none", "bind,nofail"]),
    // The folder that holds the guard comes last, since all others are found through it.
    ...[...hidden, "/dev"]
      .filter((each) => !inside.some(({ folder }) => folder === each))
      .sort((left, right) => Number(guard.startsWith(`${left}/`)) - Number(guard.startsWith(`${right}/`)))
      .map((folder) => [made(folder), folder, "none", "rbind"]),
  ];
  return {
    fstab: lines.map((fields) => `${fields.map(escapeField).join(" ")} 0 0\n`).join(""),
    folders: [...hidden, "/dev"].map(made),
    files: devices.map((name) => made(`/dev/${name}`)),
    links: descriptors.map(([name, target]) => [made(`/dev/${name}`), target]),
  };
}

/** getmntent(3): a blank ends a field. */
function escapeField(field: string): string {
  return field.replace(/[\s\\#]/g, (each) => `\\${each.charCodeAt(0).toString(8).padStart(3, "0")}`);
}

/**
 * A sandbox without a package: unshare(1) gives the command namespaces of its own, in which mount(8) makes every file system read-only. The
 * command starts only if mountinfo agrees. setpriv(1) then takes all privileges in these namespaces away, and no program gives them back.
 */
export function unshareSandbox({ bash, cwd, guard }: Place, programs: UnsharePrograms, limits: string): Launch {
  const kinds = [
    "user",
    "map-root-user",
    "mount",
    "net",
    "pid",
    "ipc",
    "uts",
    "cgroup",
    "fork",
    "kill-child",
    "mount-proc",
  ];
  const start = ["--pdeathsig", "KILL", programs.unshare, ...kinds.map((kind) => `--${kind}`), "--"];
  const script = [bash, ...plainBash, `${setUp}${limits}\n${readAndRun(become)}`];
  return { program: programs.setpriv, args: [...start, ...script, programs.mount, programs.setpriv, guard, cwd, bash] };
}

/**
 * proc(5): the fifth field of mountinfo is the place, the sixth its options, and a later mount lies over an earlier one. `$0` is mount(8).
 */
const setUp = `
setpriv=$1 guard=$2 cwd=$3 bash=$4
"$0" -a -o remount,bind,ro 2>/dev/null
"$0" -a -T "$guard/fstab" || exit 125
declare -A last
while read -r _ _ _ _ place options _; do last[$place]=$options; done </proc/self/mountinfo
for place in "\${!last[@]}"; do
  case $place in "$cwd") ;; "$guard"/box/* | /tmp | /run | /dev | /dev/*) continue ;; esac
  case ,\${last[$place]}, in *,ro,*) ;; *) echo "the sandbox could not make $place read-only" >&2; exit 125 ;; esac
done
cd -- "$cwd" || exit 125
export TMPDIR=/tmp
`;

const become =
  '"$setpriv" --no-new-privs --bounding-set=-all --inh-caps=-all --ambient-caps=-all -- "$bash" --noprofile --norc -c';
