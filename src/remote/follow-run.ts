import type { CacheSafeParams } from "../cache-safe/cache-safe-params.ts";
import { eventReader, type EventReader } from "../fork/events/event-reader.ts";
import type { ForkEvent } from "../fork/fork-event.ts";
import type { ForkStop } from "../fork/fork-result.ts";
import { type RunLog, messageOf } from "../fork/records/run-log.ts";
import type { StartedRun } from "../fork/loop/start-run.ts";
import type { StartTimer } from "../fork/loop/timer.ts";
import { keepBeating, watchSilence } from "./beats.ts";
import type { Close, ForkTransport } from "./fork-transport.ts";
import { encodeJson, encodeSeed, protocolVersion, readReply, sha256, type ForkRequest } from "./fork-request.ts";
import { RemoteError, UnansweredError } from "./remote-error.ts";
import type { SentAgent } from "./sent-agent.ts";
import { askSubject, subjectsOf } from "./subjects.ts";

/** One run that a worker is to take. */
export type RemoteRun = {
  readonly transport: ForkTransport;
  readonly role: string;
  readonly parent: CacheSafeParams;
  readonly request: Pick<ForkRequest, "strategy" | "params" | "filter">;
  /** The fork's agent as it travels; throws RemoteError for a field that cannot. */
  readonly sentAgent: () => SentAgent | null;
  readonly started: StartedRun;
  readonly heartbeatMs: number;
  readonly lostAfterMs: number;
  readonly retry: number;
  readonly startTimer: StartTimer;
};

/** Hands the run to a worker and follows it to its end. Its events become the run's own. Never rejects. */
export async function followRun(remote: RemoteRun): Promise<ForkStop> {
  const { run } = remote.started;
  const { limits, log, startAfter, context } = run;
  try {
    if (startAfter !== undefined) await limits.race(() => startAfter);
    const read = await eventReader();
    let [losses, unanswered] = [0, 0];
    for (let attempt = 1; ; attempt += 1) {
      const interruption = limits.interruption();
      if (interruption !== null) return interruption;
      const runId = attempt === 1 ? context.runId : `${context.runId}-${attempt}`;
      const stop = await followAttempt(remote, runId, read).catch(unansweredOrThrow);
      if (stop === "unanswered") {
        unanswered += 1;
        continue;
      }
      losses += 1;
      if (stop.cause !== "lost" || losses > remote.retry) return stop;
      const turns = log.turns.length === 1 ? "1 turn" : `${log.turns.length} turns`;
      log.notes.push(`attempt ${attempt} of the run was lost after ${turns} (${stop.reason}); it was started again`);
      log.restart(stop.reason);
    }
    /** Nothing runs yet, so another worker may be asked where one is stopped. */
    function unansweredOrThrow(fault: unknown): "unanswered" {
      if (fault instanceof UnansweredError && unanswered < mostRepeats) return "unanswered";
      throw fault;
    }
  } catch (fault) {
    return limits.interruption() ?? lostBefore(log, messageOf(fault));
  }
}

/** A run that was lost and did not begin again stays lost, with what had arrived: its requests were paid. */
function lostBefore(log: RunLog, message: string): ForkStop {
  const lost = log.turns.length === 0 ? log.resumeLost() : null;
  if (lost === null) return { cause: "error", error: { kind: "remote", message } };
  return { cause: "lost", reason: `${lost.reason}; it could not be started again: ${message}` };
}

/** How often a fork that no worker answered is asked for again. */
const mostRepeats = 3;

