import type { TokenUsage } from "../wire/token-usage.ts";
import type { DecisionRecord, ForkMessage, ForkStop, ForkTurn } from "./fork-result.ts";

/** What happens in a run, as it happens. */
export type ForkEvent =
  /** The answer of this turn has begun: what its request stored in the cache can be read from now on. */
  | { readonly type: "started"; readonly turn: number; readonly usage: TokenUsage }
  | { readonly type: "text"; readonly turn: number; readonly text: string }
  | { readonly type: "message"; readonly message: ForkMessage }
  | { readonly type: "decision"; readonly record: DecisionRecord }
  /** A request was answered, or will not be. */
  | { readonly type: "turn"; readonly record: ForkTurn }
  /** Always the last event. */
  | { readonly type: "ended"; readonly stop: ForkStop };

/** Watches a run. Not waited for; what it throws or rejects with is recorded in the result and stops nothing. */
export type ForkObserver = (event: ForkEvent) => void | Promise<void>;
