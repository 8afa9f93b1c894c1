import { wrapText } from "../report/tables/wrap-text.ts";
import type { CommandSpec, OptionSpec, Positional } from "./command-spec.ts";
import { commonOptions, optionsOf } from "./commands.ts";

type Row = readonly [term: string, description: string];

const generalExitCodes: readonly Row[] = [
  ["0", "passed, warnings allowed"],
  ["1", "the gate failed"],
  ["2", "wrong usage or configuration, invalid schema, nothing selected, or an option without effect"],
  ["3", "infrastructure: a provider is down, a recording is unreadable, or writing output failed"],
  ["130", "interrupted by SIGINT, SIGTERM or SIGHUP"],
];

/** The page of `forkproof --help`. */
export function renderOverview(commands: readonly CommandSpec[], columns: number): string {
  return page([
    ["forkproof: proves that a forked agent keeps its parent's prompt-cache prefix, byte by byte"],
    ["Usage: forkproof <command> [options]"],
    section(
      "Commands",
      commands.map((command): Row => [synopsis(command), command.summary]),
      columns,
    ),
    section(
      "Every command",
      commonOptions.map((option) => optionRow(option)),
      columns,
    ),
    section("Exit codes", generalExitCodes, columns),
  ]);
}

/** The page of one command. */
export function renderCommandHelp(command: CommandSpec, columns: number): string {
  const { positional, subcommand, examples } = command;
  return page([
    wrapText(`forkproof ${command.name}: ${command.summary}`, columns),
    [`Usage: forkproof ${usage(command)}`],
    positional === null ? [] : section("Argument", [[positional.name, positional.description]], columns),
    subcommand === undefined ? [] : section("Sub-command", [[subcommand.name, subcommand.description]], columns),
    section(
      "Options",
      optionsOf(command).map((option) => optionRow(option)),
      columns,
    ),
    (command.notes ?? []).flatMap((note, index) => [
      ...(index === 0 ? ["Notes"] : []),
      ...wrapText(note, columns - 2).map((line) => `  ${line}`),
    ]),
    exitCodesOf(command, columns),
    ["Examples", ...examples.map((example) => `  ${example}`)],
  ]);
}

function exitCodesOf({ exitCodes }: CommandSpec, columns: number): readonly string[] {
  if (exitCodes === null) return [];
  if (typeof exitCodes !== "string") return section("Exit codes", exitCodes, columns);
  return ["Exit codes", ...wrapText(exitCodes, columns - 2).map((line) => `  ${line}`)];
}

/** Options end where a command line of its own begins. */
function usage(command: CommandSpec): string {
  const { name, positional } = command;
  if (positional?.count !== "the rest") return `${synopsis(command)} [options]`;
  return `${name} [options] ${placeholder(positional)}`;
}

function synopsis({ name, positional }: CommandSpec): string {
  return positional === null ? name : `${name} ${placeholder(positional)}`;
}

const placeholders: Readonly<Record<Positional["count"], (name: string) => string>> = {
  one: (name) => `<${name}>`,
  "at least one": (name) => `<${name}...>`,
  "at most one": (name) => `[${name}]`,
  any: (name) => `[${name}...]`,
  "the rest": (name) => `-- <${name}...>`,
};

function placeholder({ name, count }: Positional): string {
  return placeholders[count](name);
}

function optionRow({ name, value, description }: OptionSpec): Row {
  return [value === null ? `--${name}` : `--${name} ${value}`, description];
}

function section(title: string, rows: readonly Row[], columns: number): readonly string[] {
  const shift = Math.max(...rows.map(([term]) => term.length)) + 4;
  return [
    title,
    ...rows.flatMap(([term, description]) => {
      const [first, ...others] = wrapText(description, columns - shift);
      return [`  ${term}`.padEnd(shift) + first, ...others.map((line) => " ".repeat(shift) + line)];
    }),
  ];
}

function page(sections: readonly (readonly string[])[]): string {
  return `${sections.flatMap((lines) => (lines.length === 0 ? [] : [lines.join("\n")])).join("\n\n")}\n`;
}
