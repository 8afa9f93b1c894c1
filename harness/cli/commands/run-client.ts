import { monotonicMs, startTimer } from "../../io/clock.ts";
import type { Console } from "../../io/console.ts";
import type { AttachedExit, SendSignal } from "../../io/attached-child.ts";
import { environment } from "../../io/process.ts";
import { listenForInterrupt } from "../../io/signals.ts";
import { killRunningProcesses } from "../../io/workers/leftover-processes.ts";
import { runMark } from "../../io/workers/run-mark.ts";
import type { Termination } from "../../io/termination.ts";
import type { FailedRequestListener } from "../../kernel/faults/failed-request.ts";
import type { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { MockFault } from "../../mock/script/fault.ts";
import { type ServedScript, serveScript } from "../../mock/script/serve-script.ts";
import type { ForwardOptions } from "../../record/forward/run-forwarded.ts";
import type { Recorder } from "../../record/recorder.ts";
import { runRecorded } from "../../record/run-recorded.ts";
import { unreachableNotice } from "../../record/unreachable.ts";
import { renderError } from "../../report/render-error.ts";
import { maskStrings } from "../../run/mask-secrets.ts";
import { type Invocation, valueOf } from "../command.ts";
import { failedRequestTeller } from "../failed-request-teller.ts";
import { reportFault } from "../report-fault.ts";
import { limitClient, type StartTimer, timeoutOption } from "../recording/client-limits.ts";
import { nothingPassed } from "../recording/nothing-passed.ts";
import { usageError } from "../usage-error.ts";
import { readForward } from "./forward-options.ts";
import { loadScript } from "./load-script.ts";
import { portOption } from "../recording/port-option.ts";
import { readTarget } from "../recording/record-target.ts";

/** A client that was run behind recording proxies. */
export type ClientRun = {
  /** The client's exit code; 128 and the number of the signal that killed it. */
  readonly exit: number;
  /** Requests on which forkproof itself failed: the recording lacks them. */
  readonly failedRequests: number;
  /** Requests without a scripted answer, and answers without a request: empty without a script. */
  readonly unplayed: readonly MockFault[];
  /** Hosts whose connections passed unread; null without `--forward`. */
  readonly unreadHosts: ReadonlySet<string> | null;
  /** Whether Ctrl-C was pressed while it ran. */
  readonly interrupted: boolean;
  /** Kills the client if it still runs, because a second Ctrl-C stopped the waiting. The traffic is kept before. */
  readonly kill: () => void;
};

/** A key for the mocked provider, so that clients start without one and a real one is not sent for nothing. */
const MOCK_KEYS = { ANTHROPIC_API_KEY: "mocked", OPENAI_API_KEY: "mocked", GEMINI_API_KEY: "mocked" };

export type ClientMeans = {
  readonly recorder: Recorder;
  readonly termination: Termination;
  readonly keepStdout: boolean;
  /** Of the time that the client may take; the real one by default. */
  readonly startTimer?: StartTimer;
};

/** Runs the command line that the user named to its end, by the options of `record`: `recorder` then holds its traffic. */
export async function runClient(invocation: Invocation, means: ClientMeans, streams: Console): Promise<ClientRun> {
  const script = valueOf(invocation, "mock");
  let failedRequests = 0;
  const tell = failedRequestTeller(streams);
  const onFailedRequest: FailedRequestListener = (error, fault) => {
    failedRequests += 1;
    tell(error, fault);
  };
  const mock = script === null ? null : await serveMock(script, onFailedRequest);
  try {
    const run = await runBehindProxies(invocation, mock, { startTimer, ...means, onFailedRequest }, streams);
    // A fault names paths and lanes, which a client may fill with a credential.
    return { ...run, failedRequests, unplayed: maskStrings((await mock?.close()) ?? []) };
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
    startTimer,
  }: Omit<ClientMeans, "startTimer"> & {
    readonly onFailedRequest: FailedRequestListener;
    readonly startTimer: StartTimer;
  },
  streams: Console,
): Promise<Pick<ClientRun, "exit" | "unreadHosts" | "interrupted" | "kill">> {
  const { err } = streams;
  const abandoned = Promise.withResolvers<AttachedExit>();
  // Both get a Ctrl-C; the client decides what to make of it, and what it sent until then is kept.
  using interrupt = listenForInterrupt(
    () => err("waiting for the command to end; Ctrl-C again keeps the traffic and kills the command\n"),
    ["SIGINT"],
    () => abandoned.resolve({ kind: "killed", signal: "SIGINT", code: 130 }),
  );
  const isSilent = (): boolean => recorder.count().recorded + recorder.count().brokenOff === 0;
  const forward = readForward(invocation);
  const unreadHosts = forward === null ? null : new Set<string>();
  const hint = (): void => void reportFault(nothingPassed(null, unreadHosts), false, streams);
  using limits = limitClient({ timeoutMs: timeoutOption(invocation), isSilent, startTimer }, hint, streams);
  let send: SendSignal = () => false;
  const run = {
    environment: { ...runMark(environment()), ...(mock !== null && MOCK_KEYS) },
    recorder,
    keepStdout,
    onStart: (way: SendSignal) => {
      send = way;
      limits.watch(way);
      termination.passTo(way);
    },
    onFailedRequest,
    abandoned: abandoned.promise,
  };
  const exit =
    forward === null || unreadHosts === null
      ? await runReverse(invocation, mock, run, streams)
      : await runForward(invocation, mock, { ...run, ...forward, unreadHosts }, streams);
  if (exit.kind === "not started") {
    const fix = "name a program that the shell would find";
    throw usageError("HX509", `the command cannot be started (${exit.reason})`, fix, commandOf(invocation)[0]);
  }
  return {
    exit: limits.isOver() ? TIMED_OUT : exit.code,
    unreadHosts,
    interrupted: interrupt.requested(),
    kill: () => {
      if (send("SIGKILL")) killRunningProcesses();
    },
  };
}

type PreparedRun = Omit<
  Parameters<typeof runRecorded>[1],
  "upstreams" | "arrange" | "template" | "port" | "onListening" | "onForeign" | "onUnreachable"
>;

async function runReverse(
  invocation: Invocation,
  mock: ServedScript | null,
  run: PreparedRun,
  streams: Console,
): Promise<AttachedExit> {
  return await runRecorded(commandOf(invocation), {
    ...readTarget(invocation, mock?.baseUrl ?? null),
    ...run,
    onListening: (origins) => streams.err(`listening on ${origins.join(", ")}\n`),
    onForeign: foreignTeller(streams),
    onUnreachable: unreachableTeller(streams),
  });
}

async function runForward(
  invocation: Invocation,
  mock: ServedScript | null,
  run: PreparedRun & ForwardOptions & { readonly unreadHosts: Set<string> },
  { err, errStyle }: Console,
): Promise<AttachedExit> {
  // Loaded on demand: no other run pays for TLS and HTTP/2.
  const { runForwarded } = await import("../../record/forward/run-forwarded.ts");
  return await runForwarded(commandOf(invocation), {
    ...run,
    port: portOption(invocation) ?? 0,
    standIn: mock === null ? null : new URL(mock.baseUrl),
    inherited: environment(),
    onUnread: ({ host }) => void run.unreadHosts.add(host),
    onListening: (origin) => err(`forward proxy on ${origin}\n`),
    onNotice: (notice) => err(renderError(maskStrings(notice), errStyle)),
  });
}

/** A client tries again and again; each provider is reported once. */
function unreachableTeller({ err, errStyle }: Console): (upstream: URL, fault: Error) => void {
  const seen = new Set<string>();
  return ({ origin }, fault) => {
    if (!seen.has(origin)) err(renderError(unreachableNotice(origin, fault, UNREACHED), errStyle));
    seen.add(origin);
  };
}

const UNREACHED = "check the URL and the network; if a proxy is needed, record with --forward";

/** The exit code of `timeout`. */
const TIMED_OUT = 124;

/** A client tries again and again; each protocol is reported once. */
function foreignTeller(streams: Console): (fault: HarnessError) => void {
  const seen = new Set<string>();
  return (fault) => {
    if (!seen.has(fault.message)) reportFault(fault, false, streams);
    seen.add(fault.message);
  };
}
