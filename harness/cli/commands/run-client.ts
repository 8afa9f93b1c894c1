import { monotonicMs, startTimer } from "../../io/clock.ts";
import type { AttachedExit } from "../../io/attached-child.ts";
import type { Console } from "../../io/console.ts";
import { environment } from "../../io/process.ts";
import { listenForInterrupt } from "../../io/signals.ts";
import type { Termination } from "../../io/termination.ts";
import type { FailedRequestListener } from "../../kernel/faults/failed-request.ts";
import type { MockFault } from "../../mock/script/fault.ts";
import { type ServedScript, serveScript } from "../../mock/script/serve-script.ts";
import type { ForwardOptions } from "../../record/forward/run-forwarded.ts";
import type { Recorder } from "../../record/recorder.ts";
import { namesBaseUrl, runRecorded } from "../../record/run-recorded.ts";
import { renderError } from "../../report/render-error.ts";
import { type Invocation, valueOf } from "../command.ts";
import { failedRequestTeller } from "../failed-request-teller.ts";
import { usageError } from "../usage-error.ts";
import { readForward } from "./forward-options.ts";
import { loadScript } from "./load-script.ts";
import { readTarget } from "./record-target.ts";

/** A client that was run behind recording proxies. */
export type ClientRun = {
  /** The client's exit code; 128 and the number of the signal that killed it. */
  readonly exit: number;
  /** Requests on which forkproof itself failed: the recording lacks them. */
  readonly failedRequests: number;
  /** Requests without a scripted answer, and answers without a request: empty without a script. */
  readonly unplayed: readonly MockFault[];
  /** Whether Ctrl-C was pressed while it ran. */
  readonly interrupted: boolean;
};

/** A key for the mocked provider, so that clients start without one and a real one is not sent for nothing. */
const MOCK_KEYS = { ANTHROPIC_API_KEY: "mocked", OPENAI_API_KEY: "mocked", GEMINI_API_KEY: "mocked" };

/** Runs the command line that the user named to its end, by the options of `record`: `recorder` then holds its traffic. */
export async function runClient(
  invocation: Invocation,
  means: { readonly recorder: Recorder; readonly termination: Termination; readonly keepStdout: boolean },
  streams: Console,
): Promise<ClientRun> {
  const script = valueOf(invocation, "mock");
  let failedRequests = 0;
  const tell = failedRequestTeller(streams);
  const onFailedRequest: FailedRequestListener = (error, fault) => {
    failedRequests += 1;
    tell(error, fault);
  };
  const mock = script === null ? null : await serveMock(script, onFailedRequest);
  try {
    const run = await runBehindProxies(invocation, mock, { ...means, onFailedRequest }, streams);
    return { ...run, failedRequests, unplayed: (await mock?.close()) ?? [] };
  } finally {
    await mock?.close();
  }
}

/** The user's command line behind `--`. */
export function commandOf({ positionals: [program = "", ...args] }: Invocation): readonly [string, ...string[]] {
  return [program, ...args];
}

function serveMock(path: string, onFailedRequest: FailedRequestListener): Promise<ServedScript> {
  const { value, showPlace } = loadScript(path);
  const clock = { now: monotonicMs, tick: monotonicMs };
  return serveScript(value, { port: 0, clock, startTimer, showPlace, onFailedRequest });
}

async function runBehindProxies(
  invocation: Invocation,
  mock: ServedScript | null,
  {
    recorder,
    termination,
    keepStdout,
    onFailedRequest,
  }: {
    readonly recorder: Recorder;
    readonly termination: Termination;
    readonly keepStdout: boolean;
    readonly onFailedRequest: FailedRequestListener;
  },
  streams: Console,
): Promise<Pick<ClientRun, "exit" | "interrupted">> {
  // Both get a Ctrl-C; the client decides what to make of it, and what it sent until then is kept.
  using interrupt = listenForInterrupt(() =>
    streams.err("waiting for the command to end; Ctrl-C again stops at once\n"),
  );
  const run = {
    environment: mock === null ? {} : MOCK_KEYS,
    recorder,
    keepStdout,
    onStart: termination.passTo,
    onFailedRequest,
  };
  const forward = readForward(invocation);
  const exit =
    forward === null
      ? await runReverse(invocation, mock, run)
      : await runForward(invocation, mock, { ...run, ...forward }, streams);
  if (exit.kind !== "not started") return { exit: exit.code, interrupted: interrupt.requested() };
  const fix = "name a program that the shell would find";
  throw usageError("HX509", `the command cannot be started (${exit.reason})`, fix, commandOf(invocation)[0]);
}

type PreparedRun = Omit<Parameters<typeof runRecorded>[1], "upstreams" | "arrange">;

async function runReverse(invocation: Invocation, mock: ServedScript | null, run: PreparedRun): Promise<AttachedExit> {
  const command = commandOf(invocation);
  const target = readTarget(invocation, mock?.baseUrl ?? null);
  if (namesBaseUrl(command.slice(1)) && new Set(Object.values(target.upstreams).map(({ given }) => given)).size > 1) {
    const what = "{baseUrl} and {port} stand for one provider's proxy, and there are several";
    throw usageError("HX505", what, "add --upstream URL, or --mock SCRIPT");
  }
  return await runRecorded(command, { ...target, ...run });
}

async function runForward(
  invocation: Invocation,
  mock: ServedScript | null,
  run: PreparedRun & ForwardOptions,
  { err, errStyle }: Console,
): Promise<AttachedExit> {
  // Loaded on demand: no other run pays for TLS and HTTP/2.
  const { runForwarded } = await import("../../record/forward/run-forwarded.ts");
  return await runForwarded(commandOf(invocation), {
    ...run,
    standIn: mock === null ? null : new URL(mock.baseUrl),
    inherited: environment(),
    onListening: (origin) => err(`forward proxy on ${origin}\n`),
    onNotice: (notice) => err(renderError(notice, errStyle)),
  });
}
