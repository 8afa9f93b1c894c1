import type { ForkObserver } from "../fork-event.ts";

/** What a fork has said so far, for the tool block in which its parent shows the call. */
export type Progress = {
  readonly callId: string;
  /** What is new. */
  readonly delta: string;
  /** Everything up to now, `delta` included: a reader that joins late or drops one loses nothing (src/FORK-SYSTEMS.md#ochat). */
  readonly text: string;
};

/**
 * Streams a fork's text to its parent as it comes. Give the fork and its echo the same `signal`: an abort ends the
 * fork and silences the echo at once, so that nothing is shown of a call that the user has cancelled.
 */
export function progressEcho(
  callId: string,
  show: (progress: Progress) => void | Promise<void>,
  signal?: AbortSignal,
): ForkObserver {
  let text = "";
  return (event) => {
    if (event.type !== "text" || signal?.aborted === true) return;
    text += event.text;
    return show({ callId, delta: event.text, text });
  };
}
