import type { Recording } from "../kernel/exchange.ts";
import type { BuildDifference } from "../kernel/inspection/build-comparison.ts";
import type { Segment } from "../kernel/layout.ts";
import { divergenceIn } from "../verdict/divergence-in.ts";
import type { MatchedRequests } from "./match-requests.ts";

/** How many matched requests differ in each part of the prompt. */
export function differingPrompts(pairs: readonly MatchedRequests[]): Readonly<Record<Segment, number>> {
  const count = (segment: Segment): number => pairs.filter((pair) => differsIn(pair, segment)).length;
  return { tools: count("tools"), system: count("system"), messages: count("messages") };
}

/**
 * The first block that differs. Answers differ from run to run, and so do the messages behind them: tools and system say more of a
 * build, wherever in the conversations they first differ.
 */
export function firstDifference(
  pairs: readonly MatchedRequests[],
  before: Recording,
  after: Recording,
): BuildDifference | null {
  const ordered = pairs.toSorted((one, other) => one.at - other.at);
  for (const segments of [["tools", "system"], ["messages"]] as const)
    for (const segment of segments) {
      const found = firstIn(segment, ordered, before, after);
      if (found !== null) return found;
    }
  return null;
}

/** Bytes may differ where the prompt does not, such as in a billing header: so many kinds of pairs are looked at. */
const LOOKED_AT = 8;

function firstIn(
  segment: Segment,
  pairs: readonly MatchedRequests[],
  before: Recording,
  after: Recording,
): BuildDifference | null {
  const differing = pairs.filter((pair) => differsIn(pair, segment));
  const kinds = new Map(
    differing.toReversed().map((pair) => [`${pair.before.prompt[segment]} ${pair.after.prompt[segment]}`, pair]),
  );
  for (const pair of [...kinds.values()].reverse().slice(0, LOOKED_AT)) {
    const [parent, child] = [before.load(pair.before.id), after.load(pair.after.id)];
    const divergence = divergenceIn(segment, { parent, child });
    if (divergence === null) continue;
    const conversations = new Set(differing.map(({ conversation }) => conversation)).size;
    return { before: pair.before.id, after: pair.after.id, conversations, divergence };
  }
  return null;
}

function differsIn({ before, after }: MatchedRequests, segment: Segment): boolean {
  return before.prompt[segment] !== after.prompt[segment];
}
