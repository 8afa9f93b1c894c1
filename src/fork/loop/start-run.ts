import { allowAll } from "../../filters/allow-all.ts";
import { forcedChoiceNote } from "../../strategies/forced-choice.ts";
import type { ForkSeed } from "../../strategies/strategy.ts";
import { wireFormats } from "../../wire/wire-formats.ts";
import { isFireAndForget } from "../delegate-mode.ts";
import type { EventOrigin } from "../fork-event.ts";
import { ForkHandle } from "../fork-handle.ts";
import type { ForkResult, ForkStop } from "../fork-result.ts";
import { isolateAgent, type ForkAgent } from "../isolation/fork-agent.ts";
import { checkParams } from "../params/check-params.ts";
import { checkRecursion } from "../params/check-recursion.ts";
import type { ForkOverrides, ForkParams } from "../params/fork-params.ts";
import { recordRun, type Recording } from "../records/record-run.ts";
import { RunLog, type RunObserver } from "../records/run-log.ts";
import { traceRun, type RunTrace } from "../records/trace-run.ts";
import { openBodyOf } from "./open-body.ts";
import type { ForkPorts } from "./fork-ports.ts";
import { currentRun, type RunContext } from "./run-context.ts";
import { startLimits } from "./run-limits.ts";
import { seedOf, strategyOf } from "./seed-of.ts";
import { nextRound } from "./timer.ts";
import type { Run } from "./turn-loop.ts";
import { sumUsage } from "./usage-totals.ts";

/** A run that was prepared and not yet driven. */
export type StartedRun = {
  readonly run: Run;
  readonly seed: ForkSeed;
  /** Without those that repeat the parent's values. */
  readonly overrides: ForkOverrides;
  readonly agent: ForkAgent | undefined;
  readonly recording: Recording | null;
  readonly tracing: RunTrace;
  readonly startedMs: number;
};

/** Takes the turns of a run, here or elsewhere, and says why they ended. Never rejects. */
export type DriveRun = (started: StartedRun) => Promise<ForkStop>;

/** Checks the parameters, prepares the run, has it driven, and gives the handle: at once, or after its end in mode Sync. */
export async function startRun<State extends object>(
  ports: ForkPorts,
  asked: ForkParams<State>,
  drive: DriveRun,
): Promise<ForkHandle> {
  const params = checkParams(asked);
  const started = prepare(ports, params);
  const { run, tracing } = started;
  const isForgotten = isFireAndForget(params.mode ?? "Sync");
  const turns = async (): Promise<ForkStop> => {
    // A client's first send may load an SDK for a tenth of a second, and a caller that forgets the fork expects its handle at once.
    if (isForgotten) await nextRound();
    return drive(started);
  };
  const completion = tracing.within(turns).then((stop) => end(ports, params, started, stop));
  if (!isForgotten) await completion;
  return new ForkHandle({ runId: run.context.runId, completion, abort: run.limits.abort });
}

/** All that can be refused is refused here, and the clock stops then. */
function prepare<State extends object>(ports: ForkPorts, params: ForkParams<State>): StartedRun {
  const { parent, signal, timeoutMs } = params;
  const outer = currentRun();
  const level = checkRecursion(outer, parent, params);
  const seed = seedOf(params);
  const openBody = openBodyOf(parent, params.overrides ?? {}, seed);
  const signals = [signal, outer?.signal].filter((each) => each !== undefined);
  const limits = startLimits({ signals, timeoutMs, startTimer: ports.startTimer });
  try {
    return begin(ports, params, { outer, level, seed, openBody, limits });
  } catch (fault) {
    limits.release();
    throw fault;
  }
}

type Prepared = Pick<Run, "openBody" | "limits"> & {
  readonly outer: RunContext | null;
  readonly level: Pick<RunContext, "depth" | "maxDepth">;
  readonly seed: ForkSeed;
};

