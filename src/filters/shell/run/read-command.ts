/** Bash without start files. */
export const plainBash: readonly string[] = ["--noprofile", "--norc", "-c"];

/** The end of a script that gets its command on standard input, with a NUL behind it. `start` is the words before the command. */
export function readAndRun(start: string): string {
  return `IFS= read -rd '' command || exit 125; exec ${start} "$command" </dev/null`;
}
