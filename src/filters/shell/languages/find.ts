import type { Word } from "../reader/word.ts";
import type { Refusal } from "../shell-rule.ts";
import type { Danger } from "../utilities/utility.ts";
import { mayBeOption, refuseDanger, refuseUnknownWord } from "./refuse-option.ts";

const dangers: readonly Danger[] = [
  { options: "-delete -fprint -fprint0 -fprintf -fls".split(" "), does: "writes" },
  { options: "-exec -execdir -ok -okdir".split(" "), does: "runs" },
];

const alone = new Set(
  (
    "-H -L -P -E -X -x -s -O0 -O1 -O2 -O3 -print -print0 -ls -prune -quit -empty -readable -writable -executable -true -false " +
    "! -not -a -and -o -or , ( ) -depth -d -xdev -mount -follow -daystart -noleaf -nouser -nogroup -ignore_readdir_race " +
    "-noignore_readdir_race -nowarn -warn -help --help -version --version"
  ).split(" "),
);

const withValue = new Set(
  (
    "-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -lname -ilname -type -xtype -fstype -size " +
    "-mtime -atime -ctime -mmin -amin -cmin -newer -anewer -cnewer -samefile -inum -links -perm -user -group -uid -gid -used -context " +
    "-maxdepth -mindepth -printf"
  ).split(" "),
);

const newerThan = /^-newer[aBcm][aBcmt]$/;

/** Judges the arguments of find(1). Every word that may be part of its expression must be known. */
export function judgeFind(words: readonly Word[]): Refusal | null {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    if (word.text === null) {
      if (mayBeOption(word)) return refuseUnknownWord("find", word);
      continue;
    }
    if (withValue.has(word.text) || newerThan.test(word.text)) {
      at += 1;
      const value = words[at];
      if (value !== undefined && !value.single && !namesFilesOnly(value)) return refuseUnknownWord("find", value);
      continue;
    }
    const isPath = !/^[-(),!]/.test(word.text);
    if (isPath || alone.has(word.text)) continue;
    return refuseDanger("find", word.text, dangers);
  }
  return null;
}

/** A glob such as *.md: whatever it matches ends in a suffix that no part of an expression has, so the worst is an error. */
function namesFilesOnly({ raw }: Word): boolean {
  return /^[\w*?./]*\.\w+$/.test(raw);
}
