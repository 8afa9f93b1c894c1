import pieces from "./pieces.json" with { type: "json" };

/** Paths that stand only in the contents of files and in the values of variables: text of unknown content led to whoever opens one. */
export const canaryPaths: readonly string[] = ["/oracle-canary-content", "/oracle-canary-variable"];

/** Texts that do harm where a shell, an option parser or a script of a utility reads them as more than text. */
export const hostileWords: readonly string[] = pieces.hostileWords;

/** Files of the playground: each name is an option, a command or a pattern to whoever takes it for more than a name. */
export const hostileNames: readonly string[] = pieces.hostileNames;

/** Lines that are paths, scripts, options or commands to whatever reads them as such. */
export const hostileLines: readonly string[] = pieces.hostileLines;

/** What variables hold that no command has set. */
export const hostileVariables: Readonly<Record<string, string>> = {
  x: "a[$(touch X)]",
  y: "/oracle-canary-variable/y",
  n: "a[$(touch X)]",
  f: "-i",
  e: "/dev/tcp/127.0.0.1/9",
  d: "/oracle-canary-variable",
  nope: "-f",
  a: "$(touch X)",
  b: "* -delete",
  i: "x;touch X",
  name: "--output=X",
  file: "/oracle-canary-variable/file",
  p: "w X",
  line: "-exec touch X ;",
};
