import { randomUUID } from "node:crypto";
import { allowAll } from "../filters/allow-all.ts";
import { passThrough } from "../strategies/pass-through.ts";
import type { ForkSeed } from "../strategies/strategy.ts";
import { ForkBody } from "../wire/fork-body.ts";
import { checkParams } from "./check-params.ts";
import { checkRecursion } from "./check-recursion.ts";
import { ForkHandle } from "./fork-handle.ts";
import type { ForkOverrides, ForkParams } from "./fork-params.ts";
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
    const { parent, overrides = {}, strategy = passThrough, filter = allowAll, signal, timeoutMs } = params;
    const outer = currentRun();
    const level = checkRecursion(outer, parent, params);
    const seed = strategy.seed(parent, { directive: params.directive, reminder: overrides.reminder ?? null });
    const inserted = seed.answer === null ? [seed.message] : [seed.answer, seed.message];
    const firstBody = ForkBody.splice(parent.body, fieldsOf(overrides)).append(inserted);
    const limits = startLimits({
      signals: [signal, outer?.signal].filter((each) => each !== undefined),
      timeoutMs,
      startTimer: this.#ports.startTimer,
    });
    const context = { runId: this.#ports.newRunId(), ...level, signal: limits.signal };
    const log = new RunLog(params.observe);
    const own = { filter, headers: parent.headers, firstBody, firstMessage: seed.message, limits, log, context };
    return { run: { ...params, ...own }, seed };
  }
}

/** Members outside the prefix. The answer is always streamed: a long one would time out (SDK, "Long requests"). */
function fieldsOf({ maxTokens, metadata }: ForkOverrides): Readonly<Record<string, string>> {
  return {
    stream: "true",
    ...(maxTokens === undefined ? {} : { max_tokens: String(maxTokens) }),
    ...(metadata === undefined ? {} : { metadata: JSON.stringify(metadata) }),
  };
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
  };
}
