import { openRecording } from "../../cassette/open-recording.ts";
import { maskSecrets } from "../../run/mask-secrets.ts";
import { withIncidents } from "../../incidents/with-incidents.ts";
import type { Console } from "../../io/console.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { Inspection } from "../../kernel/inspection/inspection.ts";
import type { MockFault } from "../../mock/script/fault.ts";
import type { RecordedCount } from "../../record/spooled/spooled-exchange.ts";
import { renderInspection } from "../../report/render-inspection.ts";
import { renderJson } from "../../report/render-json.ts";
import { renderVerdict } from "../../report/render-verdict.ts";
import { inspectRecording } from "../../verdict/recording/inspect-recording.ts";
import type { ExitCode, Invocation } from "../command.ts";
import { FAIL_ON_BREAK, failOnBreak } from "../commands/fail-on-break.ts";
import { type PageOutput, withPage } from "../inspecting/page-option.ts";
import { recordingWords } from "../inspecting/recording-words.ts";
import { withPrices } from "../inspecting/with-prices.ts";
import { nextCommands } from "./next-commands.ts";

/** A session that was written to disk. `exit` is the client's; null if it is not known. */
export type KeptSession = {
  readonly folder: string;
  readonly exit: number | null;
  readonly count: RecordedCount;
  readonly page: PageOutput | null;
  /** Requests without a scripted answer, and answers without a request. */
  readonly unplayed?: readonly MockFault[];
  readonly interrupted?: boolean;
};

/** Prints what was recorded. The exit code is that of `--fail-on-break`: 0 without it. */
export async function showRecording(
  { folder, exit, count, page, unplayed = [], interrupted = false }: KeptSession,
  invocation: Invocation,
  streams: Console,
): Promise<ExitCode> {
  const isGate = invocation.options.has(FAIL_ON_BREAK);
  const inspected = await inspect(folder, page, streams);
  const inspection = inspected instanceof HarnessError ? null : inspected;
  const write = page && inspection && (() => page.write(inspection, [folder]));
  await withPage(write, streams, () => {
    if (invocation.options.has("json")) {
      streams.out(renderJson({ schema: "forkproof/recording@1", folder, exit, count, inspection }));
    } else if (inspection !== null) {
      streams.out(renderVerdict(inspection, streams.outStyle));
      const words = { ...recordingWords(folder), isWhole: false, wasWatched: invocation.options.has("watch") };
      streams.out(renderInspection(inspection, words, streams.outStyle));
    }
  });
  if (inspected instanceof HarnessError) return isGate ? inspected.exit : 0;
  const verdict = failOnBreak(inspected, invocation, streams, { unplayed, interrupted });
  streams.err(nextCommands(folder, { hasPage: page !== null }));
  return verdict;
}

/** The fault where one request alone was comparable: without `--fail-on-break` it is printed and the client's exit code stands. */
async function inspect(folder: string, page: PageOutput | null, { err }: Console): Promise<Inspection | HarnessError> {
  try {
    const recording = openRecording(folder);
    const judged = inspectRecording(recording, { passesBroken: true }, (each) => page?.book.see(each));
    return withIncidents(await withPrices(judged), recording);
  } catch (fault) {
    if (!(fault instanceof HarnessError)) throw fault;
    err(`not inspected: ${maskSecrets(fault.message)}\n`);
    return fault;
  }
}
