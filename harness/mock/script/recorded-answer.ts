import type { RecordedResponse } from "../../kernel/exchange.ts";
import type { ScriptedBlock } from "./script.ts";

/** How a wire's recorded answers are read, so that the mocked model can give them again. What it cannot make is left out. */
export type RecordedAnswer = {
  /** The answer in a whole response, JSON or stream; nothing where there is none. */
  readonly ofResponse: (response: RecordedResponse) => readonly ScriptedBlock[];
  /** The answer as it stands in a request's history: the elements of it, parsed. */
  readonly ofHistory: (elements: readonly unknown[]) => readonly ScriptedBlock[];
};
