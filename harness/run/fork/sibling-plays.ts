import type { PairPlay, PlayedRequest } from "../../cache-model/play-pair.ts";
import { playSiblings } from "../../cache-model/play-siblings.ts";
import type { ModelledCache } from "../../cache-model/rules-of.ts";
import { modelOf } from "../../dialects/model-of.ts";
import { recognise } from "../../dialects/registry.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import type { Layout } from "../../kernel/layout.ts";
import { guessProvider } from "../../verdict/guess-provider.ts";
import type { ForkOnWire, ForkServed } from "./fork-runs.ts";

/**
 * What one cache makes of each fork's first request: a sibling finds what another wrote, and an entry lives on when a sibling reads it.
 * Lengths are counted whole, as the mocked provider counts them. Empty where nobody knows the cache.
 */
export function siblingPlays(
  parent: Exchange | null,
  forks: readonly ForkOnWire[],
  { provider, caches }: { readonly provider: string | null; readonly caches: readonly ModelledCache[] | undefined },
): ReadonlyMap<Exchange, PairPlay> {
  const dialect = parent === null ? null : recognise(parent);
  if (parent === null || dialect === null) return new Map();
  const layout = dialect.layOut(parent.request);
  const asked = provider ?? guessProvider(parent, layout);
  if (asked === null) return new Map();
  const sent = forks
    .flatMap(({ served }) => served)
    .filter(({ exchange }) => recognise(exchange)?.name === dialect.name)
    .map((served) => ({
      exchange: served.exchange,
      played: played(served.exchange, dialect.layOut(served.exchange.request, layout), hasStored(served)),
    }));
  const plays = playSiblings(
    asked,
    played(parent, layout, true),
    sent.map((each) => each.played),
    caches,
  );
  return new Map(
    sent.flatMap((each) => {
      const play = plays.get(each.played);
      return play === undefined ? [] : [[each.exchange, play] as const];
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
