import { mayContinue } from "../../cassette/with-continued-requests.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import { placeInProcess } from "./activity.ts";
import { asJudged, asRecording, type ExchangeSource } from "./exchange-source.ts";

/**
 * The exchanges of several tapes and mocked providers in the order of sending. Ids name the source, too: `2.1` is request 1 of the
 * second. A request of a tape to a mocked provider
 * of the list stands there once, as the provider's.
 */
export function joinedExchanges(sources: readonly ExchangeSource[]): readonly Exchange[] {
  return joined(sources, (source) => {
    const served = source.mocks().flatMap((mock) => (sources.includes(mock) ? mock.exchanges() : []));
    return source.exchanges().filter((each) => !served.some(({ request }) => request.equals(each.request)));
  });
}

/** The exchanges of a source, where a request that continues an answer of another one is the whole that the provider makes of it. */
export function continuedExchanges(source: ExchangeSource, sources: readonly ExchangeSource[]): readonly Exchange[] {
  const exchanges = source.exchanges();
  if (sources.length < 2 || !exchanges.some(({ request }) => mayContinue(request))) return exchanges;
  const recording = asRecording(
    "the tapes",
    joined(sources, (each) => each.exchanges()),
  );
  const at = sources.indexOf(source);
  return exchanges.map((each) => {
    if (!mayContinue(each.request)) return each;
    return { ...asJudged(each), request: recording.load(joinedId(at, each.id)).request };
  });
}

function joined(
  sources: readonly ExchangeSource[],
  exchangesOf: (source: ExchangeSource) => readonly Exchange[],
): readonly Exchange[] {
  const hasOneClock = new Set(sources.map(clockOf)).size === 1;
  const placed = sources.flatMap((source, at) => {
    return exchangesOf(source).map((each) => {
      const forkOf = each.forkOf === null ? null : joinedId(at, each.forkOf);
      const named = { ...asJudged(each), id: joinedId(at, each.id), forkOf };
      // Between the virtual time of one mocked provider and any other time lies no span.
      const exchange = hasOneClock ? named : { ...named, startedAtMs: null, firstByteMs: null };
      return { place: placeInProcess(source, each.id), exchange };
    });
  });
  return placed.toSorted((left, right) => left.place - right.place).map(({ exchange }) => exchange);
}

/** The id of a request among those of all sources. */
export function joinedId(source: number, id: string): string {
  return `${source + 1}.${id}`;
}

/** A mocked provider has a clock of its own, which tapes over it take over. */
function clockOf(source: ExchangeSource): ExchangeSource | null {
  return source.isMock ? source : (source.mocks()[0] ?? null);
}
