import { formatCount, pluralize } from "../kernel/text/format-count.ts";
import { terminalSafe } from "../kernel/text/terminal-safe.ts";
import type { TextStyle } from "../kernel/text/text-style.ts";
import type { FixedExchange, WhatIf } from "../kernel/inspection/what-if.ts";
import { usdText } from "../kernel/text/usd-text.ts";
import { columnTable, plain } from "./tables/column-table.ts";
import { labelled, makeTextLayout } from "./tables/text-layout.ts";

/** What fixes would save, for a person: the sums, then the requests that would save most. */
export function renderWhatIf({ fixes, exchanges, totals }: WhatIf, style: TextStyle): string {
  const sheet = makeTextLayout(style);
  const { beforeUsd, afterUsd, changed, requests, areEstimates } = totals;
  const about = areEstimates ? "about " : "";
  const rows: readonly (readonly [label: string, text: string])[] = [
    ["fix", fixes === null ? "all causes of the client" : fixes.join(", ")],
    ["changes", `${formatCount(changed)} of ${pluralize(requests, "request")}`],
    ["before", beforeUsd === null ? "unknown" : usdText(beforeUsd)],
    ["after", afterUsd === null ? "unknown" : `${about}${usdText(afterUsd)}`],
    ["saves", savesText(totals, exchanges)],
  ];
  const lines = [
    ...rows.flatMap(([label, text]) => labelled(label, text, 9, sheet)),
    ...(exchanges.length === 0 ? [] : ["", ...table(exchanges, sheet)]),
  ];
  return terminalSafe(lines.map((line) => `${line.trimEnd()}\n`).join(""));
}

function savesText(
  { changed, savesUsd, savesTokens, areEstimates }: WhatIf["totals"],
  exchanges: readonly FixedExchange[],
): string {
  if (changed === 0) return "nothing: no request shows it";
  if (savesTokens === 0 && (savesUsd ?? 0) === 0)
    return exchanges.every(({ fixed }) => fixed.isWhole)
      ? "nothing so far: these requests read all that they could"
      : "nothing while the other causes of these requests stay";
  const about = areEstimates ? "about " : "";
  const usd = savesUsd === null ? "an unknown amount" : `${about}${usdText(savesUsd)}`;
  return `${usd}; ${about}${pluralize(savesTokens, "token")} more would be read from the cache`;
}

const MOST = 15;

/** Requests without a price are listed by their tokens, behind those with one. */
function worthOf({ savesUsd, savesTokens }: FixedExchange): number {
  return savesUsd ?? savesTokens * LESS_THAN_ANY_PRICE;
}

const LESS_THAN_ANY_PRICE = 1e-12;

function table(exchanges: readonly FixedExchange[], sheet: ReturnType<typeof makeTextLayout>): readonly string[] {
  const dearest = exchanges.toSorted((one, other) => worthOf(other) - worthOf(one)).slice(0, MOST);
  const shown = new Set(dearest);
  const money = (usd: number | null): string => (usd === null ? "?" : usdText(usd));
  const rows = exchanges.flatMap((each) =>
    shown.has(each)
      ? [
          [
            plain(each.id),
            plain(each.fixed.codes.join(" ")),
            plain(formatCount(each.savesTokens)),
            ...[each.beforeUsd, each.afterUsd, each.savesUsd].map((usd) => plain(money(usd))),
          ],
        ]
      : [],
  );
  const columns = [
    { head: "request", align: "left" },
    { head: "fixed", align: "left" },
    ...["tokens", "before", "after", "saves"].map((head) => ({ head, align: "right" }) as const),
  ] as const;
  const more = exchanges.length - rows.length;
  return [
    ...columnTable(columns, 0, rows, sheet),
    ...(more === 0 ? [] : [sheet.paint.faint(`and ${formatCount(more)} more, which save less: --json lists them`)]),
  ];
}
