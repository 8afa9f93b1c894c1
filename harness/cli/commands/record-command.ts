import { basename, extname, join } from "node:path";

import { environmentSecrets } from "../../cassette/credentials/environment-secrets.ts";
import { openCassette } from "../../cassette/open-cassette.ts";
import { refuseTaken, writeCassette } from "../../cassette/format/write-cassette.ts";
import type { AttachedExit } from "../../io/attached-child.ts";
import { monotonicMs, startTimer } from "../../io/clock.ts";
import type { Console } from "../../io/console.ts";
import { rehearseFolder } from "../../io/files/new-folder.ts";
import { newKey } from "../../io/new-key.ts";
import { environment } from "../../io/process.ts";
import { listenForInterrupt } from "../../io/signals.ts";
import { listenForTermination, type Termination } from "../../io/termination.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { FailedRequestListener } from "../../kernel/faults/failed-request.ts";
import type { Inspection } from "../../kernel/inspection.ts";
import { type ServedScript, serveScript } from "../../mock/script/serve-script.ts";
import { createRecorder, type RecordedCount, type Recorder } from "../../record/recorder.ts";
import { runRecorded } from "../../record/run-recorded.ts";
import { pluralize } from "../../kernel/text/format-count.ts";
import { renderInspect } from "../../report/render-inspect.ts";
import { renderJson } from "../../report/render-json.ts";
import { inspectRecording } from "../../verdict/recording/inspect-recording.ts";
import { type Command, type ExitCode, type Invocation, valueOf } from "../command.ts";
import { failedRequestTeller } from "../failed-request-teller.ts";
import { reportFault } from "../report-fault.ts";
import { usageError } from "../usage-error.ts";
import { FAIL_ON_BREAK, failOnBreak } from "./fail-on-break.ts";
import { isInCi } from "./is-in-ci.ts";
import { loadScript } from "./load-script.ts";
import { readTarget } from "./record-target.ts";
import { withPrices } from "./run/with-prices.ts";

/** A key for the mocked provider, so that clients start without one and a real one is not sent for nothing. */
const MOCK_KEYS = { ANTHROPIC_API_KEY: "mocked", OPENAI_API_KEY: "mocked", GEMINI_API_KEY: "mocked" };

/** Runs a client through recording proxies, makes a cassette of what passed and shows it. Ends with the client's exit code. */
export const recordCommand: Command = async (invocation, streams) => {
  if (isInCi()) throw inCi();
  const command = commandOf(invocation);
  const folder = valueOf(invocation, "out") ?? defaultFolder(command[0]);
  refuseTaken(folder);
  // A session is not to be lost at its end.
  rehearseFolder(folder);
  const script = valueOf(invocation, "mock");
  // Handles signals to the end: the recording is kept, whichever signal comes.
  using termination = listenForTermination(() =>
    streams.err("asked to end: forwarding it to the command; traffic so far is kept\n"),
  );
  using recorder = createRecorder({ usageIsReal: script === null });
  let failedRequests = 0;
  const tell = failedRequestTeller(streams);
  const onFailedRequest: FailedRequestListener = (error, fault) => {
    failedRequests += 1;
    tell(error, fault);
  };
  const mock = script === null ? null : await serveMock(script, onFailedRequest);
  try {
    const exit = await run(command, invocation, mock, { recorder, termination, onFailedRequest }, streams);
    await tellUnplayed(mock, streams);
    if (recorder.count().recorded === 0 && exit !== 0) {
      reportFault(nothingPassed(exit), invocation.options.has("json"), streams);
      return { passedOn: exit };
    }
    keep(recorder, folder, exit, invocation, streams);
    const gate = await show(folder, exit, recorder.count(), invocation, streams);
    // The recording holds what passed, and lacks what failed here.
    const own = failedRequests === 0 ? gate : 3;
    return { passedOn: exit === 0 ? own : exit };
  } finally {
    await mock?.close();
  }
};

function serveMock(path: string, onFailedRequest: FailedRequestListener): Promise<ServedScript> {
  const { value, showPlace } = loadScript(path);
  const clock = { now: monotonicMs, tick: monotonicMs };
  return serveScript(value, { port: 0, clock, startTimer, showPlace, onFailedRequest });
}

