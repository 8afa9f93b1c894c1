import { exchangeUsageFault } from "../../wires/shared/usage/exchange-usage-fault.ts";
import { holdsTokens, mostTokens } from "../../wires/shared/usage/most-tokens.ts";
import type { Layout } from "../../kernel/layout.ts";
import type { ResponseFacts, ResponseWithUsage } from "../reading/read-answered.ts";
import { formatCount } from "../../kernel/text/format-count.ts";

/** The parts of a request and its answer that show whether its counters are possible. */
export type CountedExchange = {
  readonly layout: Layout;
  readonly exchange: ResponseWithUsage;
  readonly answered: () => ResponseFacts;
};

/**
 * Why the counters of an exchange are impossible: they contradict themselves, the request, or the rest of the recording. Computed
 * once for an exchange.
 */
export function usageContradiction(counted: CountedExchange): string | null {
  const { exchange } = counted;
  const known = said.get(exchange);
  if (known !== undefined) return known;
  const found = contradictionOf(counted);
  said.set(exchange, found);
  return found;
}

const said = new WeakMap<ResponseWithUsage, string | null>();

function contradictionOf({ layout, exchange, answered }: CountedExchange): string | null {
  const { usage, isOnePrompt } = answered();
  if (usage === null) return null;
  const fault = exchangeUsageFault(layout.dialect, exchange);
  if (fault !== null) return `the counters contradict themselves: ${fault}`;
  const { read, write, fresh } = usage;
  if (isOnePrompt && read !== null && !holdsTokens(layout.body, read)) {
    const most = mostTokens(layout.body) ?? 0;
    return `the counters contradict the request: ${formatCount(read)} tokens read, where it cannot have more than ${formatCount(most)}`;
  }
  if (isOnePrompt && read === 0 && fresh === 0 && (write ?? 0) === 0 && layout.units.length > 0)
    return `the counters contradict the request: 0 tokens of a prompt of ${formatCount(layout.body.length)} bytes`;
  if (fresh === null || fresh >= 0) return null;
  const cached = (read ?? 0) + (write ?? 0);
  return `the counters contradict themselves: ${formatCount(cached)} tokens read and written of a prompt of ${formatCount(cached + fresh)}`;
}
