import { nearestWord } from "../../kernel/text/nearest-word.ts";
import type { Reporter } from "../../report/reporters/reporter.ts";
import { reporters } from "../../report/reporters/reporters.ts";
import type { Invocation } from "../command.ts";
import { usageError } from "../usage-error.ts";

/** A reporter that a run uses, with the file for its output; null for stdout. */
export type ChosenReporter = { readonly reporter: Reporter; readonly file: string | null };

type Variables = Readonly<Record<string, string | undefined>>;

/** Variables that coding agents set for the commands that they run. */
export const AGENT_VARIABLES = [
  "AI_AGENT",
  "CLAUDECODE",
  "CODEX_SANDBOX",
  "CODEX_THREAD_ID",
  "CURSOR_AGENT",
  "GEMINI_CLI",
  "OPENCODE",
] as const;

/**
 * The reporters that the command line names; without any, `table` for a person, `minimal` in CI and for a coding agent. `github`
 * is added in a GitHub workflow.
 *
 * @throws HarnessError HX503 for a name that is not a reporter, and for two reports in one place
 */
export function chooseReporters(
  invocation: Invocation,
  variables: Variables,
  isInCi: boolean,
): readonly ChosenReporter[] {
  const named = (invocation.options.get("reporter") ?? []).map(parseReporter);
  const asked = invocation.options.has("json") ? [...named, chosen("json")] : named;
  const shown = asked.length > 0 ? asked : [chosen(isInCi || isAgent(variables) ? "minimal" : "table")];
  const isTold = shown.some(({ reporter }) => reporter.name === "github");
  const all = variables["GITHUB_ACTIONS"] === "true" && !isTold ? [...shown, chosen("github")] : shown;
  refuseSharedPlaces(all);
  return all;
}

function parseReporter(value: string): ChosenReporter {
  const [, name = "", file = null] = /^([^=]*)(?:=(.*))?$/s.exec(value) ?? [];
  if (file === "") throw usageError("HX503", `--reporter ${name}= names no file`, `write --reporter ${name}=FILE`);
  return { ...chosen(name), file };
}

function chosen(name: string): ChosenReporter {
  const reporter = reporters.find((each) => each.name === name);
  if (reporter !== undefined) return { reporter, file: null };
  const names = reporters.map((each) => each.name);
  const nearest = nearestWord(name, names);
  const fix = nearest === null ? `reporters: ${names.join(", ")}` : `did you mean \`--reporter ${nearest}\`?`;
  throw usageError("HX503", `unknown reporter "${name}"`, fix);
}

/** Two reports on stdout would run into one another, and the second in a file would replace the first. */
function refuseSharedPlaces(all: readonly ChosenReporter[]): void {
  const places = all.filter(({ reporter, file }) => file !== null || reporter.kind !== "commands");
  for (const [index, { reporter, file }] of places.entries()) {
    const other = places.slice(0, index).find((earlier) => earlier.file === file);
    if (other === undefined) continue;
    const what = `the reporters ${other.reporter.name} and ${reporter.name} both write to ${file ?? "stdout"}`;
    throw usageError("HX503", what, `name a file of its own for one: --reporter ${reporter.name}=FILE`);
  }
}

function isAgent(variables: Variables): boolean {
  return AGENT_VARIABLES.some((name) => (variables[name] ?? "") !== "");
}
