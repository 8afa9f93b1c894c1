/** Names that a reading command may inherit. No other: a shell, a loader and many utilities take programs or files from the rest. */
const inherited = /^(?:HOME|USER|LOGNAME|LANG|LC_[A-Z]+|TZ|TERM|TMPDIR|COLUMNS|LINES|NO_COLOR|SYSTEMROOT)$/;

/**
 * The environment in which commands that the classifier allows do only read: what it judged is text, and BASH_ENV, an exported function,
 * RIPGREP_CONFIG_PATH, LESSOPEN or TAR_OPTIONS would change what that text runs.
 *
 * @param git the real git, by its absolute path; null where there is none
 * @param guard the folder that holds the guarded `git`
 */
export function shellEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  git: string | null,
  guard: string,
): Readonly<Record<string, string>> {
  const kept = Object.entries(own).flatMap(([name, value]): readonly (readonly [string, string])[] =>
    value !== undefined && inherited.test(name) ? [[name, value]] : [],
  );
  return {
    ...Object.fromEntries(kept),
    PATH: [guard, ...systemFolders].join(":"),
    PAGER: "cat",
    ...(git === null ? {} : { FORKPROOF_GIT: git }),
  };
}

/** Where the utilities are looked for: a folder of the user's own may hold another `ls`. */
export const systemFolders: readonly string[] = ["/usr/local/bin", "/usr/bin", "/bin", "/opt/homebrew/bin"];