/** Opens the record and the span of a run. Throws ForkParamsError where the agent or the record refuses. */
function begin<State extends object>(ports: ForkPorts, params: ForkParams<State>, prepared: Prepared): StartedRun {
  const { parent, overrides = {}, filter = allowAll, label, llm, maxTurns, startAfter, tools, observe } = params;
  const { source = "custom", mode = "Sync", skipTranscript = true, ownBreakpoints = true } = params;
  const { outer, level, seed, openBody, limits } = prepared;
  const runId = ports.newRunId();
  const agentId = overrides.agentId ?? (params.agent === undefined ? null : `${params.agent.id}/${runId}`);
  const agent = agentOf(params, agentId, limits.signal);
  const startedMs = ports.now();
  const start = { runId, label, parent: outer?.runId ?? null, source, mode, startedMs };
  const recording = skipTranscript ? null : recordRun(ports.records, start);
  const { cacheKeyHash, model } = parent;
  const tracing = traceRun(
    {
      runId,
      label,
      source,
      mode,
      skipTranscript,
      cacheKeyHash,
      agentId,
      depth: level.depth,
      parentAgent: agent?.parentId ?? outer?.agentId ?? start.parent,
      strategy: strategyOf(params).name,
      model: overrides.model ?? model,
      parentBytes: parent.body.bytes.byteLength,
    },
    ports.tracer,
  );
  const watch: RunObserver | undefined = observe && ((event, origin) => observe(event, origin, agent));
  const observers = [watch, recording?.observe, tracing.observe].filter((each) => each !== undefined);
  const originOf = (seq: number): EventOrigin => ({ runId, label, agentId, seq, at: ports.now() });
  const run: Run = {
    llm,
    maxTurns,
    ownBreakpoints,
    filter,
    openBody,
    limits,
    headers: parent.headers,
    firstMessages: seed.messages,
    ...(startAfter && { startAfter }),
    tools: { dispatch: (call, aborted) => tools.dispatch(call, aborted, agent) },
    format: wireFormats[parent.wire],
    log: new RunLog(observers, originOf),
    context: { runId, agentId, ...level, signal: limits.signal },
  };
  return { run, seed, overrides, agent, recording, tracing, startedMs };
}

function agentOf<State extends object>(
  { agent }: Pick<ForkParams<State>, "agent">,
  id: string | null,
  signal: AbortSignal,
): ForkAgent<State> | undefined {
  return agent === undefined || id === null ? undefined : isolateAgent(agent, { id, signal });
}

function end(
  ports: ForkPorts,
  params: Pick<ForkParams, "parent" | "label" | "overrides">,
  { run, seed, recording, tracing, startedMs }: StartedRun,
  stop: ForkStop,
): ForkResult {
  run.limits.release();
  run.log.emit({ type: "ended", stop });
  const result = resultOf({ params, run, seed, stop, durationMs: ports.now() - startedMs });
  run.log.contain(() => recording?.finish(result));
  run.log.contain(() => tracing.finish(result));
  return result;
}

const textNote =
  "The parent's input is one text, and elements cannot follow a text: the fork sends it as the equivalent message. Send the parent's input as a list for a prefix that stays byte for byte.";

function resultOf(ended: {
  readonly params: Pick<ForkParams, "parent" | "label" | "overrides">;
  readonly run: Run;
  readonly seed: ForkSeed;
  readonly stop: ForkStop;
  readonly durationMs: number;
}): ForkResult {
  const { params, run, seed, stop, durationMs } = ended;
  const { log, context } = run;
  const paid = [...log.lostAttempts.flatMap(({ turns }) => turns), ...log.turns];
  const spoken = log.turns.findLast(({ isComplete, text }) => isComplete && text !== "");
  return {
    runId: context.runId,
    label: params.label,
    stop,
    finalText: spoken?.text ?? null,
    turns: log.turns,
    durationMs,
    usage: sumUsage(paid.map(({ usage }) => usage)),
    firstTurnRatio: log.turns[0]?.hitRatio ?? null,
    parentPrefix: { cacheKeyHash: params.parent.cacheKeyHash, answer: seed.answer, asSent: params.parent.asSent },
    sharedEnd: seed.sharedEnd,
    messages: log.messages,
    decisions: log.decisions,
    lostAttempts: log.lostAttempts,
    observerFaults: log.observerFaults,
    notes: [
      ...log.notes,
      params.parent.asSent ? null : textNote,
      forcedChoiceNote(params.parent, params.overrides?.toolChoice),
      seed.note,
    ].filter((note) => note !== null),
  };
}
