import type { ExchangeList } from "../kernel/inspection/exchange-list.ts";
import type { Stretch, Timeline } from "../kernel/inspection/timeline.ts";
import { UsageSum } from "./sum-usage.ts";

/** Ratio and cost over time, in at most eight stretches. Neighbours that differ little are one. */
export function timeline(exchanges: ExchangeList): Timeline {
  const times = new Float64Array(exchanges.length);
  let at = 0;
  for (const { startedAt } of exchanges) times[at++] = startedAt === null ? Number.NaN : Date.parse(startedAt);
  const isTimed = times.every((time) => !Number.isNaN(time));
  const starts = isTimed ? times : times.map((_, index) => index + 1);
  const [first, last] = ends(starts);
  const step = isTimed ? timeStep(last - first) : Math.max(1, Math.ceil(exchanges.length / MOST));
  const origin = isTimed ? Math.floor(first / step) * step : 1;
  const pieces = new Map<number, UsageSum>();
  at = 0;
  for (const each of exchanges) {
    const piece = Math.floor(((starts[at++] ?? 0) - origin) / step);
    const sum = pieces.get(piece) ?? new UsageSum();
    pieces.set(piece, sum);
    sum.add(each);
  }
  const inOrder = [...pieces].sort(([one], [other]) => one - other);
  const stretches = inOrder.map(([piece, sum]) => ({ start: origin + piece * step, sum }));
  return { by: isTimed ? "time" : "number", stretches: joined(stretches).map(stretchOf) };
}

type Piece = { readonly start: number; readonly sum: UsageSum };

const MOST = 8;
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 360, 720, 1_440].map((minutes) => minutes * MINUTE);

function timeStep(range: number): number {
  return STEPS.find((step) => range / step < MOST) ?? Math.ceil(range / MOST / DAY) * DAY;
}

/** The least and the largest. Not by `Math.min(...)`: an argument list has a limit. */
function ends(values: Iterable<number>): readonly [least: number, most: number] {
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
    if (isSame) last.sum.addAll(next.sum);
    else pieces.push(next);
  }
  return pieces;
}

/** Less than this changes no decision. */
const ALIKE = 0.03;

function isAlike({ ratio: one }: Stretch, { ratio: other }: Stretch): boolean {
  return one === other || (one !== null && other !== null && Math.abs(one - other) < ALIKE);
}

function stretchOf({ start, sum }: Piece): Stretch {
  return { start, requests: sum.requests, ...sum.sums() };
}
