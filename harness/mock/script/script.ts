import type { LaneMatcher } from "../../kernel/lane/lane-matcher.ts";

/** The answers of a mocked model, lane by lane. */
export type Script = {
  readonly lanes: ReadonlyMap<LaneName, readonly Step[]>;
  /** The lanes that say which requests are theirs. */
  readonly matchers?: ReadonlyMap<LaneName, LaneMatcher>;
  /** Gates that open by themselves, so many milliseconds after a response came to be held there. Who serves has the clock. */
  readonly waits?: ReadonlyMap<string, number>;
};

/** `parent`, `fork`, `fork[2]`, …: one conversation each. */
export type LaneName = string;

/** One answer. */
export type Step = {
  readonly reply: Reply;
  /** The answer stops at a gate after this many events; 0 stops before the first byte. */
  readonly hold: { readonly gate: string; readonly afterEvents: number } | null;
  /** The connection breaks after so many events; of a body that is not streamed, after its first half. */
  readonly cutAfterEvents: number | null;
};

export type Reply = ScriptedMessage | ScriptedError;

export type ScriptedMessage = {
  readonly kind: "message";
  readonly content: readonly ScriptedBlock[];
  readonly stopReason: "end_turn" | "tool_use" | "max_tokens" | "refusal";
};

export type ScriptedError = {
  readonly kind: "error";
  readonly status: number;
  /** The provider's usual words for the status where these are null. */
  readonly type: string | null;
  readonly message: string | null;
  /** Seconds, as the header says it. */
  readonly retryAfter: number | null;
};

export type ScriptedBlock =
  | { readonly type: "thinking"; readonly text: string }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "call"; readonly tool: string; readonly input: unknown };
