import { roundUsd, sum } from "../kernel/numbers.ts";
import type { FindingCode } from "../kernel/finding.ts";
import type { InspectedExchange, JudgedRecording } from "../kernel/inspection/inspection.ts";
import type { FixedExchange, WhatIf } from "../kernel/inspection/what-if.ts";

/** What a recording would have cost without the causes that were fixed when it was judged (`JudgeOptions.fixes`). */
export function whatIf({ exchanges, totals }: JudgedRecording, fixes: readonly FindingCode[] | null): WhatIf {
  const fixed = exchanges.flatMap(fixedExchange);
  const saved = fixed.flatMap(({ savesUsd }) => savesUsd ?? []);
  const savesUsd = saved.length === 0 && fixed.length > 0 ? null : roundUsd(sum(saved));
  const beforeUsd = totals.paidUsd;
  return {
    schema: "forkproof/what-if@1",
    fixes,
    exchanges: fixed,
    totals: {
      requests: exchanges.length,
      changed: fixed.length,
      savesTokens: sum(fixed.map(({ savesTokens }) => savesTokens)),
      beforeUsd,
      afterUsd: beforeUsd === null || savesUsd === null ? null : roundUsd(beforeUsd - savesUsd),
      savesUsd,
      areEstimates: exchanges.some(({ breakCost }) => breakCost?.fixed !== undefined && breakCost.grade !== "reported"),
    },
  };
}

function fixedExchange({ id, usd, breakCost }: InspectedExchange): readonly FixedExchange[] {
  const found = breakCost?.fixed;
  if (found === undefined) return [];
  const { savesTokens, savesUsd, ...fixed } = found;
  const afterUsd = usd === null || savesUsd === null ? null : roundUsd(usd - savesUsd);
  return [{ id, fixed, savesTokens, beforeUsd: usd, afterUsd, savesUsd }];
}
