import type { Outline } from "./agree.ts";
import type { Refusal } from "../shell-rule.ts";

/** How words are written. */
export type WordForms = {
  /** One word, as the source of a regular expression with the flags `su`. */
  readonly word: string;
  /** What a word looks like that only the run decides. */
  readonly open: RegExp;
  /** A piece of a word outside double quotes, and inside. */
  readonly outside: RegExp;
  readonly quoted: RegExp;
};

/** A name whose value is printed or was given; none that begins with `_`, since `$_` is the last argument. */
const name = String.raw`[A-Za-z]\w*`;
/** zsh takes a bracket or a colon behind an expansion for a subscript or a modifier. */
const apart = String.raw`(?![[:(])`;
/** An expression on numbers and names, with parentheses in parentheses. */
const arithmetic = ["", "", ""].reduce(
  (inside: string) => String.raw`(?:[\w\s+*/%-]${inside === "" ? "" : String.raw`|\(${inside}\)`})*`,
  "",
);
/** What stands in `$( )`: a script without expansions or double quotes of its own. */
const plainInner = String.raw`(?:[^()"'\x60$\\]|'[^']*')*`;
const expansion = [
  String.raw`\$${name}(?!\w)${apart}`,
  String.raw`\$\{(?:#${name}|${name}(?:(?::?[-+]|%%?|##?)[\w./ *[\]-]*)?)\}${apart}`,
  String.raw`\$[?#$](?![\w{])${apart}`,
  String.raw`\$\((?!\([^)]*\b_)\(${arithmetic}\)\)${apart}`,
  String.raw`\$\((?!\()${plainInner}\)${apart}`,
].join("|");
/** Characters that no shell gives a meaning to outside quotes, wherever they stand in a word. */
const plain = String.raw`[\w\p{L}\p{M}\p{N}\p{So}./,:@%+-]|@?\{[\w-]+\}`;
const piece = String.raw`${plain}|'[^']*'|"(?:[^"\\$\x60!]|\\[\\"$\x60]|${expansion})*"|\\[ -~]|${expansion}|\$(?=[\s|;&]|$)`;
/** A pattern in the last part of a path, whose matches end like files or are folders: no device does. */
const pattern = String.raw`(?!-)(?:~/)?(?:[\w.+-]*/)*[\w.-]*\*(?:[\w.-]*\.\w+|/)`;

/** What dash, Bash, zsh and busybox read alike. */
export const sharedWords: WordForms = wordForms(
  String.raw`${pattern}(?=[\s|;&)]|$)|~(?=[/\s|;&)]|$)(?:${piece})*|(?:${piece})(?:${piece}|=|~(?=\d|[\s|;&)]|$))*`,
  plainInner,
  new RegExp(`^(?:${pattern})$`, "u"),
);

const single = String.raw`'[^']*'`;
const simple = String.raw`\$(?:[A-Za-z_]\w*|[0-9@*#?$!-])|\$\{[^{}"'\x60$\\()]*\}|\$\(\(${arithmetic}\)\)`;
/** A dollar that starts nothing, outside quotes and inside. */
const dollar = String.raw`\$(?![\w@*#?$!({[\x60'"-])`;
const quotedDollar = String.raw`\$(?![\w@*#?$!({[\x60-])`;
/** Substitutions in substitutions, as deep as people write them. */
const bashInner = ["", "", ""].reduce((inside: string) => {
  const nested = inside === "" ? "" : String.raw`|\$\((?!\()${inside}\)`;
  const double = String.raw`"(?:[^"\\$\x60]|\\[^]|${simple}${nested}|${quotedDollar})*"`;
  return String.raw`(?:[^()"'\x60$\\#]|(?<=[^\s;|&(])#|${single}|\$'(?:[^'\\]|\\[^])*'|${double}|\\[^]|${dollar}|${simple}${nested}|\((?:[^()"'\x60$\\#]|${single})*\))*`;
}, "");
const bashExpansion = String.raw`${simple}|\$\((?!\()${bashInner}\)`;
const bashPiece =
  String.raw`[^\s"'\\$\x60;|&()<>]|${single}|\$'(?:[^'\\]|\\[^])*'|"(?:[^"\\$\x60]|\\[^]|${bashExpansion}|${quotedDollar})*"` +
  String.raw`|\\[^\n]|${bashExpansion}|${dollar}`;

/** What Bash reads, without what the first reader refuses. */
export const bashWords: WordForms = wordForms(
  String.raw`(?!#)(?:${bashPiece})+`,
  bashInner,
  /^~|^(?:[^"'\\]|\\[^]|"(?:[^"\\]|\\[^])*"|'[^']*')*?(?:[*?]|\[[^]*\]|\{[^]*(?:,|\.\.)[^]*\}|\$')/,
);

function wordForms(word: string, inner: string, open: RegExp): WordForms {
  const code = String.raw`\$\((?!\()(?<code>${inner})\)`;
  const double = String.raw`"(?<double>(?:${code.replace("<code>", ":")}|[^"\\]|\\[^])*)"`;
  const outside = String.raw`${code}|'(?<single>[^']*)'|${double}|\\(?<escaped>[^])|(?<dollar>\$[\w@*#?$!({[-])|[^"'\\$]+|[^]`;
  const quoted = String.raw`${code}|\\(?<escaped>["\\$\x60])|(?<dollar>\$[\w@*#?$!({[-])|[^\\$]+|[^]`;
  return { word, open, outside: new RegExp(outside, "gsu"), quoted: new RegExp(quoted, "gsu") };
}

/** The text of a word, null where only the run decides it, and what the commands in it are. */
export function readForm(
  raw: string,
  start: number,
  { open, outside, quoted }: WordForms,
  read: (source: string, offset: number) => Outline | Refusal,
): (Outline & { readonly text: string | null }) | Refusal {
  if (/^[\w./:@%+,=-]+$/.test(raw)) return { text: raw, starts: [], words: [] };
  let text = "";
  let exact = !raw.startsWith("~") && !open.test(raw);
  const outlines: (Outline | Refusal)[] = [];
  const take = (found: RegExpExecArray, at: number): void => {
    const { code: script, dollar, single: plainText, escaped } = found.groups ?? {};
    if (script !== undefined) outlines.push(read(script, at + 2));
    exact &&= script === undefined && dollar === undefined;
    text += plainText ?? escaped ?? found[0];
  };
  for (const part of raw.matchAll(outside)) {
    const double = part.groups?.["double"];
    if (double === undefined) take(part, start + part.index);
    else for (const each of double.matchAll(quoted)) take(each, start + part.index + 1 + each.index);
  }
  const refusal = outlines.find((outline) => "rule" in outline);
  if (refusal !== undefined && "rule" in refusal) return refusal;
  const known = outlines.flatMap((outline) => ("rule" in outline ? [] : [outline]));
  return {
    text: exact ? text : null,
    starts: known.flatMap(({ starts }) => starts),
    words: known.flatMap(({ words }) => words),
  };
}
