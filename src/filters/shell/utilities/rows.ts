import type { Arguments, Danger, Harm, OptionTable, Parser, Rows, SubcommandTable } from "./utility.ts";

/** Options by what they do, space separated. */
type Dangers = Readonly<Partial<Record<Harm, string>>>;
type Rules = Pick<OptionTable, "operands" | "needs" | "values">;

/**
 * A table from a line that reads like a synopsis: `-ab` are flags, `-n:` takes a value, `-L;` always the next word, `-u?` an attached one,
 * `-#` a number, `+word` is a word behind one dash, and all others are long options: `name`, `name=` and `name?`.
 */
export function optionTable(synopsis: string, dangers: Dangers = {}, rules: Rules = {}): OptionTable {
  const short: Record<string, string> = { "": "", ":": "", ";": "", "?": "", "#": "" };
  const [long, words]: [Set<string>, Set<string>] = [new Set(), new Set()];
  for (const token of synopsis.split(" ").filter((each) => each !== "")) {
    const { letters, kind = "" } = /^-(?<letters>[^:;?#]*)(?<kind>[:;?#]?)$/.exec(token)?.groups ?? {};
    if (letters !== undefined) short[kind] += kind === "#" ? "#" : letters;
    else if (token.startsWith("+")) words.add(token.slice(1));
    else long.add(token);
  }
  return {
    flags: short[""] ?? "",
    valued: short[":"] ?? "",
    separate: short[";"] ?? "",
    attached: short["?"] ?? "",
    digits: short["#"] !== "",
    long,
    words,
    dangers: dangersOf(dangers),
    ...rules,
  };
}

const by =
  (parser: Parser) =>
  (synopsis = "", dangers: Dangers = {}, rules: Rules = {}): Arguments => ({
    by: "options",
    parser,
    table: optionTable(synopsis, dangers, rules),
  });

export const leading: Row = by("leading");
export const permuting: Row = by("permuting");
export const either: Row = by("either");

export type Row = (synopsis?: string, dangers?: Dangers, rules?: Rules) => Arguments;

/** Options and no operand. */
export function shows(synopsis: string, why: string, does: Harm = "sets", dangers: Dangers = {}): Arguments {
  return leading(synopsis, dangers, { operands: { max: 0, does, why } });
}

export function anything(dangers: Dangers = {}): Arguments {
  return { by: "anything", dangers: dangersOf(dangers) };
}

export function subcommands(
  subs: Readonly<Record<string, Arguments>>,
  before: OptionTable = optionTable(""),
  more: Pick<SubcommandTable, "bare" | "help"> = {},
): Arguments {
  return { by: "subcommands", table: { before, subcommands: subs, ...more } };
}

/** The same arguments for each of these names, space separated. */
export function each(names: string, takes: Arguments): Rows {
  return Object.fromEntries(names.split(" ").map((name) => [name, takes]));
}

function dangersOf(dangers: Dangers): readonly Danger[] {
  const harms = ["writes", "runs", "connects", "follows", "sets", "asks"] as const;
  return harms.flatMap((does) => {
    const options = dangers[does];
    return options === undefined ? [] : [{ options: options.split(" "), does }];
  });
}
