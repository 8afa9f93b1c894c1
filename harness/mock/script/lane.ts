import type { SaidItem } from "../../wires/shared/said/said-item.ts";
import type { LaneMatcher } from "../../kernel/lane/lane-matcher.ts";
import type { LaneName, Step } from "./script.ts";

/** One conversation with the mocked model, as far as it went. */
export type Lane = {
  readonly name: LaneName;
  readonly steps: readonly Step[];
  /** Which request begins it; null where the script does not say. Siblings that follow one lane of the script share one. */
  readonly matcher: LaneMatcher | null;
  /** Steps that were asked for. */
  used: number;
  readonly turns: LaneTurn[];
  /** By which a request shows that it answers a call of the lane's latest answer. */
  callMarks: readonly string[];
  /** Whether the latest answer arrived whole, so that the same request again is not a retry. */
  answered: boolean;
};

/** A request of a lane: its content, and its answer. */
export type LaneTurn = {
  readonly number: number;
  /** Of all that the request says, see `saidBy`. */
  readonly digest: string;
  readonly count: number;
  readonly answer: readonly SaidItem[];
  /** The number of the request that it goes on from, or forks; null if nothing shows it. */
  readonly follows: number | null;
};

export function hasStep(lane: Lane): boolean {
  return lane.used < lane.steps.length;
}

/** Whether no request has begun the lane yet. */
export function isUnused(lane: Lane): boolean {
  return lane.turns.length === 0 && hasStep(lane);
}
