import { parseArgs } from "node:util";

import type { HarnessError } from "../kernel/faults/harness-error.ts";
import type { Invocation } from "./command.ts";
import type { CommandSpec, OptionSpec } from "./command-spec.ts";
import { optionsOf } from "./commands.ts";
import { unknownWord, usageError } from "./usage-error.ts";

/** A parsed command line. */
export type Request =
  | { readonly ask: "nothing" | "overview" | "version" }
  | { readonly ask: "help"; readonly command: CommandSpec }
  | { readonly ask: "command"; readonly command: CommandSpec; readonly invocation: Invocation };

type OptionToken = {
  readonly name: string;
  /** As typed, with its dashes. */
  readonly rawName: string;
  readonly value: string | undefined;
  /** Whether the value was given as `--name=value`; undefined without a value. */
  readonly inlineValue: boolean | undefined;
};

/**
 * Reads a command line against the command table. The command is the first argument that is not an option.
 *
 * @throws HarnessError HX501 to HX504
 */
export function parseArgv(argv: readonly string[], commands: readonly CommandSpec[]): Request {
  const commandAt = argv.findIndex((argument) => !argument.startsWith("-"));
  const name = argv[commandAt];
  if (name === undefined) return parseBare(argv);
  const rest = argv.toSpliced(commandAt, 1);
  if (name === "help") {
    const about = rest.find((argument) => !argument.startsWith("-"));
    return about === undefined ? { ask: "overview" } : { ask: "help", command: commandNamed(about, commands) };
  }
  const command = commandNamed(name, commands);
  const invocation = readArguments(rest, command);
  if (invocation.options.has("help")) return { ask: "help", command };
  checkPositionals(invocation, command);
  return { ask: "command", command, invocation };
}

function parseBare(argv: readonly string[]): Request {
  if (argv.includes("--help") || argv.includes("-h")) return { ask: "overview" };
  if (argv.includes("--version")) return { ask: "version" };
  const [first] = argv;
  if (first === undefined) return { ask: "nothing" };
  if (first === "--json") throw usageError("HX501", "the command is missing", "choose one from forkproof --help");
  throw unknownWord("HX502", "option", first, ["--help", "--version"], "write a command first, then its options");
}

function commandNamed(name: string, commands: readonly CommandSpec[]): CommandSpec {
  const command = commands.find((each) => each.name === name);
  if (command !== undefined) return command;
  const names = commands.map((each) => each.name);
  throw unknownWord("HX501", "command", name, names, "forkproof --help lists all commands");
}

function readArguments(args: readonly string[], command: CommandSpec): Invocation {
  const known = optionsOf(command);
  const spellings = known.flatMap((option) => spellingsOf(option).map((name) => [name, nodeOption(option)] as const));
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(spellings),
    // Not strict: node's own messages name neither the nearest option nor the fix.
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const options = new Map<string, string[]>();
  const deprecations: string[] = [];
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const option = optionNamed(token, known, command);
    const given = readOption(token, option);
    const values = token.name === option.name ? given : given.map((value) => option.formerly?.values?.[value] ?? value);
    if (token.name !== option.name) deprecations.push(deprecation(token.name, option, given, values));
    if (option.value !== null && option.repeats !== true && options.has(option.name)) throw givenTwice(token, option);
    options.set(option.name, [...(options.get(option.name) ?? []), ...values]);
  }
  const words = tokens.flatMap((token) => (token.kind === "positional" ? [token.value] : []));
  const first = tokens.find(({ kind }) => kind !== "option");
  const isSubcommand = first?.kind === "positional" && first.value === command.subcommand?.name;
  return { positionals: isSubcommand ? words.slice(1) : words, options, deprecations, isSubcommand };
}

function givenTwice({ rawName }: OptionToken, { name }: OptionSpec): HarnessError {
  return usageError("HX503", `${rawName} is given twice, and only one value can count`, `leave one --${name} out`);
}

function spellingsOf({ name, formerly }: OptionSpec): readonly string[] {
  return formerly === undefined ? [name] : [name, formerly.name];
}

function deprecation(
  former: string,
  { name }: OptionSpec,
  [given]: readonly string[],
  [value]: readonly string[],
): string {
  const shown = given === value ? "" : ` ${value}`;
  return `--${former}${shown === "" ? "" : ` ${given}`} is deprecated: write --${name}${shown}`;
}

function optionNamed({ name, rawName }: OptionToken, known: readonly OptionSpec[], command: CommandSpec): OptionSpec {
  const option = known.find((each) => spellingsOf(each).includes(name));
  if (option !== undefined) return option;
  const names = known.map((each) => `--${each.name}`);
  throw unknownWord("HX502", "option", rawName, names, `forkproof ${command.name} --help lists all options`);
}

function nodeOption({ name, value }: OptionSpec): { readonly type: "boolean" | "string"; readonly short?: string } {
  const type = value === null ? "boolean" : "string";
  return name === "help" ? { type, short: "h" } : { type };
}

/** The value of an option as a list: one element, or empty for a switch. */
function readOption({ rawName, value, inlineValue }: OptionToken, option: OptionSpec): readonly string[] {
  if (option.value === null) {
    if (value === undefined) return [];
    throw usageError("HX503", `${rawName} takes no value`, `write ${rawName} alone`);
  }
  if (value === undefined || value === "") {
    throw usageError("HX503", `${rawName} needs a value`, `write ${rawName} ${option.value}`);
  }
  if (inlineValue === false && value.startsWith("-")) {
    const fix = `write ${rawName} ${option.value}; if "${value}" is the value, write ${rawName}=${value}`;
    throw usageError("HX503", `${rawName} needs a value, and "${value}" looks like an option`, fix);
  }
  return [value];
}

const MANY: readonly string[] = ["any", "at least one", "the rest"];

function checkPositionals(
  { positionals: given, options, isSubcommand = false }: Invocation,
  { name, positional }: CommandSpec,
): void {
  const most = positional === null || isSubcommand ? 0 : MANY.includes(positional.count) ? Infinity : 1;
  const help = `forkproof ${name} --help says what it takes`;
  if (given.length > most) throw usageError("HX504", `${name} does not take "${given[most]}"`, help);
  if (
    given.length > 0 ||
    positional === null ||
    isSubcommand ||
    positional.unless?.some((option) => options.has(option)) === true
  )
    return;
  if (positional.count === "one" || positional.count === "at least one" || positional.count === "the rest") {
    throw usageError(
      "HX504",
      `${name} needs ${positional.count === "at least one" ? positional.name : `a ${positional.name}`}`,
      `name ${positional.description}`,
    );
  }
}
