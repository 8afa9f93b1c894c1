import type { Word } from "../reader/word.ts";
import type { Refusal, ShellRule } from "../shell-rule.ts";
import type { Danger, Harm } from "../utilities/utility.ts";

const rules = {
  writes: "shell.writes",
  "runs-programs": "shell.runs-programs",
  network: "shell.network",
  "follows-content": "shell.unknown-argument",
  "changes-state": "shell.changes-state",
  interactive: "shell.interactive",
  "never-ends": "shell.never-ends",
  "waits-for-input": "shell.waits-for-input",
} as const satisfies Record<Harm, ShellRule>;

const phrases: Readonly<Record<Harm, string>> = {
  writes: "can write or delete files",
  "runs-programs": "can run other programs",
  network: "uses the network",
  "follows-content": "opens files that the content of another one names",
  "changes-state": "changes the state of the shell or the system",
  interactive: "waits for a person at a terminal",
  "never-ends": "does not end by itself",
  "waits-for-input": "waits for standard input",
};

export function refuse(does: Harm, reason: string): Refusal {
  return { rule: rules[does], reason };
}

export function describeHarm(does: Harm): string {
  return phrases[does];
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
  return refuse(danger.does, `${utility} ${option} ${phrases[danger.does]} (${danger.source})`);
}

/** Refuses dangerous options of a utility whose others are not listed: alone, in a cluster, and abbreviated. */
export function refuseNamed(utility: string, words: readonly Word[], dangers: readonly Danger[]): Refusal | null {
  const named = dangers.flatMap(({ options }) => options);
  for (const { text } of words) {
    if (text === "--") return null;
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
