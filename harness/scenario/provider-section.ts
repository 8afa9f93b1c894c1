import type { JsonObject } from "../kernel/json.ts";
import type { LaneMatcher } from "../kernel/lane/lane-matcher.ts";

/** The endpoint that answers the fork. */
export type ProviderSection = {
  readonly mode: "mock" | "replay" | "live";
  /** Null: the wire format, the model and the headers decide. */
  readonly name: string | null;
  /** The recording that answers in mode `replay`. */
  readonly replay: ReplaySection;
  /** Virtual time from the first byte of the parent's response to the fork's request. */
  readonly forkAfterMs: number | null;
  /** Whether each round of a live run sends a parent of its own. */
  readonly isolate: boolean;
  readonly script: Script;
  /** The lanes of the script that select their first request. */
  readonly matchers: LaneMatchers;
};

/** Null: the parent's source, and the exchanges in it that continue the parent. */
export type ReplaySection = {
  readonly cassette: string | null;
  readonly exchanges: readonly string[] | null;
  readonly pace: ReplayPace;
};

/** In virtual time. */
export type ReplayPace =
  | { readonly kind: "recorded" | "instant" }
  | { readonly kind: "fixed"; readonly everyMs: number };

/** The mocked model's answers, one entry per request. A fork without a lane uses the answers of `fork`. */
export type Script = Readonly<Partial<Record<Lane, readonly ScriptedAnswer[]>>>;

export type LaneMatchers = Readonly<Partial<Record<Lane, LaneMatcher>>>;

/** `grader` answers graders of the output. */
export type Lane = "parent" | "grader" | "fork" | `fork[${number}]`;

export type ScriptedAnswer = ScriptedMessage | ScriptedError;

export type ScriptedMessage = {
  readonly kind: "message";
  /** Virtual time before the first byte. */
  readonly waitMs: number;
  readonly thinking: string | null;
  readonly text: string | null;
  readonly calls: readonly ScriptedCall[];
  /** `end` is the provider's normal end: of the turn, or for tool calls. */
  readonly stop: "end" | "length" | "refusal";
  /** The connection drops after this many events. */
  readonly cutAfterEvents: number | null;
};

export type ScriptedCall = { readonly tool: string; readonly input: JsonObject };

/** Null: the provider's own for this status. */
export type ScriptedError = {
  readonly kind: "error";
  readonly waitMs: number;
  readonly status: number;
  readonly type: string | null;
  readonly message: string | null;
  readonly retryAfterMs: number | null;
};
