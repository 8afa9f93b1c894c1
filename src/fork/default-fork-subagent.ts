import { randomUUID } from "node:crypto";
import { ForkPointError } from "../cache-safe/fork-point-error.ts";
import { allowAll } from "../filters/allow-all.ts";
import { passThrough } from "../strategies/pass-through.ts";
import type { ForkSeed } from "../strategies/strategy.ts";
import { wireFormats } from "../wire/wire-formats.ts";
import { checkParams } from "./check-params.ts";
import { checkRecursion } from "./check-recursion.ts";
import { ForkHandle } from "./fork-handle.ts";
import { firstBodyOf } from "./first-body.ts";
import type { ForkParams } from "./fork-params.ts";
import type { ForkResult, ForkStop } from "./fork-result.ts";
import type { ForkSubagent } from "./fork-subagent.ts";
import { currentRun } from "./run-context.ts";
import { RunLog } from "./run-log.ts";
import { startLimits } from "./run-limits.ts";
import { systemClock, systemTimer, type StartTimer } from "./timer.ts";
import { runTurns, type Run } from "./turn-loop.ts";
import { sumUsage } from "./usage-totals.ts";

/** What a fork needs from the world. */
export type ForkPorts = {
  readonly startTimer: StartTimer;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newRunId: () => string;
};

/** Forks in process: splices the first request from the parent's bytes and runs the turn loop. */
export class DefaultForkSubagent implements ForkSubagent {
  readonly #ports: ForkPorts;

  constructor(ports: Partial<ForkPorts> = {}) {
    this.#ports = { startTimer: systemTimer, now: systemClock, newRunId: randomUUID, ...ports };
  }

  async fork(params: ForkParams): Promise<ForkHandle> {
    checkParams(params);
    const { run, seed } = this.#prepare(params);
    const { limits, log, context } = run;
    const startedMs = this.#ports.now();
    const completion = runTurns(run).then((stop) => {
      limits.release();
      log.emit({ type: "ended", stop });
      const durationMs = this.#ports.now() - startedMs;
      return resultOf({ runId: context.runId, params, seed, log, stop, durationMs });
    });
    if (params.mode !== "ForkAndForget") await completion;
    return new ForkHandle({ runId: context.runId, completion, abort: limits.abort });
  }

  #prepare(params: ForkParams): { readonly run: Run; readonly seed: ForkSeed } {
    const { parent, overrides = {}, filter = allowAll, signal, timeoutMs } = params;
    const outer = currentRun();
    const level = checkRecursion(outer, parent, params);
    const seed = seedOf(params);
    const limits = startLimits({
      signals: [signal, outer?.signal].filter((each) => each !== undefined),
      timeoutMs,
      startTimer: this.#ports.startTimer,
    });
    const own = {
      filter,
      headers: parent.headers,
      format: wireFormats[parent.wire],
      firstBody: firstBodyOf(parent, overrides, seed),
      firstMessages: seed.messages,
      limits,
      log: new RunLog(params.observe),
      context: { runId: this.#ports.newRunId(), ...level, signal: limits.signal },
    };
    return { run: { ...params, ...own }, seed };
  }
}

function seedOf({ parent, strategy = passThrough, directive, overrides, ownCall }: ForkParams): ForkSeed {
  if (!strategy.wires.includes(parent.wire)) {
    throw new ForkPointError(
      "wrong-wire",
      `the strategy ${strategy.name} does not belong to ${parent.wire}`,
      `Use it on ${strategy.wires.join(" or ")}, or take another strategy.`,
    );
  }
  return strategy.seed(parent, { directive, reminder: overrides?.reminder ?? null, ownCall: ownCall ?? null });
}

function resultOf(ended: {
  readonly runId: string;
  readonly params: ForkParams;
  readonly seed: ForkSeed;
  readonly log: RunLog;
  readonly stop: ForkStop;
  readonly durationMs: number;
}): ForkResult {
  const { runId, params, seed, log, stop, durationMs } = ended;
  const spoken = log.turns.findLast(({ isComplete, text }) => isComplete && text !== "");
  return {
    runId,
    label: params.label,
    stop,
    finalText: spoken?.text ?? null,
    turns: log.turns,
    durationMs,
    usage: sumUsage(log.turns.map(({ usage }) => usage)),
    firstTurnRatio: log.turns[0]?.hitRatio ?? null,
    parentPrefix: { cacheKeyHash: params.parent.cacheKeyHash, answer: seed.answer },
    messages: log.messages,
    decisions: log.decisions,
    observerFaults: log.observerFaults,
    notes: seed.note === null ? [] : [seed.note],
  };
}
