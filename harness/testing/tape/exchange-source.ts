import type { Exchange, Recording } from "../../kernel/exchange.ts";
import type { RecordedExchange } from "../../cassette/recorded-exchange.ts";
import { mayContinue, withContinuedRequests } from "../../cassette/with-continued-requests.ts";
import type { MockFault } from "../../mock/script/fault.ts";
import { claim } from "../other-copy.ts";

/** A tape or a mocked provider: both keep exchanges. */
export type ExchangeSource = {
  readonly name: string;
  /** Whether it is a mocked provider itself. */
  readonly isMock: boolean;
  readonly exchanges: () => readonly RecordedExchange[];
  /** Faults that its exchanges alone do not show: requests outside a script, steps that no request asked for, unseen requests. */
  readonly faults: () => readonly MockFault[];
  /** The mocked providers that answered its requests. */
  readonly mocks: () => readonly ExchangeSource[];
  /** Requests to these mocked providers that no tape holds. Who also watches the providers has seen them. */
  readonly bypassed: () => readonly MockFault[];
};

/** Faults of a source and of the mocked providers behind it. */
export function faultsBehind(source: ExchangeSource): readonly MockFault[] {
  return [...[source, ...source.mocks()].flatMap((each) => each.faults()), ...source.bypassed()];
}

/** An exchange remembers who kept it, so that it can be judged among its neighbours. */
const sources = new WeakMap<Exchange, ExchangeSource>();
/** Exchanges whose tokens our own cache model counted, by the bytes that crossed the wire. */
const computed = new WeakSet<Exchange>();
/** Such an exchange as the judge takes it. */
const counted = new WeakMap<Exchange, Exchange>();

/** Remembers the source of exchanges; returns them. */
export function owned<Kept extends Exchange>(
  exchanges: readonly Kept[],
  source: ExchangeSource,
  isComputed: (exchange: Kept) => boolean,
): readonly Kept[] {
  for (const exchange of exchanges) {
    sources.set(exchange, source);
    claim(exchange);
    if (isComputed(exchange)) computed.add(exchange);
  }
  return exchanges;
}

export function sourceOf(exchange: Exchange): ExchangeSource | null {
  return sources.get(exchange) ?? null;
}

/**
 * The exchange for the judge. A cassette calls the mocked provider's counters unreal, since another script could have invented
 * them. Here it is known that the cache model computed them, so a ratio can be asserted.
 */
export function asCounted(exchange: Exchange): Exchange {
  const { response } = exchange;
  if (response === null || response.usageIsReal || !computed.has(exchange)) return exchange;
  const known = counted.get(exchange) ?? { ...exchange, response: { ...response, usageIsReal: true } };
  counted.set(exchange, known);
  return known;
}

/** An exchange of a tape or mocked provider as the judge takes it; any other is as it was recorded. */
export function asJudged(exchange: Exchange): Exchange {
  return sources.has(exchange) ? asEnded(asCounted(exchange)) : exchange;
}

/** A kept request that still waits was not answered so far. A recording without responses says the same of all. */
function asEnded(exchange: Exchange): Exchange {
  const isWaiting = exchange.response === null && (exchange.outcome ?? null) === null;
  return isWaiting ? { ...exchange, outcome: "cut" } : exchange;
}

/**
 * Exchanges as the recording that the judge reads, a request that continues an earlier answer as the whole that the provider makes of it.
 * A parent that was left out, or sent later, is not named.
 */
export function asRecording(name: string, given: readonly Exchange[]): Recording {
  const before = new Set<string>();
  const exchanges = given.map((each): Exchange => {
    const judged = asJudged(each);
    const isNamed = judged.forkOf === null || before.has(judged.forkOf);
    before.add(each.id);
    return isNamed ? judged : { ...judged, forkOf: null };
  });
  const byId = new Map(exchanges.map((each) => [each.id, each]));
  const named = exchanges.flatMap(({ id, forkOf }): [string, string][] => (forkOf === null ? [] : [[id, forkOf]]));
  const recording: Recording = {
    name,
    format: "cassette",
    ids: [...byId.keys()],
    ...(named.length > 0 && { forkOf: new Map(named) }),
    load: (id) => {
      const exchange = byId.get(id);
      if (exchange === undefined) throw new Error(`${name} holds no exchange ${id}`);
      return exchange;
    },
  };
  return exchanges.some(({ request }) => mayContinue(request))
    ? loadedOnce(withContinuedRequests(recording))
    : recording;
}

function loadedOnce(recording: Recording): Recording {
  const loaded = new Map<string, Exchange>();
  const load = (id: string): Exchange => {
    const exchange = loaded.get(id) ?? recording.load(id);
    loaded.set(id, exchange);
    return exchange;
  };
  return { ...recording, load };
}
