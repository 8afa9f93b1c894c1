import { holdsDevices, mayBeDevice } from "./devices.ts";
import type { CommandContext } from "./command-context.ts";
import { refuse } from "./languages/refuse-option.ts";
import type { Word } from "./reader/word.ts";
import type { Refusal } from "./shell-rule.ts";
import type { Utility } from "./utilities/utility.ts";
import { becomes } from "./variables.ts";

/** Utilities that look at names and metadata, or open no device on their own (file(1) does with -s, and reads its start alone). */
const lookAtNames: ReadonlySet<string> = new Set(
  "ls dir vdir stat file df du lsblk lsof realpath readlink basename dirname namei pathchk test [ tree which".split(
    " ",
  ),
);

/** Refuses what is not read to an end: a device that is named or may be matched, a search below a folder of such. */
export function judgeDevices(
  name: string,
  words: readonly Word[],
  { reads }: Utility,
  context: CommandContext,
): Refusal | null {
  if (lookAtNames.has(name) && !words.some(({ text, lead }) => /^(?:-\w*f$|--[\w-]*from)/.test(text ?? lead)))
    return null;
  const first = words.findIndex(({ text, lead }) => !(text ?? lead).startsWith("-"));
  // Its program or pattern may say whatever it likes.
  const pattern =
    reads?.from === 1 && !words.some(({ text }) => /^(?:-\w*[ef]|--(?:regexp|file|expression))/.test(text ?? ""))
      ? first
      : -1;
  for (const [at, word] of words.entries()) {
    if (at === pattern || (context.fed && word.text === "/dev/stdin")) continue;
    const { words: meant, doubtful } = becomes(word, context);
    if (meant.some((each) => mayBeDevice(each)))
      return refuse("never-ends", `${name} ${word.raw} reads a device, which may never end`);
    if (doubtful && reads !== undefined && name !== "read" && !isPlainText(word)) {
      return refuse(
        "never-ends",
        `${name} ${word.raw} reads a path that is known only when it runs, and may be a device: name it, or take it from a glob, ls or find`,
      );
    }
    if (name === "cd" && meant.some(({ text }) => text !== null && text !== "/" && holdsDevices(text)))
      return refuse("never-ends", `cd ${word.raw} leads among devices, which may never end: name them by their paths`);
    if (at === pattern || word.text === null || !searches(name, words)) continue;
    if (/^(?:-\w*D|--dev)/.test(word.text))
      return refuse("never-ends", `${name} ${word.raw} waits for pipes and devices`);
    if (holdsDevices(word.text)) {
      return refuse("never-ends", `${name} ${word.raw} searches what never ends (/proc/kmsg): name a folder below`);
    }
  }
  return null;
}

function searches(name: string, words: readonly Word[]): boolean {
  if (name === "rg" || name === "ag") return true;
  return (
    /^[ef]?grep$/.test(name) && words.some(({ text }) => /^(?:-[A-Za-z]*[rR]|--(?:dereference-)?rec)/.test(text ?? ""))
  );
}

/** What is attached to an option, such as -n"$x", is no path of its own. */
function isPlainText({ lead }: Word): boolean {
  return lead.startsWith("-");
}
