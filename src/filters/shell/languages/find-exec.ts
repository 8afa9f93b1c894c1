import type { Word } from "../reader/word.ts";

/**
 * Takes the commands of `-exec … ;` and `-exec … {} +` out of the words of find(1). In a command `{}` becomes a word that starts like a path
 * and is known only when it runs; behind a `+` it is several. What is no such form is left where it is, to be refused.
 */
export function splitExec(words: readonly Word[]): {
  readonly own: readonly Word[];
  readonly commands: readonly (readonly Word[])[];
} {
  const own: Word[] = [];
  const commands: (readonly Word[])[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    const end = word?.text === "-exec" ? endOf(words, at + 1) : null;
    if (word === undefined) break;
    if (end === null) own.push(word);
    else {
      const many = words[end]?.text === "+";
      commands.push(
        words.slice(at + 1, end).map((each) => (each.text?.includes("{}") === true ? asPath(each, many) : each)),
      );
      at = end;
    }
  }
  return { own, commands };
}

/** The index of the `;`, or of the `+` behind a `{}`. */
function endOf(words: readonly Word[], from: number): number | null {
  const end = words.findIndex(
    ({ text }, at) => at >= from && (text === ";" || (text === "+" && words[at - 1]?.text === "{}")),
  );
  return end > from ? end : null;
}

function asPath(word: Word, many: boolean): Word {
  const alone = word.text === "{}";
  return { ...word, text: null, lead: alone ? "./" : "", single: !many };
}
