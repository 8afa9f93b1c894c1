import { expect, test } from "vitest";

import { commands } from "../../harness/cli/commands.ts";
import { parseArgv } from "../../harness/cli/parse-argv.ts";
import { HarnessError } from "../../harness/kernel/faults/harness-error.ts";

/** What a command line is understood as, in a line. */
function understood(...argv: readonly string[]): string {
  try {
    const request = parseArgv(argv, commands);
    if (request.ask !== "command") return "command" in request ? `help ${request.command.name}` : request.ask;
    const options = [...request.invocation.options].map(([name, values]) => `${name}=${values.join("+")}`);
    return [request.command.name, ...request.invocation.positionals, ...options].join(" ");
  } catch (fault) {
    if (!(fault instanceof HarnessError)) throw fault;
    return `${fault.code} ${fault.message}; ${fault.fix}; exit ${fault.exit}`;
  }
}

test("the parser understands commands, arguments and options in any order", () => {
  expect(understood("judge", "a.jsonl", "--parent", "3", "--child=5", "--json")).toBe(
    "judge a.jsonl parent=3 child=5 json=",
  );
  expect(understood("--json", "inspect", "a.jsonl")).toBe("inspect a.jsonl json=");
  expect(understood("run", "--tag", "one", "a", "--tag", "two", "b")).toBe("run a b tag=one+two");
  expect(understood("judge", "a", "--fork-point=--odd")).toBe("judge a fork-point=--odd");
  expect(understood("run", "--", "--folder-with-dashes")).toBe("run --folder-with-dashes");
});

test("the parser finds --help anywhere", () => {
  expect(understood("--help")).toBe("overview");
  expect(understood("-h")).toBe("overview");
  expect(understood("help")).toBe("overview");
  expect(understood("help", "judge")).toBe("help judge");
  expect(understood("judge", "--help")).toBe("help judge");
  expect(understood("judge", "-h")).toBe("help judge");
  expect(understood("--version")).toBe("version");
  expect(understood()).toBe("nothing");
});

test("the parser suggests a fix for an argument that it cannot understand", () => {
  const mistakes = [
    ["juge"],
    ["deploy"],
    ["help", "jude"],
    ["judge", "a", "--parnt", "3"],
    ["judge", "a", "--zzzzzz"],
    ["judge", "a", "-x"],
    ["--jsn"],
    ["--json"],
    ["judge", "a", "--parent"],
    ["judge", "a", "--parent", "--json"],
    ["judge", "a", "--parent="],
    ["judge", "a", "--json=yes"],
    ["inspect"],
    ["explain", "CB202", "CB203"],
  ];
  expect(mistakes.map((argv) => understood(...argv))).toMatchInlineSnapshot(`
    [
      "HX501 unknown command "juge"; did you mean "judge"?; exit 2",
      "HX501 unknown command "deploy"; forkproof --help lists all commands; exit 2",
      "HX501 unknown command "jude"; did you mean "judge"?; exit 2",
      "HX502 unknown option "--parnt"; did you mean "--parent"?; exit 2",
      "HX502 unknown option "--zzzzzz"; forkproof judge --help lists all options; exit 2",
      "HX502 unknown option "-x"; forkproof judge --help lists all options; exit 2",
      "HX502 unknown option "--jsn"; write a command first, then its options; exit 2",
      "HX501 the command is missing; choose one from forkproof --help; exit 2",
      "HX503 --parent needs a value; write --parent ID; exit 2",
      "HX503 --parent needs a value, and "--json" looks like an option; write --parent ID; if "--json" is the value, write --parent=--json; exit 2",
      "HX503 --parent needs a value; write --parent ID; exit 2",
      "HX503 --json takes no value; write --json alone; exit 2",
      "HX504 inspect needs sources; name cassettes, traffic files and logs that import reads, also .gz and .zst; folders with such files; - for standard input (the format is detected); exit 2",
      "HX504 explain does not take "CB203"; forkproof explain --help says what it takes; exit 2",
    ]
  `);
});

test.each([
  [["judge", "a", "--at", "/tools/0"], "judge a fork-point=/tools/0", "--at is deprecated: write --fork-point"],
  [["judge", "a", "--show-text"], "judge a no-redact=", "--show-text is deprecated: write --no-redact"],
  [["run", "--strict"], "run fail-on-unknown-model=", "--strict is deprecated: write --fail-on-unknown-model"],
  [
    ["simulate", "a", "--uncalibrated"],
    "simulate a estimates-only=",
    "--uncalibrated is deprecated: write --estimates-only",
  ],
  [["simulate", "a", "--mode", "lag"], "simulate a timing=delayed", "--mode lag is deprecated: write --timing delayed"],
])("the former spelling %j still works and prints a line", (argv, meant, line) => {
  expect(understood(...argv)).toBe(meant);
  const request = parseArgv(argv, commands);
  expect(request.ask === "command" ? request.invocation.deprecations : []).toEqual([line]);
});