async function followAttempt(remote: RemoteRun, runId: string, read: EventReader): Promise<ForkStop> {
  const { transport, started, startTimer, heartbeatMs, lostAfterMs } = remote;
  const { limits, log } = started.run;
  const ended = Promise.withResolvers<ForkStop>();
  const begun = Promise.withResolvers<void>();
  const silence = watchSilence(transport, startTimer, lostAfterMs, () => ended.resolve(silentStop(remote)));
  const subjects = subjectsOf(runId);
  let seq = 0;
  const closes: Close[] = [];
  let repeat: (() => void) | null = null;
  const beat = (): void => transport.signal(subjects.parent, Buffer.alloc(0));
  // A worker begins with the first one, and aborts the fork once they stay out.
  const stopBeating = keepBeating(startTimer, heartbeatMs, beat);
  const abort = (): void => {
    const reason = limits.interruption();
    transport.signal(subjects.abort, Buffer.from(reason?.cause === "aborted" ? reason.reason : (reason?.cause ?? "")));
    // A signal may be lost. The worker takes the first one, and its end or its silence ends this.
    repeat = startTimer(heartbeatMs, abort);
  };
  try {
    closes.push(await transport.listen(subjects.beat, silence.broken));
    closes.push(
      await transport.subscribe(subjects.events, (bytes) => {
        silence.broken();
        try {
          for (const envelope of read(bytes.toString("utf8"))) {
            // A second copy of an event is dropped, and an event behind a gap too: the first copy of it is still to come.
            if (envelope.seq !== seq + 1) continue;
            seq += 1;
            begun.resolve();
            if (envelope.event.type === "ended") ended.resolve(envelope.event.stop);
            else addEvent(log, envelope.event);
          }
        } catch (fault) {
          ended.reject(fault);
        }
      }),
    );
    const asking = askWorker(remote, runId);
    try {
      // The worker's word that it took the run may get lost. Its first event says the same.
      await limits.race(() => Promise.race([asking, begun.promise]));
    } catch (fault) {
      // A worker that takes the run only now is still to hear of the abort.
      void asking.then(abort, () => undefined).finally(() => stopTimer(repeat));
      throw fault;
    }
    beat();
    if (limits.signal.aborted) abort();
    limits.signal.addEventListener("abort", abort, { once: true });
    silence.broken();
    const stop = await ended.promise;
    return limits.interruption() ?? stop;
  } finally {
    limits.signal.removeEventListener("abort", abort);
    stopTimer(repeat);
    stopBeating();
    silence.stop();
    for (const close of closes) void close().catch(() => undefined);
  }
}

function stopTimer(stop: (() => void) | null): void {
  stop?.();
}

function silentStop({ lostAfterMs, transport }: RemoteRun): ForkStop {
  return { cause: "lost", reason: `its worker has been silent for ${lostAfterMs} ms on ${transport.place}` };
}

/** Stores the parent's body once, and asks a worker of the role to take the run. Throws RemoteError if none does. */
async function askWorker(remote: RemoteRun, runId: string): Promise<void> {
  const { transport, role, parent, request, sentAgent, started, heartbeatMs, lostAfterMs } = remote;
  const { bytes } = parent.body;
  const digest = sha256(bytes);
  await transport.put(digest, bytes);
  const { wire, model, headers } = parent;
  const asked = {
    v: protocolVersion,
    runId,
    heartbeatMs,
    lostAfterMs,
    agent: sentAgent(),
    parent: { digest, wire, model, headers },
    seed: encodeSeed(started.seed),
    ...request,
  } as const;
  const reply = readReply(await transport.ask(askSubject(role), encodeJson(asked)));
  if (reply.accepted) return;
  if (reply.v !== protocolVersion) {
    const what = `the worker of the role ${role} on ${transport.place} speaks version ${reply.v}, and this process version ${protocolVersion}`;
    throw new RemoteError(what, "Install the same forkproof in both");
  }
  throw new RemoteError(`the worker of the role ${role} on ${transport.place} refused the fork`, reply.reason);
}

function addEvent(log: RunLog, event: Exclude<ForkEvent, { readonly type: "ended" }>): void {
  switch (event.type) {
    case "message":
      return log.addMessage(event.message);
    case "turn":
      return log.addTurn(event.record);
    case "decision":
      return log.addDecision(event.record);
    case "started":
    case "text":
      return log.emit(event);
  }
}
