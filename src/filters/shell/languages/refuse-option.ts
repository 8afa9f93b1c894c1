import type { Word } from "../reader/word.ts";
import type { Refusal, ShellRule } from "../shell-rule.ts";
import type { Danger, Harm } from "../utilities/utility.ts";

const harms: Readonly<Record<Harm, readonly [rule: ShellRule, phrase: string]>> = {
  writes: ["shell.writes", "can write or delete files"],
  runs: ["shell.runs-programs", "can run other programs"],
  connects: ["shell.network", "uses the network"],
  follows: ["shell.unknown-argument", "opens files that the content of another one names"],
  sets: ["shell.changes-state", "changes the state of the shell or the system"],
  asks: ["shell.interactive", "waits for a person, or does not end by itself"],
};

export function refuse(does: Harm, reason: string): Refusal {
  return { rule: harms[does][0], reason };
}

export function describeHarm(does: Harm): string {
  return harms[does][1];
}

/** Why `option` is not among the allowed ones: the danger that names it (or that it abbreviates), or that it is not listed. */
export function refuseDanger(utility: string, option: string, dangers: readonly Danger[]): Refusal {
  const danger =
    dangers.find(({ options }) => options.includes(option)) ??
    (option.length > 3 ? dangers.find(({ options }) => options.some((known) => known.startsWith(option))) : undefined);
  if (danger === undefined) {
    return {
      rule: "shell.unknown-option",
      reason: `${utility} ${option} is not among the options known to be harmless`,
    };
  }
  return refuse(danger.does, `${utility} ${option} ${describeHarm(danger.does)} (${utility.replace(" ", "-")}(1))`);
}

/** Refuses dangerous options of a utility whose others are not listed: alone, in a cluster, and abbreviated. */
export function refuseNamed(utility: string, words: readonly Word[], dangers: readonly Danger[]): Refusal | null {
  const named = dangers.flatMap(({ options }) => options);
  for (const word of words) {
    const { text } = word;
    if (text === "--") return null;
    const isOption = /^["'\\]*-/.test(word.raw) && dangers.length > 0;
    if (text === null && (isOption || (mayBeOption(word) && doesHarm(dangers))))
      return refuseUnknownWord(utility, word);
    const [name = ""] = text?.split("=") ?? [];
    const found = named.find((option) =>
      option.startsWith("--")
        ? name.length > 2 && option.startsWith(name)
        : /^-[^-]/.test(name) && name.includes(option.slice(1)),
    );
    if (found !== undefined) return refuseDanger(utility, found, dangers);
  }
  return null;
}

/** Whether an option that slips in would do harm, more than wait, fail or read. */
export function doesHarm(dangers: readonly Danger[]): boolean {
  return dangers.some(({ does }) => does !== "asks" && does !== "follows");
}

/** Whether a word that only the run decides may turn out to be an option. */
export function mayBeOption(word: Word): boolean {
  return word.text === null && !/^[^-+(),!]/.test(word.lead);
}

export function refuseUnknownWord(utility: string, word: Word): Refusal {
  return {
    rule: "shell.unknown-argument",
    reason:
      `${utility} is given ${word.raw}, which may become an option when it runs: ` +
      "write the argument out, or start it with ./ (and quote what it expands)",
  };
}
