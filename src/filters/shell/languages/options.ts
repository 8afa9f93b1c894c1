import type { Word } from "../reader/word.ts";
import type { Refusal } from "../shell-rule.ts";
import type { OptionTable, Parser } from "../utilities/utility.ts";
import { doesHarm, mayBeOption, refuse, refuseDanger, refuseUnknownWord } from "./refuse-option.ts";

/** What the words of a command turned out to be: options as `-x` or `--name`, and operands. */
export type Options = {
  readonly seen: ReadonlySet<string>;
  readonly operands: readonly Word[];
  /** Values in order; null where only the run knows one. */
  readonly values: readonly { readonly option: string; readonly text: string | null }[];
};

/**
 * Takes the words behind a utility apart as its parser does (getopt(3), getopt_long(3)) and refuses what the table does not list, an
 * abbreviated option too.
 */
export function judgeOptions(
  utility: string,
  words: readonly Word[],
  table: OptionTable,
  parser: Parser,
): { readonly refusal: Refusal } | { readonly refusal: null; readonly options: Options } {
  const walk: Walk = { utility, table, parser, words, at: 0, ended: false, seen: new Set(), operands: [], values: [] };
  const refusal = walkWords(walk) ?? judgeOperands(walk) ?? judgeNeeds(walk);
  return refusal === null ? { refusal, options: walk } : { refusal };
}

type Walk = {
  readonly utility: string;
  readonly table: OptionTable;
  readonly parser: Parser;
  readonly words: readonly Word[];
  at: number;
  /** True behind `--`. */
  ended: boolean;
  readonly seen: Set<string>;
  readonly operands: Word[];
  readonly values: { readonly option: string; readonly text: string | null }[];
};

function walkWords(walk: Walk): Refusal | null {
  for (; walk.at < walk.words.length; walk.at += 1) {
    const word = walk.words[walk.at];
    const refusal = word === undefined ? null : judgeWord(walk, word);
    if (refusal !== null) return refusal;
  }
  return null;
}

function judgeWord(walk: Walk, word: Word): Refusal | null {
  const known = word.text ?? word.lead;
  if (walk.ended || (word.text !== null && isOperand(word.text))) return addOperand(walk, word);
  if (word.text === "--") {
    walk.ended = true;
    return null;
  }
  if (word.text === null && !known.startsWith("-")) {
    return mayBeOption(word) && (walk.table.operands?.max !== undefined || doesHarm(walk.table.dangers))
      ? refuseUnknownWord(walk.utility, word)
      : addOperand(walk, word);
  }
  if (!word.single) return refuseUnknownWord(walk.utility, word);
  if (isEither(walk)) walk.operands.push(word);
  if (known.startsWith("--")) return judgeLong(walk, word, known);
  if (word.text !== null && walk.table.words.has(known.slice(1))) {
    see(walk, known);
    return null;
  }
  return judgeCluster(walk, word, known);
}

function isOperand(text: string): boolean {
  return text === "-" || !text.startsWith("-");
}

function addOperand(walk: Walk, word: Word): null {
  walk.operands.push(word);
  if (walk.parser === "leading") walk.ended = true;
  return null;
}

/** Whether another implementation takes this word for an operand, since one stands before it. */
function isEither({ parser, operands }: Walk): boolean {
  return parser === "either" && operands.length > 0;
}

/** Only an option that each parser sees counts as given. */
function see(walk: Walk, option: string): void {
  if (!isEither(walk)) walk.seen.add(option);
}

function judgeLong(walk: Walk, word: Word, known: string): Refusal | null {
  const equals = known.indexOf("=");
  const name = equals === -1 ? known.slice(2) : known.slice(2, equals);
  if (equals === -1 && word.text === null) return refuseUnknownWord(walk.utility, word);
  const option = `--${name}`;
  const takes = /^[\w-]+$/.test(name) ? ["=", "?", ""].find((kind) => walk.table.long.has(name + kind)) : undefined;
  if (takes === undefined || (takes === "" && equals !== -1))
    return refuseDanger(walk.utility, option, walk.table.dangers);
  see(walk, option);
  if (equals !== -1) return judgeValue(walk, option, word.text === null ? null : known.slice(equals + 1), word);
  return takes === "=" ? judgeNextValue(walk, option) : null;
}

function judgeCluster(walk: Walk, word: Word, known: string): Refusal | null {
  const { flags, valued, separate, attached, digits, dangers } = walk.table;
  for (let at = 1; at < known.length; at += 1) {
    const letter = known.charAt(at);
    const option = `-${letter}`;
    const rest = known.slice(at + 1);
    if (flags.includes(letter)) see(walk, option);
    else if (digits && /\d/.test(letter)) see(walk, "-1");
    else if (separate.includes(letter) && rest === "" && word.text !== null) {
      see(walk, option);
      return judgeNextValue(walk, option);
    } else if (attached.includes(letter) || valued.includes(letter)) {
      see(walk, option);
      if (attached.includes(letter) || rest !== "" || word.text === null) {
        return judgeValue(walk, option, word.text === null ? null : rest, word);
      }
      return judgeNextValue(walk, option);
    } else
      return refuseDanger(
        walk.utility,
        known.length > 2 && dangers.some(({ options }) => options.includes(known)) ? known : option,
        dangers,
      );
  }
  return word.text === null ? refuseUnknownWord(walk.utility, word) : null;
}

/** The next word is the option's value. One that looks like an option is refused: a table that is wrong must not hide it. */
function judgeNextValue(walk: Walk, option: string): Refusal | null {
  walk.at += 1;
  const value = walk.words[walk.at];
  if (value === undefined) return null;
  if (isEither(walk)) walk.operands.push(value);
  if (!value.single) return refuseUnknownWord(walk.utility, value);
  if (/^-[^\d]/.test(value.text ?? value.lead)) {
    return {
      rule: "shell.unknown-option",
      reason: `${walk.utility} ${option} ${value.raw}: a value that starts with a dash must be attached to its option`,
    };
  }
  return judgeValue(walk, option, value.text, value);
}

function judgeValue(walk: Walk, option: string, value: string | null, word: Word): Refusal | null {
  walk.values.push({ option, text: value });
  const rule = walk.table.values?.[option];
  if (rule === undefined) return null;
  if (value === null) return refuseUnknownWord(walk.utility, word);
  return rule.match.test(value) ? null : refuse(rule.does, `${walk.utility} ${option} ${value}: ${rule.why}`);
}

function judgeOperands({ utility, table, operands, seen }: Walk): Refusal | null {
  const rule = table.operands;
  if (rule === undefined || rule.unless?.split(" ").some((option) => seen.has(option)) === true) return null;
  const { max = Number.POSITIVE_INFINITY, match, unknown, does, why } = rule;
  const several = operands.find(({ single }) => !single);
  if (max < Number.POSITIVE_INFINITY && several !== undefined) return refuseUnknownWord(utility, several);
  const odd =
    match === undefined
      ? undefined
      : operands.find(({ text }) => (text === null ? unknown !== "fine" : !match.test(text)));
  if (operands.length <= max && odd === undefined) return null;
  const reason = `${utility} ${(odd ?? operands.at(-1))?.raw ?? ""}: ${why}`;
  return does === undefined ? { rule: "shell.operand", reason } : refuse(does, reason);
}

function judgeNeeds({ utility, table: { needs }, seen }: Walk): Refusal | null {
  if (needs === undefined || needs.oneOf.split(" ").some((option) => seen.has(option))) return null;
  return refuse(needs.does, `${utility} without ${needs.oneOf.replaceAll(" ", " or ")}: ${needs.why}`);
}
