import type { PairPlay, PlayedRequest } from "../../cache-model/play-pair.ts";
import { playSiblings } from "../../cache-model/play-siblings.ts";
import type { ProviderCache } from "../../providers/provider.ts";
import { modelOf } from "../../wires/model-of.ts";
import { knownLayout } from "../../wires/known-layout.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import type { Layout } from "../../kernel/layout.ts";
import { guessProvider } from "../../verdict/guess-provider.ts";
import type { ForkOnWire, ForkServed } from "./fork-runs.ts";

type Rules = {
  readonly provider: string | null;
  readonly caches: readonly ProviderCache[] | undefined;
  /** The content that the parents' requests share. */
  readonly like: Layout | null;
};

/**
 * The view of one cache on each fork's first request, played from the fork's own parent: a sibling finds entries that another
 * wrote, and a sibling's read extends an entry's life. Lengths are counted whole, as the mocked provider counts them. Empty if
 * the cache is unknown.
 */
export function siblingPlays(forks: readonly ForkOnWire[], rules: Rules): ReadonlyMap<Exchange, PairPlay> {
  const byRequest = new Map<string, { readonly parent: Exchange; readonly own: ForkOnWire[] }>();
  for (const fork of forks) {
    if (fork.parent === null) continue;
    const family = byRequest.get(fork.parent.id) ?? { parent: fork.parent, own: [] };
    family.own.push(fork);
    byRequest.set(fork.parent.id, family);
  }
  return new Map([...byRequest.values()].flatMap(({ parent, own }) => [...familyPlays(parent, own, forks, rules)]));
}

/** Of all forks' requests, since those of another turn reach the same cache; answers for the parent's own. */
function familyPlays(
  parent: Exchange,
  own: readonly ForkOnWire[],
  forks: readonly ForkOnWire[],
  { provider, caches, like }: Rules,
): ReadonlyMap<Exchange, PairPlay> {
  const layout = knownLayout(parent, like);
  if (layout === null) return new Map();
  const asked = provider ?? guessProvider(parent, layout);
  if (asked === null) return new Map();
  const startMs = parent.startedAtMs ?? 0;
  const sent = forks
    .flatMap((fork) =>
      fork.served.filter(({ exchange }) => own.includes(fork) || (exchange.startedAtMs ?? 0) >= startMs),
    )
    .flatMap((served) => {
      const { exchange } = served;
      const sentAs = knownLayout(exchange, layout);
      if (sentAs?.dialect !== layout.dialect) return [];
      return [{ exchange, played: played(exchange, sentAs, hasStored(served)) }];
    });
  const plays = playSiblings(
    asked,
    played(parent, layout, true),
    sent.map((each) => each.played),
    caches,
  );
  return new Map(
    sent.flatMap(({ exchange, played: request }) => {
      const play = plays.get(request);
      const isOwn = own.some(({ first }) => first === exchange);
      return play === undefined || !isOwn ? [] : [[exchange, play] as const];
    }),
  );
}

function played(exchange: Exchange, layout: Layout, hasBegun: boolean): PlayedRequest {
  const { startedAtMs, firstByteMs, headers, path } = exchange;
  const model = modelOf(layout, path) ?? "";
  return { layout, model, startedAtMs, firstByteMs: hasBegun ? firstByteMs : null, headers };
}

/** An error stores nothing. */
function hasStored({ exchange }: ForkServed): boolean {
  return exchange.response?.status === 200;
}
