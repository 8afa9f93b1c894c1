import type { PathRefusal } from "./path-rule.ts";
import { foldName } from "./protected-names.ts";

/** Files that other tools execute or obey: an agent reads its instructions and its servers there, a build runs what stands there. */
const obeyed =
  /^(?:claude|claude\.local|agents?|gemini|qwen|copilot-instructions|skill)\.md$|^(?:mcp|package|settings|hooks)\.json$|^(?:gnu)?makefile(?:\.\w+)?$|^(?:docker|container|just|rake|gem|proc|vagrant|jenkins|brew|task|pip|fast)file(?:\.\w+)?$|^(?:conftest|setup|sitecustomize|usercustomize)\.py$|^(?:cargo|pyproject|netlify|fly|wrangler)\.toml$|^(?:deno|composer|tsconfig|turbo|nx|lerna|tasks|launch)\.jsonc?$|^(?:docker-)?compose\.ya?ml$|^action\.ya?ml$|^(?:module\.bazel|cmakelists\.txt|meson\.build|crontab|authorized_keys)$|\.(?:config|setup|rc)\.[cm]?[jt]sx?$|^hooks$|\.(?:sh|bash|zsh|fish|command|mk|mak|bat|cmd|ps1|desktop|service|timer|plist|gradle|csproj|pth)$/;

/**
 * Why a file may not be written by this name, or null. A later command may take a name with a dash for an option, and a name with a dot is hidden.
 * `parts` are the names from the memory folder to the file. `writable` are patterns of paths that are allowed all the same.
 */
export function judgeNames(parts: readonly string[], writable: readonly string[]): PathRefusal | null {
  const path = parts.join("/");
  if (writable.some((pattern) => toMatcher(pattern).test(path))) return null;
  const odd = parts.find((part) => /^[-.]/.test(part));
  if (odd !== undefined) {
    const why = odd.startsWith("-") ? "a command may take it for an option" : "it is hidden, and tools may obey it";
    return { rule: "path.name", reason: `${odd} begins with ${odd.charAt(0)}: ${why}` };
  }
  const found = parts.find((part) => obeyed.test(foldName(part)));
  return found === undefined
    ? null
    : { rule: "path.obeyed", reason: `${found} is a name that other tools execute or obey: choose another name` };
}

/** The existing name that a file system may hold equal to a new one, by case or Unicode form, or null. */
export function findTwin(name: string, existing: readonly string[]): string | null {
  const folded = foldName(name);
  return existing.find((each) => each !== name && foldName(each) === folded) ?? null;
}

/** `*` stands for any run of characters but a slash, `**` for any at all. */
function toMatcher(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*|\*)/).map((part) => {
    if (part === "**") return "[^]*";
    return part === "*" ? "[^/]*" : part.replace(/[\\^$.|?+()[\]{}/]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`, "u");
}
