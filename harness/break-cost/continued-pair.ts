import type { ProviderRules } from "../providers/rules/cache-rules.ts";
import type { Link } from "../cache-model/prompt/link.ts";
import type { Breakpoint, PromptChain } from "../cache-model/prompt/prompt-chain.ts";

/** A pair as two chains: the prompt that the parent stored, and a child that continues it. */
export type Chains = { readonly stored: PromptChain; readonly asked: PromptChain };

/** Which faults of the pair remain: its key differs from a block on, or breakpoints are missing. */
export type Faults = { readonly keptLinks: number; readonly lacksBreakpoints: boolean };

export type ContinuedPair = Chains & {
  readonly rules: ProviderRules;
  /** How many leading blocks of its parent the child was to keep. */
  readonly shared: number;
  /** Index of the child's first new block. */
  readonly tail: number;
};

/**
 * The pair as it would have been if the child had kept the first `shared` blocks of its parent and then said what is new, with the
 * faults that remain. Lengths of the parent's blocks are those of `stored`, those of the new ones of `asked`.
 */
export function continued(pair: ContinuedPair, { keptLinks, lacksBreakpoints }: Faults): Chains {
  const { stored, asked, shared, tail } = pair;
  const kept = stored.links.slice(0, shared);
  const added = behind(kept, asked, tail);
  const links = [...kept, ...added].map((link, index) =>
    index < keptLinks ? link : { ...link, key: `changed ${link.key}` },
  );
  const end = kept.at(-1)?.tokens ?? stored.head;
  const before = asked.links[tail - 1]?.tokens ?? asked.head;
  const own = asked.breakpoints.map(({ link, ttl }) => ({ link: placeOf(link, pair), ttl }));
  const ends = lacksBreakpoints ? [] : endsOf(pair, [shared - 1, links.length - 1]);
  return {
    stored: lacksBreakpoints
      ? stored
      : { ...stored, breakpoints: merged(stored.breakpoints, endsOf(pair, [stored.links.length - 1])) },
    asked: {
      ...asked,
      // Settings that differ are part of the key: they go with the cause that they are.
      ...(keptLinks >= links.length && stored.seeds !== undefined && { seeds: stored.seeds }),
      root: keptLinks === 0 ? `changed ${stored.root}` : stored.root,
      links,
      breakpoints: merged(own, ends),
      head: stored.head,
      total: end + asked.total - before,
    },
  };
}

/** The child's new blocks, as they follow on the parent's. */
function behind(kept: readonly Link[], { links, head }: PromptChain, tail: number): readonly Link[] {
  const [last, first] = [kept.at(-1), links[tail]];
  if (first === undefined) return [];
  const before = links[tail - 1];
  const tokens = (last?.tokens ?? head) - (before?.tokens ?? head);
  const position = (last?.position ?? -1) - (before?.position ?? -1);
  // A block may join the parent's last message; any other message is a new one.
  const joins = before !== undefined && before.message === first.message && first.message >= 0 ? 0 : 1;
  const message = Math.max(last?.message ?? -1, -1) + joins - first.message;
  return links.slice(tail).map((link) => ({
    ...link,
    key: `new ${link.key}`,
    tokens: link.tokens + tokens,
    position: link.position + position,
    message: link.message + message,
  }));
}

/** Where a block of the child's stands in the continued prompt; of a changed one the place that it has from the end of its segment. */
function placeOf(link: number, { stored, asked, shared, tail }: ContinuedPair): number {
  if (link >= tail) return shared + link - tail;
  const segment = asked.links[link]?.segment;
  const left = asked.links.slice(link + 1, tail).filter((each) => each.segment === segment).length;
  const end = stored.links.slice(0, shared).findLastIndex((each) => each.segment === segment);
  return Math.max(0, end - left);
}

function endsOf({ stored, asked, rules }: ContinuedPair, places: readonly number[]): readonly Breakpoint[] {
  const ttl = asked.breakpoints.at(-1)?.ttl ?? stored.breakpoints.at(-1)?.ttl ?? rules.defaultTtl.value;
  return places.filter((link) => link >= 0).map((link) => ({ link, ttl }));
}

/** In prompt order; at most one for each link. */
function merged(own: readonly Breakpoint[], others: readonly Breakpoint[]): readonly Breakpoint[] {
  const byLink = new Map([...others, ...own].map((each) => [each.link, each]));
  return [...byLink.values()].toSorted((left, right) => left.link - right.link);
}
