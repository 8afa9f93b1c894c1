import type { InspectedExchange, Inspection } from "../kernel/inspection.ts";
import type { Verdict } from "../kernel/judgement.ts";
import type { TextStyle } from "../kernel/text-style.ts";
import { exchangeLines } from "./exchange-lines.ts";
import { countOf, formatCount } from "./format-count.ts";
import { makeSheet, type Sheet } from "./sheet.ts";

/** Children of an exchange by its id, in recorded order. */
type Children = ReadonlyMap<string | null, readonly InspectedExchange[]>;

/**
 * A recording for a person, drawn as a graph: the main line runs straight down, everything else that continues an exchange
 * is drawn to the right of it.
 */
export function renderInspect({ exchanges }: Inspection, style: TextStyle): string {
  const sheet = makeSheet(style);
  const children: Children = Map.groupBy(exchanges, ({ parent }) => parent);
  const roots = children.get(null) ?? [];
  const lines = [...roots.flatMap((root) => [...lineOf(root, children, sheet), ""]), tally(exchanges)];
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

/** The line that begins with `first`, with all that branches off it. A loop, since a line may be thousands of turns long. */
function lineOf(first: InspectedExchange, children: Children, sheet: Sheet): readonly string[] {
  const lines: string[] = [];
  let exchange: InspectedExchange | undefined = first;
  while (exchange !== undefined) {
    const all: readonly InspectedExchange[] = children.get(exchange.id) ?? [];
    const next: InspectedExchange | undefined = all.find(
      ({ relation }) => relation === "turn" || relation === "compaction",
    );
    const branches = all.filter((child) => child !== next);
    const [title = "", ...details] = exchangeLines(exchange, { ...sheet, columns: sheet.columns - 2 });
    lines.push(`● ${title}`, ...railed(details, branches.length > 0 || next !== undefined));
    for (const [index, branch] of branches.entries()) {
      const goesOn = next !== undefined || index < branches.length - 1;
      const [head = "", ...rest] = lineOf(branch, children, { ...sheet, columns: sheet.columns - 2 });
      lines.push(`${goesOn ? "├─" : "└─"}${head}`, ...railed(rest, goesOn));
    }
    exchange = next;
  }
  return lines;
}

function railed(lines: readonly string[], goesOn: boolean): readonly string[] {
  return lines.map((line) => `${goesOn ? "│ " : "  "}${line}`);
}

function tally(exchanges: readonly InspectedExchange[]): string {
  const verdicts: readonly Verdict[] = ["byte-identical", "rendered-identical", "diverged", "not-comparable"];
  const continuing = exchanges.filter(({ parent }) => parent !== null);
  const counts = verdicts.flatMap((verdict) => {
    const count = continuing.filter((exchange) => exchange.verdict === verdict).length;
    return count === 0 ? [] : [`${formatCount(count)} ${verdict}`];
  });
  const told = [...counts, `${formatCount(exchanges.length - continuing.length)} continue none`];
  return `${countOf(exchanges.length, "exchange")}: ${told.join(", ")}`;
}
