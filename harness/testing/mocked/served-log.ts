import { keptHeaders } from "../../cassette/format/kept-headers.ts";
import { keptPath } from "../../cassette/format/kept-path.ts";
import { laneParents } from "../../cassette/lines/lane-parents.ts";
import { askedCacheHeader } from "../../kernel/lane/asked-cache.ts";
import type { RecordedExchange } from "../../cassette/recorded-exchange.ts";
import type { MockProvider, ServedExchange } from "../../mock/mock-provider.ts";
import type { TapeLog } from "../tape/tape-log.ts";

/** What a mocked provider served, as a tape keeps it. An exchange that has not changed is the same object again. */
export function servedLog(provider: Pick<MockProvider, "served">): Pick<TapeLog, "exchanges" | "isComputed"> {
  const known = new Map<string, LoggedExchange>();
  return {
    isComputed: () => true,
    exchanges: () => {
      const served = provider.served();
      const parents = laneParents(
        served.map(({ exchange, lane, follows }, at) => ({
          ...exchange,
          status: exchange.response?.status ?? null,
          served: { provider: 0, number: at + 1, lane, follows },
        })),
      );
      return served.map((each) => {
        const { id, response } = each.exchange;
        const state = `${each.outcome} ${response?.body.length ?? -1} ${parents.get(id) ?? ""}`;
        const before = known.get(id);
        if (before?.state === state) return before.exchange;
        const exchange = recordedOf(each, parents.get(id) ?? null);
        known.set(id, { state, exchange });
        return exchange;
      });
    },
  };
}

type LoggedExchange = { readonly state: string; readonly exchange: RecordedExchange };

function recordedOf({ exchange, asked, outcome }: ServedExchange, forkOf: string | null): RecordedExchange {
  return {
    ...exchange,
    forkOf,
    path: keptPath(exchange.path),
    headers: [...keptHeaders(exchange.headers), askedCacheHeader(asked)],
    dialect: null,
    provider: null,
    usage: null,
    chunks: null,
    socket: null,
    outcome: outcome === "open" ? null : outcome,
    redacted: null,
    encoded: { request: null, response: null },
  };
}
