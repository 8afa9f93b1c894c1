import type { Console } from "../../io/console.ts";
import type { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { gateRun } from "./gate-run.ts";
import type { ReportFile } from "./report-file.ts";
import type { ReportOutputs } from "./report-outputs.ts";

/** Where a result goes. */
export type RunReports = { readonly report: ReportFile; readonly outputs: ReportOutputs };

/** Writes a result to disk and prints it, with the lines that say why it failed. Answers why a file could not be written, or null. */
export async function finishRun(
  { result, failures }: ReturnType<typeof gateRun>,
  { report, outputs }: RunReports,
  streams: Console,
): Promise<HarnessError | null> {
  // Before any output: the reader of stdout may have gone.
  const fault = report.finish(result) ?? (await outputs.writeFiles(result));
  await outputs.print(result, streams);
  for (const line of failures) streams.err(`${line}\n`);
  if (fault === null) streams.err(`report: ${report.path}\n`);
  return fault;
}
