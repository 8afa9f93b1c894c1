import type { InspectedExchange } from "../kernel/inspection/inspection.ts";
import type { Stretch, Timeline } from "../kernel/inspection/timeline.ts";
import { sumUsage } from "./sum-usage.ts";

/** Ratio and cost over time, in at most eight stretches. Neighbours that differ little are one. */
export function timeline(exchanges: readonly InspectedExchange[]): Timeline {
  const times = exchanges.map(({ startedAt }) => (startedAt === null ? NaN : Date.parse(startedAt)));
  const isTimed = times.every((time) => !Number.isNaN(time));
  const starts = isTimed ? times : exchanges.map((_, at) => at + 1);
  const [first, last] = ends(starts);
  const step = isTimed ? timeStep(last - first) : Math.max(1, Math.ceil(exchanges.length / MOST));
  const origin = isTimed ? Math.floor(first / step) * step : 1;
  const pieces = Map.groupBy(exchanges.keys(), (at) => Math.floor(((starts[at] ?? 0) - origin) / step));
  const inOrder = [...pieces].sort(([one], [other]) => one - other);
  const stretches = inOrder.map(([piece, indexes]) => ({
    start: origin + piece * step,
    exchanges: [...indexes].flatMap((at) => exchanges[at] ?? []),
  }));
  return { by: isTimed ? "time" : "number", stretches: joined(stretches).map(stretchOf) };
}

type Piece = { readonly start: number; readonly exchanges: readonly InspectedExchange[] };

const MOST = 8;
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 360, 720, 1_440].map((minutes) => minutes * MINUTE);

function timeStep(range: number): number {
  return STEPS.find((step) => range / step < MOST) ?? Math.ceil(range / MOST / DAY) * DAY;
}

/** The least and the largest. Not by `Math.min(...)`: an argument list has a limit. */
function ends(values: readonly number[]): readonly [least: number, most: number] {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}

function joined(all: readonly Piece[]): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const next of all) {
    const last = pieces.at(-1);
    const isSame = last !== undefined && isAlike(stretchOf(last), stretchOf(next));
    if (isSame) pieces.splice(-1, 1, { ...last, exchanges: [...last.exchanges, ...next.exchanges] });
    else pieces.push(next);
  }
  return pieces;
}

/** Less than this changes no decision. */
const ALIKE = 0.03;

function isAlike({ ratio: one }: Stretch, { ratio: other }: Stretch): boolean {
  return one === other || (one !== null && other !== null && Math.abs(one - other) < ALIKE);
}

function stretchOf({ start, exchanges }: Piece): Stretch {
  return { start, requests: exchanges.length, ...sumUsage(exchanges) };
}
