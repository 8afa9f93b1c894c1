import type { ForkAgent } from "./isolation/fork-agent.ts";
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

/** The run that an event belongs to, and the place of the event in it. */
export type EventOrigin = {
  readonly runId: string;
  readonly label: string;
  /** The fork's agent, by `agent` or `overrides.agentId`; null without either. */
  readonly agentId: string | null;
  /** From 1, without gaps. Every observer of the run sees the same number. */
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
};

/**
 * Watches runs. One observer may serve several forks at once: `origin` distinguishes them. A run does not wait for its observers; their
 * errors are recorded in the result and stop nothing. `agent` is the fork's own, with its isolated state; undefined without the parameter `agent`.
 */
export type ForkObserver<State extends object = object> = (
  event: ForkEvent,
  origin: EventOrigin,
  agent?: ForkAgent<State>,
) => void | Promise<void>;
