import { refuse } from "./languages/refuse-option.ts";
import { isDevice, mayBeDevice } from "./devices.ts";
import type { Redirect } from "./reader/clause.ts";
import type { Word } from "./reader/word.ts";
import { becomes, type Script } from "./variables.ts";
import type { Refusal } from "./shell-rule.ts";

/**
 * Judges the redirections of one command: output goes to /dev/null alone, descriptors are copied among the standard three and those
 * that the command opened itself, input comes from a file.
 */
export function judgeRedirects(redirects: readonly Redirect[], script: Script): Refusal | null {
  const open = new Set([0, 1, 2]);
  for (const redirect of redirects) {
    const refusal = judgeRedirect(redirect, open, script);
    if (refusal !== null) return refusal;
    if (redirect.descriptor !== null) open.add(redirect.descriptor);
  }
  return null;
}

function judgeRedirect(
  { operator, target, descriptor }: Redirect,
  open: ReadonlySet<number>,
  script: Script,
): Refusal | null {
  const copied =
    /^(?:>&|<&)$/.test(operator) && target.text !== null && /^(?:\d+|-)$/.test(target.text) ? target.text : null;
  if (copied !== null) {
    if (copied !== "-" && !open.has(Number(copied)))
      return denied(`${operator}${copied} copies a descriptor that came from outside`);
    const reads = (descriptor ?? (operator === "<&" ? 0 : 1)) === 0;
    return reads && /^[12]$/.test(copied)
      ? refuse("never-ends", `${operator}${copied} reads from an output, which may be a terminal`)
      : null;
  }
  if (target.text === "/dev/null") {
    return descriptor !== null && operator === ">&" ? denied("a descriptor number is missing") : null;
  }
  if (operator !== "<") return denied(`${operator}${target.raw} may write a file: only /dev/null may be written`);
  if (target.text === null && !isName(target, script))
    return denied(`<${target.raw} is known only when it runs, and may be a device`);
  if (target.text !== null && isDevice(target.text))
    return refuse("never-ends", `<${target.raw} reads a device or a network socket, which may never end`);
  return null;
}

/** A quoted variable that holds names alone, as of a loop over a glob. */
function isName(target: Word, script: Script): boolean {
  const { words, doubtful } = becomes(target, script);
  const own = target.parts.every(
    (part) => part.is === "literal" || (part.is === "variable" && script.variables.has(part.name)),
  );
  return own && target.single && !doubtful && !words.some((word) => mayBeDevice(word));
}

function denied(reason: string): Refusal {
  return { rule: "shell.redirect", reason };
}
