import { basename, extname, join } from "node:path";

import { environmentSecrets } from "../../kernel/credentials/environment-secrets.ts";
import { openCassette } from "../../cassette/open-cassette.ts";
import { refuseTaken, writeCassette } from "../../cassette/format/write-cassette.ts";
import type { Console } from "../../io/console.ts";
import { rehearseFolder } from "../../io/files/new-folder.ts";
import { newKey } from "../../io/new-key.ts";
import { environment } from "../../io/process.ts";
import { listenForTermination } from "../../io/termination.ts";
import { shellWord } from "../../init/shell-word.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { Inspection } from "../../kernel/inspection/inspection.ts";
import { withIncidents } from "../../incidents/with-incidents.ts";
import { createRecorder, type RecordedCount, type Recorder } from "../../record/recorder.ts";
import { pluralize } from "../../kernel/text/format-count.ts";
import { renderInspection } from "../../report/render-inspection.ts";
import { renderVerdict } from "../../report/render-verdict.ts";
import { renderJson } from "../../report/render-json.ts";
import { inspectRecording } from "../../verdict/recording/inspect-recording.ts";
import { type Command, type ExitCode, type Invocation, valueOf } from "../command.ts";
import { type PageOutput, pageOption } from "../inspecting/page-option.ts";
import { recordingWords } from "../inspecting/recording-words.ts";
import { watchExchanges } from "../inspecting/watch-exchanges.ts";
import { reportFault } from "../report-fault.ts";
import { usageError } from "../usage-error.ts";
import { FAIL_ON_BREAK, failOnBreak } from "./fail-on-break.ts";
import { isInCi } from "./is-in-ci.ts";
import { commandOf, runClient } from "./run-client.ts";
import { withPrices } from "../inspecting/with-prices.ts";

/** Runs a client through recording proxies, makes a cassette of what passed and shows it. Ends with the client's exit code. */
export const recordCommand: Command = async (invocation, streams) => {
  if (invocation.options.has("remove")) return await removeKeptAuthority(invocation, streams);
  if (isInCi()) throw inCi();
  const folder = valueOf(invocation, "out") ?? defaultFolder(commandOf(invocation)[0]);
  refuseTaken(folder);
  using page = pageOption(invocation);
  // A session is not to be lost at its end.
  rehearseFolder(folder);
  // Handles signals to the end: the recording is kept, whichever signal comes.
  using termination = listenForTermination(() =>
    streams.err("asked to end: forwarding it to the command; traffic so far is kept\n"),
  );
  const watch = invocation.options.has("watch") ? await watchExchanges(streams) : null;
  using recorder = createRecorder({
    usageIsReal: !invocation.options.has("mock"),
    ...(watch !== null && { onExchange: watch.see }),
  });
  const keepStdout = invocation.options.has("json");
  const client = await runClient(invocation, { recorder, termination, keepStdout }, streams);
  const { exit, failedRequests } = client;
  // A client that sent requests outside its script gets a warning, not a failure: the purpose of the run was to observe it.
  for (const { code, what } of client.unplayed) streams.err(`${code}  ${what}\n`);
  if (recorder.count().recorded === 0 && exit !== 0) {
    reportFault(nothingPassed(exit), keepStdout, streams);
    return { passedOn: exit };
  }
  keep(recorder, folder, exit, invocation, streams);
  const gate = await show({ folder, exit, count: recorder.count(), page }, invocation, streams);
  // The recording holds what passed, and lacks what failed here.
  const own = failedRequests === 0 ? gate : 3;
  return { passedOn: exit === 0 ? own : exit };
};

async function removeKeptAuthority({ positionals }: Invocation, { err }: Console): Promise<ExitCode> {
  if (positionals.join(" ") !== "ca") {
    throw usageError("HX505", "--remove is for `record ca` alone", "write forkproof record ca --remove");
  }
  const { authorityFolder, removeAuthority } = await import("../../record/forward/authority/kept-authority.ts");
  const folder = authorityFolder();
  err(removeAuthority() ? `removed ${folder}\n` : `nothing to remove: ${folder} does not exist\n`);
  return 0;
}

