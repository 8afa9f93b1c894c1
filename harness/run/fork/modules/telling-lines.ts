/** The last lines of a program's stderr, without a stack, and before them what was thrown where more than those stand behind it. */
export function tellingLines(stderr: string): readonly string[] {
  const lines = stderr.split("\n").filter((line) => !noise.test(line));
  const last = lines.slice(-5);
  const thrown = lines.findLast((line) => /^(?:Uncaught )?[\w.]*(?:Error|Exception)\b/.test(line));
  return thrown === undefined || last.includes(thrown) ? last : [thrown, ...last.slice(1)];
}

/** Blank lines, frames of a script's stack and of a native one, and the line with which Node ends. */
const noise = /^\s*$|^\s+at |^\s*\d+: |^-{3,}|^Node\.js v\d/;
