import type { Word } from "../reader/word.ts";

/**
 * Takes the commands of `-exec … ;` and `-exec … {} +` out of the words of find(1). In a command `{}` becomes a word that is known only when
 * it runs and starts as the start paths do; behind a `+` it is several. What is no such form is left where it is, to be refused.
 */
export function splitExec(words: readonly Word[]): {
  readonly own: readonly Word[];
  readonly commands: readonly (readonly Word[])[];
} {
  const own: Word[] = [];
  const lead = leadOfPaths(words);
  const commands: (readonly Word[])[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    const end = word?.text === "-exec" ? endOf(words, at + 1) : null;
    if (word === undefined) break;
    if (end === null) own.push(word);
    else {
      const many = words[end]?.text === "+";
      commands.push(
        words.slice(at + 1, end).map((each) => (each.text?.includes("{}") === true ? asPath(each, lead, many) : each)),
      );
      at = end;
    }
  }
  return { own, commands };
}

/**
 * The index of the `;`, or of the `+` behind a `{}`; null where another word may end the command before: any `+` does in busybox, and a
 * word that only the run knows may be one of both.
 */
function endOf(words: readonly Word[], from: number): number | null {
  const end = words.findIndex(
    ({ text, lead }, at) => at >= from && (text === ";" || text === "+" || (text === null && /^[;+]?$/.test(lead))),
  );
  const isEnd = words[end]?.text === ";" || (words[end]?.text === "+" && words[end - 1]?.text === "{}");
  return end > from && isEnd ? end : null;
}

function asPath(word: Word, lead: string, many: boolean): Word {
  return { ...word, text: null, lead: word.text === "{}" ? lead : "", single: !many };
}

/** What every path that is found starts with, one character of it: of the start paths, or a dot where there are none. */
function leadOfPaths(words: readonly Word[]): string {
  const first = words.findIndex(({ text, lead }) => /^[-(),!]/.test(text ?? lead));
  const leads = words.slice(0, first === -1 ? words.length : first).map(({ text, lead }) => (text ?? lead).charAt(0));
  return leads.every((lead) => /^[\w./~]$/.test(lead)) ? (leads[0] ?? ".") : "";
}
