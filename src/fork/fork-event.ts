import type { TokenUsage } from "../wire/token-usage.ts";
import type { DecisionRecord, ForkMessage, ForkStop, ForkTurn } from "./fork-result.ts";

/** An event of a run, sent when it happens. */
export type ForkEvent =
  /** The answer of this turn has begun. From now on, others can read the cache entry of its request. */
  | { readonly type: "started"; readonly turn: number; readonly usage: TokenUsage }
  | { readonly type: "text"; readonly turn: number; readonly text: string }
  | { readonly type: "message"; readonly message: ForkMessage }
  | { readonly type: "decision"; readonly record: DecisionRecord }
  /** A request was answered, or will not be. */
  | { readonly type: "turn"; readonly record: ForkTurn }
  /** Always the last event. */
  | { readonly type: "ended"; readonly stop: ForkStop };

/** Watches a run. The run does not wait for it; its errors are recorded in the result and stop nothing. */
export type ForkObserver = (event: ForkEvent) => void | Promise<void>;
