import type { RecordedResponse } from "../../kernel/exchange.ts";
import type { ScriptedBlock } from "./script.ts";

/**
 * Reads the recorded answers of a wire format, so that the mocked model can repeat them. Parts that it cannot make are left out.
 */
export type RecordedAnswer = {
  /** The answer in a whole response, JSON or stream; empty without one. */
  readonly ofResponse: (response: RecordedResponse) => readonly ScriptedBlock[];
  /** The answer as it stands in a request's history: the elements of it, parsed. */
  readonly ofHistory: (elements: readonly unknown[]) => readonly ScriptedBlock[];
};
