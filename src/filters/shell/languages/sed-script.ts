/** What a sed script was refused for, or null. */
export type SedFault = { readonly does: "writes" | "runs" | "unread"; readonly what: string };

/**
 * Reads a sed script command by command (sed(1), COMMAND SYNOPSIS) and refuses `w`, `W` and `e`, the flags `w` and `e` of `s`, and all
 * that it does not read.
 */
export function readSedScript(script: string): SedFault | null {
  let at = 0;
  for (;;) {
    at += matchAt(/[\s;}]*/y, script, at);
    if (at >= script.length) return null;
    const next = readCommand(script, at);
    if (typeof next !== "number") return next;
    at = next;
  }
}

/** The offset behind the command that starts at `from`. */
function readCommand(script: string, from: number): number | SedFault {
  const at = skipAddresses(script, from);
  if (at === null) return unread(script.slice(from, from + 12));
  const command = script.charAt(at);
  switch (command) {
    case "w":
    case "W":
      return { does: "writes", what: `command ${command}` };
    case "e":
      return { does: "runs", what: "command e" };
    case "s":
      return readSubstitution(script, at);
    case "y":
      return endCommand(script, skipDelimited(script, skipDelimited(script, at + 1, false), true));
    case "a":
    case "i":
    case "c":
    case "r":
    case "R":
      return readLine(script, at);
    case "#":
      return endOfLine(script, at);
    case ":":
    case "b":
    case "t":
    case "T":
      return readPlain(script, at, /[:btT]\s*[A-Za-z0-9_]*/y);
    case "{":
      return at + 1;
    default:
      return readPlain(script, at, /[dDgGhHnNpPxzF=]|[lqQL]\s*\d*/y);
  }
}

/** A line number, `$`, or a regular expression with its flags, then a step or a second address, then `!`. */
function skipAddresses(script: string, from: number): number | null {
  let at = skipAddress(script, from);
  if (at === null) return null;
  const comma = matchAt(/\s*,\s*[+~]?/y, script, at);
  if (comma > 0) {
    const second = skipAddress(script, at + comma);
    if (second === null || second === at + comma) return null;
    at = second;
  }
  return at + matchAt(/\s*(?:!\s*)*/y, script, at);
}

function skipAddress(script: string, at: number): number | null {
  const counted = matchAt(/\d+(?:~\d+)?|\$/y, script, at);
  if (counted > 0) return at + counted;
  const custom = script.charAt(at) === "\\";
  if (script.charAt(at) !== "/" && !custom) return at;
  const end = skipDelimited(script, custom ? at + 1 : at, false);
  return end === null ? null : end + matchAt(/[IM]*/y, script, end);
}

function readSubstitution(script: string, at: number): number | SedFault {
  const middle = skipDelimited(script, at + 1, false);
  const end = skipDelimited(script, middle, true);
  if (end === null) return unread(script.slice(at, at + 12));
  const flags = script.slice(end).match(/^[^\s;}#]*/)?.[0] ?? "";
  if (flags.includes("w")) return { does: "writes", what: "flag w of s" };
  if (flags.includes("e")) return { does: "runs", what: "flag e of s" };
  return /^[gpiImM\d]*$/.test(flags) ? endCommand(script, end + flags.length) : unread(`flags ${flags} of s`);
}

/**
 * The offset behind the part that the delimiter at `open` starts or, as `second`, behind the part that follows a delimiter before `open`.
 * Null where it is not closed on its line, or where a delimiter stands in a bracket expression: GNU ends the part there, BSD does not.
 */
function skipDelimited(script: string, open: number | null, second: boolean): number | null {
  if (open === null) return null;
  const delimiter = script.charAt(second ? open - 1 : open);
  if (delimiter === "" || !"/|,#:@!%~+=_".includes(delimiter)) return null;
  for (let at = second ? open : open + 1; at < script.length; at += 1) {
    const character = script.charAt(at);
    if (character === "\n") return null;
    if (character === delimiter) return at + 1;
    if (character === "\\") at += 1;
    else if (character === "[" && !second) {
      const length = matchAt(bracketExpression, script, at);
      if (length === 0 || script.slice(at, at + length).includes(delimiter)) return null;
      at += length - 1;
    }
  }
  return null;
}

const bracketExpression = /\[\^?\]?(?:\[[:.=][^\]\n]*[:.=]\]|[^\]\n])*\]/y;

/** Text and file names run to the end of the line; one that a backslash continues is not read. */
function readLine(script: string, at: number): number | SedFault {
  const end = endOfLine(script, at);
  return script.slice(at, end).includes("\\") ? unread("a continued line") : end;
}

function endOfLine(script: string, at: number): number {
  const newline = script.indexOf("\n", at);
  return newline === -1 ? script.length : newline;
}

function readPlain(script: string, at: number, pattern: RegExp): number | SedFault {
  const length = matchAt(pattern, script, at);
  return length === 0 ? unread(script.slice(at, at + 12)) : endCommand(script, at + length);
}

function endCommand(script: string, at: number | null): number | SedFault {
  if (at === null) return unread("an unfinished command");
  const behind = at + matchAt(/[ \t]*/y, script, at);
  return behind >= script.length || "\n;}#".includes(script.charAt(behind))
    ? behind
    : unread(script.slice(at, at + 12));
}

function matchAt(pattern: RegExp, script: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(script)?.[0].length ?? 0;
}

function unread(what: string): SedFault {
  return { does: "unread", what };
}
