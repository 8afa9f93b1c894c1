import type { Unit } from "../kernel/layout.ts";
import type { Span } from "../kernel/span.ts";

/**
 * `messages` with the frame of the system prompt (its role and every other member but the text) on the first envelope.
 *
 * An envelope is a message's, never the system's, yet on wires whose system prompt is itself a message its role is prompt
 * like any other. A request without a message has no envelope to carry the frame, and none is compared.
 */
export function rideOnFirst(frame: readonly Span[], messages: readonly Unit[]): readonly Unit[] {
  const [first, ...others] = messages;
  if (frame.length === 0 || first?.unit !== "envelope") return messages;
  return [{ ...first, members: [...frame, ...first.members] }, ...others];
}
