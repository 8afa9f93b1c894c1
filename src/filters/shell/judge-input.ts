import { refuse } from "./languages/refuse-option.ts";
import type { Word } from "./reader/word.ts";
import type { Refusal } from "./shell-rule.ts";
import type { Utility } from "./utilities/utility.ts";

/** Refuses a utility that would wait for input that never comes. */
export function judgeInput(name: string, words: readonly Word[], { reads }: Utility, fed: boolean): Refusal | null {
  const asked = fed ? null : asksForInput(name, words, reads !== undefined);
  if (asked !== null)
    return refuse("waits-for-input", `${name} ${asked} reads standard input, which nobody gives: name a file`);
  if (reads === undefined) return null;
  const end = words.findIndex(({ text }) => text === "--");
  const operands = words.filter(
    ({ text, lead }, at) => (end !== -1 && at > end && text !== "-") || !(text ?? lead).startsWith("-"),
  );
  if (fed || operands.length >= reads.waitsBelow) return null;
  const excused = words.some(({ text, single }) => !single || (text !== null && reads.unless?.test(text) === true));
  if (excused && !words.some(({ text }) => text !== null && reads.still?.test(text) === true)) return null;
  return refuse("waits-for-input", `${name} is given no file and no pipe, so it waits for standard input`);
}

/** Options whose value may be a dash that is no file: a delimiter, a pattern. */
const dashIsText: Readonly<Record<string, string>> = {
  cut: "d",
  paste: "d",
  sort: "tk",
  join: "teo",
  column: "so",
  nl: "sbfhdi",
  pr: "s",
  grep: "e",
  egrep: "e",
  fgrep: "e",
  rg: "e",
  seq: "s",
  od: "",
  tr: "",
};

/** The word that makes a utility read standard input, or null. */
function asksForInput(name: string, words: readonly Word[], opens: boolean): string | null {
  const texts = words.map(({ text }) => text ?? "");
  if (name === "git") return gitAsks(texts);
  const option = texts.find(
    (text, at) =>
      /^--?(?:files0-from|files-from|file|from-file|exclude-from|ignore-file)=-$/.test(text) ||
      (/^--?(?:files0-from|files-from|file)$/.test(text) && texts[at + 1] === "-"),
  );
  if (option !== undefined) return option;
  if (name === "tree") return texts.find((text) => text === "--fromfile") ?? null;
  if (!opens && name !== "file") return null;
  const program =
    /^(?:[ef]?grep|rg|ag)$/.test(name) && !texts.some((text) => /^-[A-Za-z]*[ef]|^--(?:regexp|file)/.test(text));
  const pattern = program ? texts.findIndex((text) => text === "-" || !text.startsWith("-")) : -1;
  const dash = texts.findIndex((text, at) => {
    if (/^(?:file|[ef]?grep|rg)$/.test(name) && /^-[A-Za-z]*f-$/.test(text)) return true;
    if (text !== "-" || at === pattern || name === "tr") return false;
    const before = /^-[A-Za-z]*(?<letter>[A-Za-z])$/.exec(texts[at - 1] ?? "")?.groups?.["letter"];
    return before === undefined || !(dashIsText[name] ?? "").includes(before);
  });
  return dash === -1 ? null : (texts[dash] ?? null);
}

/** git-shortlog(1) reads a log where it is given no revision; of the rest the options are named for it. */
function gitAsks(texts: readonly string[]): string | null {
  const at = texts.findIndex((text, index) => !text.startsWith("-") && texts[index - 1] !== "-C");
  const [name = "", ...rest] = texts.slice(Math.max(at, 0));
  const asking = asks[name];
  if (
    name === "shortlog" &&
    !rest.some((text) => /^[^-]/.test(text) || /^--(?:all|branches|tags|remotes|glob)\b/.test(text))
  )
    return "shortlog without a revision";
  if (
    name === "grep" &&
    rest.some((text, index) => text === "-f-" || (/^-[A-Za-z]*f$/.test(text) && rest[index + 1] === "-"))
  )
    return "grep -f -";
  const found = asking === undefined ? undefined : rest.find((text) => asking.test(text));
  return found === undefined ? null : `${name} ${found}`;
}

/** git-diff(1), git-name-rev(1), git-rev-parse(1), git-show-ref(1). */
const asks: Readonly<Record<string, RegExp>> = {
  diff: /^-$/,
  "name-rev": /^--(?:annotate-)?stdin$/,
  "rev-parse": /^--(?:parseopt|stdin)$/,
  "show-ref": /^--exclude-existing/,
  "ls-files": /^--(?:stdin|pathspec-from-file=-)$/,
};
