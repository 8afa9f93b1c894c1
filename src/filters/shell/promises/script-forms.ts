import { bashWords, sharedWords, type WordForms } from "./word-forms.ts";

/** What a script is read by, token by token. */
export type Forms = {
  readonly words: WordForms;
  /** What may stand where a command starts, before it is tried as a part of one. */
  readonly opening: RegExp;
  /** What goes on with a command, or ends it. */
  readonly inside: RegExp;
  /** Whether all shells must read it alike. */
  readonly shared: boolean;
};

/** Made at the first script: reading these patterns takes 7 ms, and most forks read no script. */
export function formsOf(promise: "literal" | "bash"): Forms {
  return promise === "bash" ? (bash ??= makeBash()) : (shared ??= makeShared());
}

/** Whether an assignment is of a name of the script's own. */
export function assignsOwnName(assignment: string): boolean {
  return new RegExp(`^${own}=`, "u").test(assignment);
}

let bash: Forms | null = null;
let shared: Forms | null = null;

/** Names that no shell and no program gives a meaning to; the arrays of zsh are not among them. */
const own = String.raw`(?:[a-z]\d?|files?|dirs?|folder|notes?|names?|lines?|item|count|total|latest|newest|today|since|memory|mem_dir|base|root|target|query|pattern|word|key|src|FOO|DIR|FILE|MEM|MEM_DIR|MEMORY|MEMORY_DIR|NOTES|TODAY|SINCE|LATEST|COUNT)`;
const given = String.raw`(?:${own}=|(?:LANG|LANGUAGE|LC_[A-Z]+|TZ|NO_COLOR|COLUMNS|GIT_PAGER|PAGER)=(?=[\w.@+/-]*(?:[\s;|&)]|$))|IFS=(?=,?[ \t]+read[ \t]))`;
/** A quote or a brace ends a word before `>` too: no digit of it can be taken for a descriptor. */
const behind = String.raw`(?=[\s|;&)]|$|(?<=["'}])>)`;
const { word } = sharedWords;

const makeShared = (): Forms => ({
  words: sharedWords,
  shared: true,
  opening: new RegExp(
    String.raw`(?<comment>#[\w \t.,:/-]*(?=\n|$))|(?<keyword>(?:if|then|elif|else|do|while|!|\{)(?=[ \t\n])|\((?!\())` +
      String.raw`|(?<closing>(?:fi|done|\})${behind})|for[ \t]+(?<variable>${own})[ \t]+in(?=[ \t])` +
      String.raw`|(?<assigned>${given}(?:${word})?)${behind}|(?<name>'[\w./+-]+'|\[|:|\\?[\w./+-]+)${behind}`,
    "uy",
  ),
  // A descriptor has one digit: dash takes two for a word.
  inside: new RegExp(
    String.raw`(?<blank>[ \t]+|\\\n)|(?<end>\n|&&|\|\||(?<!\|)&(?=[ \t\n]|$)|[|;]|$)|(?<closing>\))` +
      String.raw`|(?<redirect>(?:(?<![^\s|;&)])|(?<=["'}])(?=>))(?:[1-9]?>[ \t]*(?:/dev/null|"/dev/null")|[1-9]>&[1-9-]|>&2|<[ \t]*(?:${word}))${behind})` +
      String.raw`|(?<word>\{\}|=${behind}|!?=(?=[ \t])|[[\]]${behind}|!(?=[ \t])|(?:${word}))${behind}`,
    "uy",
  ),
});

const ends = String.raw`(?=[\s|;&()<>]|$)`;
const makeBash = (): Forms => ({
  words: bashWords,
  shared: false,
  opening: new RegExp(
    String.raw`(?<comment>#[^\n]*)|(?<keyword>(?:if|then|elif|else|do|while|time|\{)${ends}|!(?=[ \t]+[^\s;&|]|\(|[ \t]*(?:\n|$))|\((?!\())` +
      String.raw`|(?<closing>(?:fi|done|\})${ends})|for[ \t]+(?<variable>\w+)[ \t]+in(?=[\s;])|(?<test>\[\[)(?=\s)` +
      String.raw`|(?<assigned>[A-Za-z_]\w*\+?=(?:${bashWords.word})?)${ends}|(?!\d+[<>])(?<name>${bashWords.word})${ends}`,
    "suy",
  ),
  inside: new RegExp(
    String.raw`(?<blank>[ \t]+|\\\n|(?<=[\s;|&()])#[^\n]*)|(?<end>\n|&&|\|\||\|&|&(?!>)|[|;]|$)|(?<closing>\))|(?<group>\()` +
      String.raw`|(?<redirect>(?:(?<![^\s|;&()])\d{1,6})?(?:&>>?|>>|>&|<&|<>|>\||[<>](?![<(]))[ \t]*(?:${bashWords.word}))${ends}` +
      String.raw`|<<[ \t]*(?<here>'[\w.-]+'|"[\w.-]+"|\\[\w-]+)${ends}|(?<word>${bashWords.word})${ends}`,
    "suy",
  ),
});
