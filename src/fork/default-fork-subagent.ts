import { randomUUID } from "node:crypto";
import type { Tracer } from "@opentelemetry/api";
import { allowAll } from "../filters/allow-all.ts";
import { forcedChoiceNote } from "../strategies/forced-choice.ts";
import type { ForkSeed } from "../strategies/strategy.ts";
import type { ForkRecords } from "../transcript/fork-records.ts";
import { hasMethod } from "../wire/describe-value.ts";
import { wireFormats } from "../wire/wire-formats.ts";
import { checkNames } from "./params/check-names.ts";
import { checkParams } from "./params/check-params.ts";
import { checkShapes, isFunction, type Shape } from "./params/check-shapes.ts";
import { checkRecursion } from "./params/check-recursion.ts";
import { firstBodyOf } from "./loop/first-body.ts";
import { isFireAndForget } from "./delegate-mode.ts";
import { ForkHandle } from "./fork-handle.ts";
import type { ForkParams } from "./params/fork-params.ts";
import type { ForkResult, ForkStop } from "./fork-result.ts";
import type { ForkSubagent } from "./fork-subagent.ts";
import { recordRun, type Recording } from "./records/record-run.ts";
import { currentRun } from "./loop/run-context.ts";
import { RunLog } from "./records/run-log.ts";
import { startLimits } from "./loop/run-limits.ts";
import { seedOf, strategyOf } from "./loop/seed-of.ts";
import { nextRound, systemClock, systemTimer, type StartTimer } from "./loop/timer.ts";
import { traceRun, type RunTrace } from "./records/trace-run.ts";
import { runTurns, type Run } from "./loop/turn-loop.ts";
import { sumUsage } from "./loop/usage-totals.ts";

/** The effects that a fork needs. */
export type ForkPorts = {
  readonly startTimer: StartTimer;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newRunId: () => string;
  /** Where runs with `skipTranscript: false` are recorded; null for nowhere. */
  readonly records: ForkRecords | null;
  /** Default: that of the registered OpenTelemetry SDK. */
  readonly tracer: Tracer | undefined;
};

const portShapes: readonly Shape[] = [
  ...["startTimer", "now", "newRunId"].map((name): Shape => ({
    name,
    isOptional: true,
    fits: isFunction,
    wanted: "a function",
  })),
  {
    name: "records",
    isOptional: true,
    fits: (value) => value === null || hasMethod(value, "begin"),
    wanted: 'a place for records; pass fileRecords(".forkproof"), or null to record nothing',
  },
  {
    name: "tracer",
    isOptional: true,
    fits: (value) => hasMethod(value, "startSpan"),
    wanted: "a tracer of OpenTelemetry; leave it out for that of the registered SDK",
  },
];

const portNames = portShapes.map(({ name }) => name);

/** Forks in process: splices the first request from the parent's bytes and runs the turn loop. */
export class DefaultForkSubagent implements ForkSubagent {
  readonly #ports: ForkPorts;

  constructor(ports: Partial<ForkPorts> = {}) {
    checkShapes(ports, portShapes, "ports.");
    checkNames(ports, portNames, "port", "ports.");
    const { startTimer = systemTimer, now = systemClock, newRunId = randomUUID, records = null, tracer } = ports;
    this.#ports = { startTimer, now, newRunId, records, tracer };
  }

  async fork(asked: ForkParams): Promise<ForkHandle> {
    const params = checkParams(asked);
    const started = this.#prepare(params);
    const { run, tracing } = started;
    const isForgotten = isFireAndForget(params.mode ?? "Sync");
    const turns = async (): Promise<ForkStop> => {
      // A client's first send may load an SDK for a tenth of a second, and a caller that forgets the fork expects its handle at once.
      if (isForgotten) await nextRound();
      return runTurns(run);
    };
    const completion = tracing.within(turns).then((stop) => this.#end(params, started, stop));
    if (!isForgotten) await completion;
    return new ForkHandle({ runId: run.context.runId, completion, abort: run.limits.abort });
  }

  /** All that can be refused is refused here, before the clock runs. */
  #prepare(params: ForkParams): StartedRun {
    const { parent, overrides = {}, filter = allowAll, signal, timeoutMs, label } = params;
    const outer = currentRun();
    const level = checkRecursion(outer, parent, params);
    const seed = seedOf(params);
    const firstBody = firstBodyOf(parent, overrides, seed);
    const { source = "custom", mode = "Sync", skipTranscript = true } = params;
    const runId = this.#ports.newRunId();
    const startedMs = this.#ports.now();
    const start = { runId, label, parent: outer?.runId ?? null, source, mode, startedMs };
    const recording = skipTranscript ? null : recordRun(this.#ports.records, start);
    const { cacheKeyHash, model } = parent;
    const tracing = traceRun(
      {
        runId,
        label,
        source,
        mode,
        skipTranscript,
        cacheKeyHash,
        parentAgent: start.parent,
        strategy: strategyOf(params).name,
        depth: level.depth,
        model: overrides.model ?? model,
        parentBytes: parent.body.bytes.byteLength,
      },
      this.#ports.tracer,
    );
    const signals = [signal, outer?.signal].filter((each) => each !== undefined);
    const limits = startLimits({ signals, timeoutMs, startTimer: this.#ports.startTimer });
    const observers = [params.observe, recording?.observe, tracing.observe].filter((each) => each !== undefined);
    const own = {
      filter,
      firstBody,
      limits,
      headers: parent.headers,
      format: wireFormats[parent.wire],
      firstMessages: seed.messages,
      log: new RunLog(observers),
      context: { runId, ...level, signal: limits.signal },
    };
    return { run: { ...params, ...own }, seed, recording, tracing, startedMs };
  }

  #end(params: ForkParams, { run, seed, recording, tracing, startedMs }: StartedRun, stop: ForkStop): ForkResult {
    run.limits.release();
    run.log.emit({ type: "ended", stop });
    const result = resultOf({ params, run, seed, stop, durationMs: this.#ports.now() - startedMs });
    run.log.contain(() => recording?.finish(result));
    run.log.contain(() => tracing.finish(result));
    return result;
  }
}

const textNote =
  "The parent's input is one text, and elements cannot follow a text: the fork sends it as the equivalent message. Send the parent's input as a list for a prefix that stays byte for byte.";

type StartedRun = {
  readonly run: Run;
  readonly seed: ForkSeed;
  readonly recording: Recording | null;
  readonly tracing: RunTrace;
  readonly startedMs: number;
};

function resultOf(ended: {
  readonly params: ForkParams;
  readonly run: Run;
  readonly seed: ForkSeed;
  readonly stop: ForkStop;
  readonly durationMs: number;
}): ForkResult {
  const { params, run, seed, stop, durationMs } = ended;
  const { log, context } = run;
  const spoken = log.turns.findLast(({ isComplete, text }) => isComplete && text !== "");
  return {
    runId: context.runId,
    label: params.label,
    stop,
    finalText: spoken?.text ?? null,
    turns: log.turns,
    durationMs,
    usage: sumUsage(log.turns.map(({ usage }) => usage)),
    firstTurnRatio: log.turns[0]?.hitRatio ?? null,
    parentPrefix: { cacheKeyHash: params.parent.cacheKeyHash, answer: seed.answer, asSent: params.parent.asSent },
    sharedEnd: seed.sharedEnd,
    messages: log.messages,
    decisions: log.decisions,
    observerFaults: log.observerFaults,
    notes: [params.parent.asSent ? null : textNote, forcedChoiceNote(params.parent), seed.note].filter(
      (note) => note !== null,
    ),
  };
}
