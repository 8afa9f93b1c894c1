import { isDeepStrictEqual } from "node:util";
import type { CacheSafeParams } from "../cache-safe/cache-safe-params.ts";
import { describeMismatch } from "../wire/describe-value.ts";
import { checkNames } from "./params/check-names.ts";
import { checkParams } from "./params/check-params.ts";
import { checkShapes, forksShape } from "./params/check-shapes.ts";
import type { ForkHandle } from "./fork-handle.ts";
import { ForkParamsError } from "./params/fork-params-error.ts";
import type { ForkParams } from "./params/fork-params.ts";
import type { ForkSubagent } from "./fork-subagent.ts";
import { longestTimerMs, systemTimer, type StartTimer } from "./loop/timer.ts";

export type FanOut = {
  readonly forks: ForkSubagent;
  /** The longest that siblings wait for the first one's first byte, in milliseconds; null waits for as long as it takes. */
  readonly holdMs?: number | null;
  readonly startTimer?: StartTimer;
};

/**
 * Starts forks of one parent so that they find each other's cache: an entry can be read only from the first byte of the
 * response that writes it (harness/providers/FACTS.md#anthropic-prefix), so all but the first wait for that byte, for the first one's end, or
 * for `holdMs`. Siblings of another parent are refused, since they cannot read that entry. The wait counts against a sibling's time limit. Resolves as `fork()` does in the mode of each; rejects
 * with the first refusal, and aborts the siblings then.
 */
export async function forkSiblings(siblings: readonly ForkParams[], fanOut: FanOut): Promise<readonly ForkHandle[]> {
  checkFanOut(siblings, fanOut);
  const { forks, holdMs = defaultHoldMs, startTimer = systemTimer } = fanOut;
  for (const params of siblings) checkParams(params);
  const [first, ...others] = siblings;
  if (first === undefined) return [];
  checkOneParent(first.parent, siblings);
  const gate = Promise.withResolvers<void>();
  const stopTimer = holdMs === null ? null : startTimer(holdMs, gate.resolve);
  const group = new AbortController();
  const start = async (params: ForkParams): Promise<ForkHandle> => {
    const signals = params.signal === undefined ? [group.signal] : [params.signal, group.signal];
    try {
      return await forks.fork({ ...params, signal: AbortSignal.any(signals) });
    } catch (fault) {
      group.abort(new Error("a sibling could not start"));
      // The wait is over; the timer would keep the process alive.
      gate.resolve();
      throw fault;
    }
  };
  const started = [
    start(opening(first, gate.resolve)),
    ...others.map(async (params) => start({ ...params, startAfter: gate.promise })),
  ];
  void gate.promise.then(() => stopTimer?.());
  const settled = await Promise.allSettled(started);
  const refusal = settled.find((outcome) => outcome.status === "rejected");
  if (refusal !== undefined) throw refusal.reason;
  return settled.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
}

function checkFanOut(siblings: unknown, fanOut: FanOut): void {
  if (!Array.isArray(siblings)) {
    throw new ForkParamsError("siblings", describeMismatch(siblings, "a list; pass the parameters of each fork"));
  }
  checkShapes(fanOut, [forksShape], "fanOut.");
  checkNames(fanOut, ["forks", "holdMs", "startTimer"], "option of a fan-out", "fanOut.");
  const { holdMs = null } = fanOut;
  if (holdMs !== null && !(typeof holdMs === "number" && holdMs >= 0 && holdMs <= longestTimerMs)) {
    const wanted = `a number between 0 and ${longestTimerMs} milliseconds; null waits without a limit`;
    throw new ForkParamsError("fanOut.holdMs", describeMismatch(holdMs, wanted));
  }
}

function checkOneParent(parent: CacheSafeParams, siblings: readonly ForkParams[]): void {
  const stranger = siblings.findIndex((each) => !isSameParent(parent, each.parent));
  if (stranger === -1) return;
  const fix = "start the forks of each parent by a forkSiblings of their own, and pass all of them one snapshot";
  throw new ForkParamsError(`siblings[${stranger}].parent`, `this is not the parent of siblings[0]; ${fix}`);
}

/** Whether two snapshots are of one request, as far as the cache key goes. Later answers are behind the shared part. */
function isSameParent(one: CacheSafeParams, other: CacheSafeParams): boolean {
  const keyOf = ({ wire, cacheKeyHash, digests, thinking, effort }: CacheSafeParams): readonly unknown[] => [
    wire,
    cacheKeyHash,
    digests.messages,
    thinking,
    effort,
  ];
  return one === other || isDeepStrictEqual(keyOf(one), keyOf(other));
}

/** Long enough for a slow first byte on a large prompt, short enough not to look stuck. */
const defaultHoldMs = 30_000;

/** The fork with an observer that opens the gate: at its first byte, or at its end if no byte came. */
function opening(params: ForkParams, open: () => void): ForkParams {
  const { observe } = params;
  return {
    ...params,
    observe: (event, origin, agent) => {
      if (event.type === "started" || event.type === "ended") open();
      return observe?.(event, origin, agent);
    },
  };
}
