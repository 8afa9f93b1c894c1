import type { FindingCode } from "../kernel/finding.ts";
import type { InspectedExchange, JudgedRecording } from "../kernel/inspection/inspection.ts";
import type { FixedExchange, WhatIf } from "../kernel/inspection/what-if.ts";

/** What a recording would have cost without the causes that were fixed when it was judged (`JudgeOptions.fixes`). */
export function whatIf({ exchanges, totals }: JudgedRecording, fixes: readonly FindingCode[] | null): WhatIf {
  const fixed = exchanges.flatMap(fixedExchange);
  const saved = fixed.flatMap(({ savesUsd }) => savesUsd ?? []);
  const savesUsd = saved.length === 0 && fixed.length > 0 ? null : rounded(saved.reduce((sum, usd) => sum + usd, 0));
  const beforeUsd = totals.paidUsd;
  return {
    schema: "forkproof/what-if@1",
    fixes,
    exchanges: fixed,
    totals: {
      requests: exchanges.length,
      changed: fixed.length,
      savesTokens: fixed.reduce((sum, { savesTokens }) => sum + savesTokens, 0),
      beforeUsd,
      afterUsd: beforeUsd === null || savesUsd === null ? null : rounded(beforeUsd - savesUsd),
      savesUsd,
      areEstimates: exchanges.some(({ breakCost }) => breakCost?.fixed !== undefined && breakCost.grade !== "reported"),
    },
  };
}

function fixedExchange({ id, usd, breakCost }: InspectedExchange): readonly FixedExchange[] {
  const found = breakCost?.fixed;
  if (found === undefined) return [];
  const { savesTokens, savesUsd, ...fixed } = found;
  const afterUsd = usd === null || savesUsd === null ? null : rounded(usd - savesUsd);
  return [{ id, fixed, savesTokens, beforeUsd: usd, afterUsd, savesUsd }];
}

/** To a billionth of a dollar: what is behind it is the machine's. */
function rounded(usd: number): number {
  return Number(usd.toFixed(9));
}
