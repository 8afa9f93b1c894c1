import { isAbsolute, relative, resolve } from "node:path";
import { appendText, writeAtomically } from "../../io/files/disk.ts";
import type { Console } from "../../io/console.ts";
import { newKey } from "../../io/new-key.ts";
import { environment } from "../../io/process.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { RunResult } from "../../kernel/run-result.ts";
import type { TextStyle } from "../../kernel/text/text-style.ts";
import type { Rendered } from "../../report/reporters/reporter.ts";
import type { Invocation } from "../command.ts";
import { isInCi } from "../commands/is-in-ci.ts";
import { claimReport } from "../claim-report.ts";
import { chooseReporters, type ChosenReporter } from "./choose-reporters.ts";

/** The reports that a run prints and writes by `--reporter`; the files are claimed before the run. */
export type ReportOutputs = Disposable & {
  /** Whether a program reads stdout. */
  readonly isDocument: boolean;
  /** Whether a report shows the blocks of judged requests. */
  readonly showsBlocks: boolean;
  /** Writes the files. Answers the first fault: a report that cannot be written must not look like one that was. */
  readonly writeFiles: (result: RunResult) => Promise<HarnessError | null>;
  readonly print: (result: RunResult, streams: Console) => Promise<void>;
  /** Prints what a runner reads from the output, and nothing else: for a run that ends with an error. */
  readonly printCommands: (result: RunResult, streams: Console) => Promise<void>;
};

/** Text in a file has no terminal to fit. */
const IN_FILE: TextStyle = { colour: false, columns: 120 };

/** @throws HarnessError HX503, HX513, HX516, HX523 */
export function openReportOutputs(invocation: Invocation): ReportOutputs {
  const variables = environment();
  const chosen = chooseReporters(invocation, variables, isInCi());
  const shared = {
    folder: folderInRepository(variables["GITHUB_WORKSPACE"]),
    verbose: invocation.options.has("verbose"),
    stepSummary: variables["GITHUB_STEP_SUMMARY"] || null,
    token: newKey().toString("hex"),
  };
  const render = async ({ reporter }: ChosenReporter, result: RunResult, style: TextStyle): Promise<Rendered> =>
    (await reporter.load())(result, { ...shared, style });

  const inFiles = chosen.flatMap((each) =>
    each.file === null
      ? []
      : [
          {
            each,
            file: claimReport({ ...each.reporter, name: `the reporter ${each.reporter.name}` }, each.file),
            shownAs: each.file,
          },
        ],
  );
  const printed = chosen.filter(({ file }) => file === null);
  const isDocument = printed.some(({ reporter }) => reporter.kind === "document");
  return {
    isDocument,
    showsBlocks: chosen.some(({ reporter }) => reporter.showsBlocks === true),
    writeFiles: async (result) => {
      try {
        for (const { each, file, shownAs } of inFiles) {
          const { output, files: others } = await render(each, result, IN_FILE);
          writeAtomically(file.path, output, shownAs);
          for (const { path, text } of others) appendText(path, text);
        }
        return null;
      } catch (fault) {
        if (fault instanceof HarnessError) return fault;
        throw fault;
      }
    },
    print: async (result, { out, err, commands, outStyle }) => {
      for (const each of printed) {
        const { output, files: others } = await render(each, result, outStyle);
        // The runner reads commands on both streams; a document on stdout stays one.
        if (each.reporter.kind === "commands") commands(output, isDocument ? "err" : "out");
        else out(output);
        for (const { path, text } of others) writeOrSay(path, text, err);
      }
    },
    printCommands: async (result, { err, commands, outStyle }) => {
      for (const each of printed.filter(({ reporter }) => reporter.kind === "commands")) {
        const { output, files: others } = await render(each, result, outStyle);
        commands(output, isDocument ? "err" : "out");
        for (const { path, text } of others) writeOrSay(path, text, err);
      }
    },
    [Symbol.dispose]: () => {
      for (const { file } of inFiles) file[Symbol.dispose]();
    },
  };
}

/** GitHub looks for files from the root of the repository. */
function folderInRepository(root: string | undefined): string {
  if (root === undefined || root === "") return "";
  const path = relative(root, resolve(".")).replaceAll("\\", "/");
  return path === "" || path.startsWith("../") || isAbsolute(path) || path === ".." ? "" : `${path}/`;
}

/** The runner's own file: a run must not fail because its summary cannot be shown. */
function writeOrSay(path: string, text: string, err: (line: string) => void): void {
  try {
    appendText(path, text);
  } catch (fault) {
    if (!(fault instanceof HarnessError)) throw fault;
    err(`the job summary was not written: ${fault.message}\n`);
  }
}
