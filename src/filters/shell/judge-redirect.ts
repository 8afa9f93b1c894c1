import type { Redirect } from "./reader/clause.ts";
import type { Refusal } from "./shell-rule.ts";

/**
 * Judges the redirections of one command: output goes to /dev/null alone, descriptors are copied among the standard three and those
 * that the command opened itself, input comes from a file. Bash connects where one below /dev is read (bash(1), REDIRECTION).
 */
export function judgeRedirects(redirects: readonly Redirect[]): Refusal | null {
  const open = new Set(["0", "1", "2", "-"]);
  for (const redirect of redirects) {
    const reason = judgeRedirect(redirect, open);
    if (reason !== null) return { rule: "shell.redirect", reason };
    if (redirect.descriptor !== null) open.add(String(redirect.descriptor));
  }
  return null;
}

function judgeRedirect({ operator, target, descriptor }: Redirect, open: ReadonlySet<string>): string | null {
  const { text, raw } = target;
  if (/^[<>]&$/.test(operator) && text !== null && /^(?:\d+|-)$/.test(text))
    return open.has(text) ? null : `${operator}${text} copies a descriptor that came from outside`;
  if (text === "/dev/null") return descriptor !== null && operator === ">&" ? "a descriptor number is missing" : null;
  if (operator !== "<") return `${operator}${raw} may write a file: only /dev/null may be written`;
  return text !== null && /^\/+dev(?:\/|$)/.test(text) ? `<${raw} reads a device or a network socket` : null;
}
