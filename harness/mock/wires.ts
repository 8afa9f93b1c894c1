import { anthropicMessages } from "./anthropic/anthropic-messages.ts";
import type { MockWire, WireRequest } from "./mock-wire.ts";

/** Every wire that the mocked provider speaks; of those that recognise a request the first has it. */
export const mockWires: readonly MockWire[] = [anthropicMessages];

/** The wire of a request. What none recognises is answered as the last one answers an unknown path. */
export function wireOf(request: WireRequest): MockWire {
  return mockWires.find((wire) => wire.recognises(request)) ?? anthropicMessages;
}
