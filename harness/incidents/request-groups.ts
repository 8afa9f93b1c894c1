import { isBreak } from "../kernel/finding.ts";
import { roundUsd, sum } from "../kernel/numbers.ts";
import { byOrigin } from "../kernel/breaks/avoidable.ts";
import type { InspectedExchange } from "../kernel/inspection/inspection.ts";
import type { RequestGroup } from "../kernel/inspection/request-group.ts";
import { sumUsage } from "./sum-usage.ts";

/** Requests grouped by a value, in the order in which the values first appear: a deploy shows itself as a new value of a header. */
export function requestGroups(
  exchanges: readonly InspectedExchange[],
  valueOf: (exchange: InspectedExchange) => string | null,
): readonly RequestGroup[] {
  return [...Map.groupBy(exchanges, valueOf)].map(([value, all]) => groupOf(value, all));
}

function groupOf(value: string | null, all: readonly InspectedExchange[]): RequestGroup {
  const times = all.flatMap(({ startedAt }) => startedAt ?? []).sort();
  const costs = all.flatMap(({ breakCost }) => breakCost ?? []);
  const ours = costs.flatMap((cost) =>
    cost.usd === null ? [] : [byOrigin(cost, cost.usd, ({ savesUsd }) => savesUsd ?? 0).ours],
  );
  return {
    value,
    requests: all.length,
    conversations: new Set(all.map(({ conversation }) => conversation)).size,
    from: times[0] ?? null,
    to: times.at(-1) ?? null,
    breaks: all.filter(isBroken).length,
    ...sumUsage(all),
    oursUsd: ours.length === 0 && costs.length > 0 ? null : roundUsd(sum(ours)),
  };
}

function isBroken({ findings }: InspectedExchange): boolean {
  return findings.some(isBreak);
}
