import type { GrammarOutline } from "../grammar/bash-grammar.ts";
import type { Refusal } from "../shell-rule.ts";

/** A name whose value is printed or was given; none that begins with `_`, since `$_` is the last argument. */
const name = String.raw`[A-Za-z]\w*`;
/** zsh takes a bracket or a colon behind an expansion for a subscript or a modifier. */
const apart = String.raw`(?![[:(])`;
/** What stands in `$( )`: a script without expansions or double quotes of its own. */
const inner = String.raw`(?:[^()"'\x60$\\]|'[^']*')*`;
const expansion = [
  String.raw`\$${name}(?!\w)${apart}`,
  String.raw`\$\{(?:#${name}|${name}(?:(?::?[-+]|%%?|##?)[\w./ *[\]-]*)?)\}${apart}`,
  String.raw`\$[?#$](?![\w{])${apart}`,
  String.raw`\$\(\((?:[\d\s+*%()/-]|\b${name}\b)*\)\)${apart}`,
  String.raw`\$\((?!\()${inner}\)${apart}`,
].join("|");
/** Characters that no shell gives a meaning to outside quotes, wherever they stand in a word. */
const plain = String.raw`[\w\p{L}\p{M}\p{N}\p{So}./,:@%+-]|@?\{[\w-]+\}`;
const piece = String.raw`${plain}|'[^']*'|"(?:[^"\\$\x60!]|\\[\\"$\x60]|${expansion})*"|\\[ -~]|${expansion}|\$(?=[\s|;&]|$)`;
/** A pattern in the last part of a path, whose matches end like files or are folders: no device does. */
const pattern = String.raw`(?!-)(?:~/)?(?:[\w.+-]*/)*[\w.-]*\*(?:[\w.-]*\.\w+|/)`;

/** One word, as the source of a regular expression with the flag `u`. */
export const word: string = String.raw`${pattern}(?=[\s|;&)]|$)|~(?=[/\s|;&)]|$)(?:${piece})*|(?:${piece})(?:${piece}|=|~(?=\d|[\s|;&)]|$))*`;

/** The text of a word, null where only the run decides it, and what the commands in it are. */
export function readLiteralWord(
  raw: string,
  start: number,
  read: (source: string, offset: number) => GrammarOutline | Refusal,
): (Pick<GrammarOutline, "starts" | "words"> & { readonly text: string | null }) | Refusal {
  let text = "";
  let exact = !raw.startsWith("~") && !new RegExp(`^(?:${pattern})$`, "u").test(raw);
  const inners: { readonly source: string; readonly at: number }[] = [];
  for (const part of raw.matchAll(piecewise)) {
    const { code, single, double, escaped, dollar } = part.groups ?? {};
    if (code !== undefined) inners.push({ source: code, at: start + part.index + 2 });
    exact &&= code === undefined && dollar === undefined;
    if (double === undefined) text += single ?? escaped ?? part[0];
    else
      for (const each of double.matchAll(quoted)) {
        const within = each.groups ?? {};
        if (within["code"] !== undefined)
          inners.push({ source: within["code"], at: start + part.index + 1 + each.index + 2 });
        exact &&= within["code"] === undefined && within["dollar"] === undefined;
        text += within["escaped"] ?? each[0];
      }
  }
  const outlines = inners.map(({ source, at }) => read(source, at));
  const refusal = outlines.find((outline) => "rule" in outline);
  if (refusal !== undefined && "rule" in refusal) return refusal;
  const known = outlines.flatMap((outline) => ("rule" in outline ? [] : [outline]));
  return {
    text: exact ? text : null,
    starts: known.flatMap(({ starts }) => starts),
    words: known.flatMap(({ words }) => words),
  };
}

const code = String.raw`\$\((?!\()(?<code>${inner})\)`;
const piecewise = new RegExp(
  String.raw`${code}|'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\[^])*)"|\\(?<escaped>[^])|(?<dollar>\$(?=.))|[^]`,
  "gsu",
);
const quoted = new RegExp(String.raw`${code}|\\(?<escaped>["\\$\x60])|(?<dollar>\$)|[^]`, "gu");
