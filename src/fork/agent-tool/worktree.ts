import { posix } from "node:path";
import { refuseUnknownOption } from "../../options/refuse-unknown.ts";
import type { ToolCall } from "../../filters/tool-filter.ts";

/** Two checkouts of one project: the one that the conversation names, and the one that the fork works in. */
export type Checkouts = {
  /** Absolute, with forward slashes and without one at the end. */
  readonly parentRoot: string;
  readonly forkRoot: string;
};

/** The notice for a fork in another checkout. Pass it as `overrides.reminder`, which is in the fork's own message. */
export function worktreeNotice(checkouts: Checkouts): string {
  const { parentRoot, forkRoot } = checked(checkouts);
  return [
    `You work in a checkout of your own: ${forkRoot}.`,
    `Paths in the conversation above lie in ${parentRoot}, your parent's checkout. Read them as paths below ${forkRoot}, and change nothing in ${parentRoot}.`,
    "Files may differ from what you have read above: read a file again before you edit it.",
  ].join("\n");
}

/**
 * The path in the fork's checkout. A path stays that lies elsewhere, lies in the fork's checkout already (which may stand
 * inside the parent's), or is relative. `.`, `..` and doubled slashes are resolved first, as the system would.
 */
export function translatePath(path: string, checkouts: Checkouts): string {
  const { parentRoot, forkRoot } = checked(checkouts);
  if (!path.startsWith("/")) return path;
  const plain = posix.normalize(path);
  if (isWithin(plain, forkRoot) && !isWithin(parentRoot, forkRoot)) return path;
  return isWithin(plain, parentRoot) ? forkRoot + plain.slice(parentRoot.length) : path;
}

/** Throws TypeError for a root that is missing: no path would be translated, and the fork would edit its parent's files. */
function checked(checkouts: Checkouts): Checkouts {
  refuseUnknownOption("Checkouts", checkouts, ["parentRoot", "forkRoot"]);
  const { parentRoot, forkRoot } = checkouts;
  if (typeof parentRoot === "string" && typeof forkRoot === "string") return checkouts;
  throw new TypeError("Checkouts: a root is missing; pass { parentRoot, forkRoot }, both absolute");
}

function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}

/** The call with the named arguments translated, for a fork that names its parent's paths all the same. */
export function translateCall(call: ToolCall, pathArguments: readonly string[], checkouts: Checkouts): ToolCall {
  const translated = pathArguments.flatMap((name) => {
    const path = call.input[name];
    return typeof path === "string" ? [[name, translatePath(path, checkouts)] as const] : [];
  });
  return { ...call, input: { ...call.input, ...Object.fromEntries(translated) } };
}
