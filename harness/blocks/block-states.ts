import type { BlockState, RequestBlocks } from "../kernel/inspection/inspected-block.ts";
import type { InspectedExchange } from "../kernel/inspection/inspection.ts";

/** What became of the blocks of one prompt. */
export type BlockStates = {
  readonly states: readonly BlockState[];
  /** The prompt's length over the sum of the estimates; 1 if no length was reported. */
  readonly scale: number;
  /**
   * - `reported` by the provider's counters
   * - `predicted` by the model of its cache
   * - `unknown` neither
   */
  readonly basis: "reported" | "predicted" | "unknown";
};

/** What is known of the price of a prompt. */
export type PaidPrompt = Pick<
  InspectedExchange,
  "usage" | "countedOver" | "breakCost" | "unserved" | "ratio" | "parent"
>;

/**
 * The state of each block. Counters say how much of a prompt was read and written, not which blocks: a prompt is read from its start, what
 * was written follows, so they end at the block boundary that is nearest by our estimate.
 */
export function blockStates(request: RequestBlocks, exchange: PaidPrompt): BlockStates {
  const { tokens } = request;
  const estimated = tokens.reduce((sum, each) => sum + each, 0);
  const paid = reported(exchange) ?? predicted(exchange, request, estimated);
  if (paid === null) return { states: Array.from(tokens, (): BlockState => "unknown"), scale: 1, basis: "unknown" };
  const total = paid.read + paid.written + paid.fresh;
  const scale = estimated === 0 || total === 0 ? 1 : total / estimated;
  const ends = endsOf(tokens, scale);
  const boundary = (at: number): number => nearestEnd(ends, at, likelyEnds(request), total);
  const read = boundary(paid.read);
  const lost = Math.max(read, boundary(paid.read + lostTokens(exchange)));
  const written = Math.max(read, boundary(paid.read + paid.written));
  const states = Array.from(tokens, (_, at): BlockState => {
    if (at < read) return "read";
    if (at < lost) return "lost";
    return at < written ? "written" : "fresh";
  });
  return { states, scale, basis: paid.basis };
}

type Paid = {
  readonly read: number;
  readonly written: number;
  readonly fresh: number;
  readonly basis: "reported" | "predicted";
};

function reported({ usage, countedOver }: PaidPrompt): Paid | null {
  if (countedOver !== "one-prompt" || usage === null || usage.read === null || usage.fresh === null) return null;
  return { read: usage.read, written: usage.write ?? 0, fresh: usage.fresh, basis: "reported" };
}

/** Without counters: what the model of the cache says of a break, and of a whole prefix. */
function predicted(
  { breakCost, ratio, parent }: PaidPrompt,
  { tokens, marks }: RequestBlocks,
  estimated: number,
): Paid | null {
  if (breakCost !== null) {
    const { read, write, fresh } = breakCost.prompt;
    return { read, written: write, fresh, basis: "predicted" };
  }
  const share = parent === null ? 0 : (ratio?.expected ?? null);
  if (share === null) return null;
  const read = Math.round(share * estimated);
  const last = marks.at(-1);
  const stored = last === undefined ? 0 : tokens.subarray(0, last + 1).reduce((sum, each) => sum + each, 0);
  const written = Math.max(0, stored - read);
  return { read, written, fresh: Math.max(0, estimated - read - written), basis: "predicted" };
}

function lostTokens({ breakCost, unserved }: PaidPrompt): number {
  return (breakCost ?? unserved)?.lostTokens ?? 0;
}

/** Where a prompt ends behind each of its first blocks, from none of them on. */
function endsOf(tokens: Uint32Array, scale: number): readonly number[] {
  const ends = [0];
  let end = 0;
  for (const each of tokens) ends.push((end += each * scale));
  return ends;
}

/** Numbers of leading blocks at which a cache entry mostly ends: breakpoints, and the end of what both requests share. */
function likelyEnds({ marks, shared, tokens }: RequestBlocks): readonly number[] {
  return [0, ...marks.map((at) => at + 1), shared, tokens.length];
}

/**
 * So far may an estimate be off, for a likely end to be the one that was meant: as a part of the tokens before it or behind it, whichever
 * are fewer, since the sum of both is known.
 */
const OFF = 0.05;

/** The number of leading blocks whose end is nearest to a number of tokens. */
function nearestEnd(ends: readonly number[], at: number, likely: readonly number[], total: number): number {
  const distance = (count: number): number => Math.abs((ends[count] ?? Infinity) - at);
  const closest = (counts: Iterable<number>): number => {
    let best = 0;
    for (const count of counts) if (distance(count) < distance(best)) best = count;
    return best;
  };
  const known = closest(likely);
  return distance(known) <= OFF * Math.min(at, total - at) ? known : closest(ends.keys());
}