async function run(
  command: readonly [string, ...string[]],
  invocation: Invocation,
  mock: ServedScript | null,
  {
    recorder,
    termination,
    onFailedRequest,
  }: {
    readonly recorder: Recorder;
    readonly termination: Termination;
    readonly onFailedRequest: FailedRequestListener;
  },
  { err }: Console,
): Promise<number> {
  const target = readTarget(invocation, mock?.baseUrl ?? null);
  // Both get a Ctrl-C; the client decides what to make of it, and what it sent until then is kept.
  using _interrupt = listenForInterrupt(() => err("waiting for the command to end; Ctrl-C again stops at once\n"));
  const keys = mock === null ? {} : MOCK_KEYS;
  const keepStdout = invocation.options.has("json");
  const { passTo: onStart } = termination;
  const exit = await runRecorded(command, {
    ...target,
    environment: keys,
    recorder,
    keepStdout,
    onStart,
    onFailedRequest,
  });
  return codeOf(exit, command[0]);
}

function codeOf(exit: AttachedExit, program: string): number {
  if (exit.kind !== "not started") return exit.code;
  const fix = "name a program that the shell would find";
  throw usageError("HX509", `the command cannot be started (${exit.reason})`, fix, program);
}

/** A client that sent requests outside its script gets a warning, not a failure: the purpose of the run was to observe it. */
async function tellUnplayed(mock: ServedScript | null, { err }: Console): Promise<void> {
  for (const { code, what } of (await mock?.close()) ?? []) err(`${code}  ${what}\n`);
}

function keep(recorder: Recorder, folder: string, exit: number, { options }: Invocation, { err }: Console): void {
  const count = recorder.count();
  if (count.brokenOff > 0) {
    err(`${pluralize(count.brokenOff, "request")} broken off by the client before it was whole: not kept\n`);
  }
  if (count.recorded === 0) throw nothingPassed(exit);
  const redactionKey = options.has("redact") ? newKey() : null;
  const secrets = environmentSecrets(environment());
  const { exchanges } = writeCassette(folder, recorder.exchanges(), { secrets, redactionKey });
  for (const { id, redacted } of exchanges)
    for (const each of redacted ?? []) err(`redacted: exchange ${id}, ${each}\n`);
  const told = (["cut", "aborted", "unreachable"] as const).filter((outcome) => count[outcome] > 0);
  const faults = told.map((outcome) => `, ${count[outcome]} ${outcome}`).join("");
  err(`recorded ${pluralize(count.recorded, "exchange")}${faults}: ${folder}\n`);
}

/** Prints what was recorded. The exit code is that of `--fail-on-break`: 0 without it. */
async function show(
  folder: string,
  exit: number,
  count: RecordedCount,
  invocation: Invocation,
  streams: Console,
): Promise<ExitCode> {
  const isGate = invocation.options.has(FAIL_ON_BREAK);
  const inspected = await inspect(folder, isGate, streams);
  const inspection = inspected instanceof HarnessError ? null : inspected;
  if (invocation.options.has("json")) {
    streams.out(renderJson({ schema: "forkproof/recording@1", folder, exit, count, inspection }));
  } else if (inspection !== null) {
    streams.out(renderInspect(inspection, streams.outStyle));
  }
  if (inspected instanceof HarnessError) return isGate ? inspected.exit : 0;
  return failOnBreak(inspected, invocation, streams);
}

/** The fault where one request alone was comparable: without `--fail-on-break` it is printed and the client's exit code stands. */
async function inspect(folder: string, isGate: boolean, { err }: Console): Promise<Inspection | HarnessError> {
  try {
    return await withPrices(inspectRecording(openCassette(folder), { passesBroken: !isGate }));
  } catch (fault) {
    if (!(fault instanceof HarnessError)) throw fault;
    err(`not inspected: ${fault.message}\n`);
    return fault;
  }
}

function commandOf({ positionals: [program = "", ...args] }: Invocation): readonly [string, ...string[]] {
  return [program, ...args];
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
