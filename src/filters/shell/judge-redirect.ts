import { refuse } from "./languages/refuse-option.ts";
import { isDevice } from "./devices.ts";
import type { Redirect } from "./reader/clause.ts";
import type { Refusal } from "./shell-rule.ts";

/**
 * Judges the redirections of one command: output goes to /dev/null alone, descriptors are copied among the standard three and those
 * that the command opened itself, input comes from a file.
 */
export function judgeRedirects(redirects: readonly Redirect[]): Refusal | null {
  const open = new Set([0, 1, 2]);
  for (const redirect of redirects) {
    const refusal = judgeRedirect(redirect, open);
    if (refusal !== null) return refusal;
    if (redirect.descriptor !== null) open.add(redirect.descriptor);
  }
  return null;
}

function judgeRedirect({ operator, target, descriptor }: Redirect, open: ReadonlySet<number>): Refusal | null {
  const copied =
    /^(?:>&|<&)$/.test(operator) && target.text !== null && /^(?:\d+|-)$/.test(target.text) ? target.text : null;
  if (copied !== null) {
    return copied === "-" || open.has(Number(copied))
      ? null
      : denied(`${operator}${copied} copies a descriptor that came from outside`);
  }
  if (target.text === "/dev/null") {
    return descriptor !== null && operator === ">&" ? denied("a descriptor number is missing") : null;
  }
  if (operator !== "<") return denied(`${operator}${target.raw} may write a file: only /dev/null may be written`);
  if (target.text === null) return denied(`<${target.raw} is known only when it runs, and may be a device`);
  if (isDevice(target.text))
    return refuse("never-ends", `<${target.raw} reads a device or a network socket, which may never end`);
  return null;
}

function denied(reason: string): Refusal {
  return { rule: "shell.redirect", reason };
}
