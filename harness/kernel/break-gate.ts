import type { BreakOrigin } from "./breaks/break-origin.ts";
import type { FindingCode } from "./finding.ts";
import type { AnswerCount } from "./inspection/answered-requests.ts";

/** The result of a gate on an inspection. */
export type BreakGate = AnswerCount & {
  /**
   * False for a break of ours, a possible break, an exchange that could not be judged, and where nothing was compared or no request
   * was answered, or no answered one continues another answered one.
   */
  readonly passed: boolean;
  /** How many exchanges were compared with the one that they continue. */
  readonly compared: number;
  /** How many of these were answered and continue an answered request. */
  readonly answered: number;
  /** In the order of the recording; an exchange stands here once for each origin that its causes have. */
  readonly breaks: readonly OriginatedBreak[];
  /** Ids of exchanges that may be a break: their parent is still in doubt, or a note may explain that they read 0. */
  readonly suspected: readonly string[];
  /** Ids of requests of a conversation that could not be judged. */
  readonly notJudged: readonly string[];
};

export type OriginatedBreak = {
  readonly id: string;
  readonly codes: readonly FindingCode[];
  readonly origin: BreakOrigin;
};
