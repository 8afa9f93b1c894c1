import type { CacheSafeParams } from "../../cache-safe/cache-safe-params.ts";
import type { ToolFilter } from "../../filters/tool-filter.ts";
import type { LlmClient } from "../../providers/llm-client.ts";
import type { Strategy } from "../../strategies/strategy.ts";
import type { RecursionRule } from "./check-recursion.ts";
import type { DelegateMode } from "../delegate-mode.ts";
import type { ForkObserver } from "../fork-event.ts";
import type { ParentAgent } from "../isolation/fork-agent.ts";
import type { ToolDispatcher } from "../tool-dispatcher.ts";

export type ForkParams<State extends object = object> = RecursionRule & {
  readonly parent: CacheSafeParams;
  readonly llm: LlmClient;
  readonly tools: ToolDispatcher<State>;
  /** The task of the fork: the last text of its first message. */
  readonly directive: string;
  /** A name for people, such as `auto_dream`; nothing is decided by it. */
  readonly label: string;
  /** Requests at most. 0 sends nothing. The calls of the last answer are still dispatched. */
  readonly maxTurns: number;
  /** Wall-clock limit of the whole run; null for no limit. */
  readonly timeoutMs: number | null;
  /**
   * The parent's tool call that asked for this fork, for strategies that answer it: its id, or its place among the open
   * calls, from 1, where the wire gives calls no id (Gemini).
   */
  readonly ownCall?: string | number;
  /** The agent that forks. The fork gets a copy of its state by the plan, which `tools` and `observe` receive. */
  readonly agent?: ParentAgent<State>;
  /** Default: pass-through. */
  readonly strategy?: Strategy;
  /** Default: every call may run. */
  readonly filter?: ToolFilter;
  readonly overrides?: ForkOverrides;
  /** Aborting it aborts the fork. The fork never aborts it. */
  readonly signal?: AbortSignal;
  readonly observe?: ForkObserver<State>;
  /** Default: `Sync`. */
  readonly mode?: DelegateMode;
  /** The feature that asked for the fork, such as `auto_dream` or `eval`. Default: `custom`. */
  readonly source?: string;
  /** `false` writes a transcript and an agent-handle row. Default: `true`, which leaves no trace on disk. */
  readonly skipTranscript?: boolean;
  /**
   * `false`: the fork sets no breakpoint of its own. For a gateway that adds some to each request, since the API takes four, and for forks
   * that end after one or two requests: then nothing reads what the last one writes. Default: `true`.
   */
  readonly ownBreakpoints?: boolean;
  /** The first request waits for it; a rejection fails the run. The wait counts against `timeoutMs`. */
  readonly startAfter?: Promise<void>;
};

/** Changes to the parent's request. */
export type ForkOverrides = CacheBreaks & {
  /** The id of the fork's agent. Default: the id of `agent` and the run ID, joined by a slash. */
  readonly agentId?: string;
  /** Said before the directive, in the fork's own message. */
  readonly reminder?: string;
  /** Beware where the parent thinks with a budget: a smaller limit clamps it, and the budget is in the key (CB108). */
  readonly maxTokens?: number;
  /** Not in any cache key: 0 repeats a run as nearly as the provider can. */
  readonly temperature?: number;
  /** Texts that end an answer. Not in any cache key. The Responses API does not take them. */
  readonly stopSequences?: readonly string[];
  /** Replaces `metadata`. */
  readonly metadata?: { readonly [name: string]: unknown };
};

/** Each of these may be in the cache key or before the prefix. A fork that changes such a one pays for its prompt, or for its messages. */
type CacheBreaks = {
  /** On Gemini the model is in the URL: pass a client with another one. */
  readonly model?: string;
  readonly effort?: string;
  /** The whole member, such as `{ "type": "disabled" }`. */
  readonly thinking?: { readonly [name: string]: unknown };
  readonly tools?: readonly unknown[];
  /**
   * As the wire writes it, such as `{ "type": "tool", "name": "answer" }` or `"required"`; on Gemini the whole `toolConfig`. It is in the key of
   * the messages, save that GPT-5.6 and later keep them for a choice that demands no call.
   */
  readonly toolChoice?: string | { readonly [name: string]: unknown };
  /**
   * As the wire writes it: `output_config.format`, `response_format`, `text.format`; on Gemini an object with `responseMimeType` and
   * `responseSchema`. It is in the key of the whole prompt.
   */
  readonly responseFormat?: { readonly [name: string]: unknown };
  /** Required with any of the above that is in the key of the parent's cache: why the loss is worth it. */
  readonly expectBreak?: { readonly reason: string };
  /** @deprecated Write `expectBreak`. */
  readonly breaksCache?: { readonly reason: string };
};