function keep(recorder: Recorder, folder: string, exit: number, { options }: Invocation, { err }: Console): void {
  const { brokenOff, recorded } = recorder.count();
  if (brokenOff > 0) {
    err(`${pluralize(brokenOff, "request")} broken off by the client before it was whole: not kept\n`);
  }
  if (recorded === 0) throw nothingPassed(exit);
  const redactionKey = options.has("redact") ? newKey() : null;
  const secrets = environmentSecrets(environment());
  const { exchanges } = writeCassette(folder, recorder.exchanges(), { secrets, redactionKey });
  for (const { id, redacted } of exchanges)
    for (const each of redacted ?? []) err(`redacted: exchange ${id}, ${each}\n`);
  for (const { message, where } of recorder.unreadable()) err(`unreadable: ${where}: ${message}\n`);
  const count = recorder.count();
  const told = (["cut", "aborted", "unreachable", "unreadable"] as const).filter((outcome) => count[outcome] > 0);
  const faults = told.map((outcome) => `, ${count[outcome]} ${outcome}`).join("");
  err(`recorded ${pluralize(count.recorded, "exchange")}${faults}: ${folder}\n`);
}

/** A session that was written to disk. */
type Recorded = {
  readonly folder: string;
  readonly exit: number;
  readonly count: RecordedCount;
  readonly page: PageOutput | null;
};

/** Prints what was recorded. The exit code is that of `--fail-on-break`: 0 without it. */
async function show(
  { folder, exit, count, page }: Recorded,
  invocation: Invocation,
  streams: Console,
): Promise<ExitCode> {
  const isGate = invocation.options.has(FAIL_ON_BREAK);
  const inspected = await inspect(folder, { isGate, page }, streams);
  const inspection = inspected instanceof HarnessError ? null : inspected;
  if (invocation.options.has("json")) {
    streams.out(renderJson({ schema: "forkproof/recording@1", folder, exit, count, inspection }));
  } else if (inspection !== null) {
    streams.out(renderVerdict(inspection, streams.outStyle));
    streams.out(renderInspection(inspection, { ...recordingWords(folder), isWhole: false }, streams.outStyle));
  }
  if (inspected instanceof HarnessError) return isGate ? inspected.exit : 0;
  const verdict = failOnBreak(inspected, invocation, streams);
  streams.err(`write a scenario of this: forkproof init --from ${shellWord(folder)}\n`);
  return verdict;
}

/** The fault where one request alone was comparable: without `--fail-on-break` it is printed and the client's exit code stands. */
async function inspect(
  folder: string,
  { isGate, page }: { readonly isGate: boolean; readonly page: PageOutput | null },
  { err }: Console,
): Promise<Inspection | HarnessError> {
  try {
    const recording = openCassette(folder);
    const judged = inspectRecording(recording, { passesBroken: !isGate }, (each) => page?.book.see(each));
    const inspection = withIncidents(await withPrices(judged), recording);
    if (page !== null) err(await page.write(inspection, [folder]));
    return inspection;
  } catch (fault) {
    if (!(fault instanceof HarnessError)) throw fault;
    err(`not inspected: ${fault.message}\n`);
    return fault;
  }
}

function defaultFolder(program: string): string {
  return join("fixtures", "cassettes", basename(program, extname(program)));
}

function inCi(): HarnessError {
  const fix = "record on your own machine and commit the cassette, or unset CI";
  return usageError("HX510", "nothing is recorded in continuous integration (CI is set)", fix);
}

function nothingPassed(exit: number): HarnessError {
  const fix = "tell it its base URL: --preset for a known client, --env for the variable that it reads";
  const failed = `the command ended with exit code ${exit} and sent nothing through the proxy`;
  return new HarnessError({
    code: "HX211",
    what: `${exit === 0 ? "the command sent nothing through the proxy" : failed}, so there is nothing to record`,
    fix: exit === 0 ? fix : `see what it said: it may have failed before it asked anything; else ${fix}`,
    exit: 2,
  });
}
