import type { CounterSum } from "../../kernel/inspection/counter-timeline.ts";
import { formatCount, pluralize } from "../../kernel/text/format-count.ts";
import { usdText } from "../../kernel/text/usd-text.ts";

/** The rows of one report, each a sum over many requests, as texts. */
export type SumTable = {
  readonly source: string;
  readonly counts: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Says how many earlier rows are not listed; null if all are. */
  readonly earlier: string | null;
};

/** What sums cannot show. */
export const SUMS_LIMITS: string =
  "Each row sums many requests: it shows when the share of reads fell, not which request lost its prefix, nor why. ccusage session --id ID --json lists " +
  "single requests; forkproof record -- COMMAND records what is needed to name the cause.";

/** The last `most` rows. */
export function sumTable(source: string, sums: readonly CounterSum[], most: number): SumTable {
  const models = [...new Set(sums.flatMap((row) => row.models))];
  const earlier = sums.length - most;
  return {
    source,
    counts: [
      `${pluralize(sums.length, "row")} of a report`,
      models.length === 0 ? "models unknown" : models.join(", "),
    ].join(", "),
    heads: ["row", "requests", "prompt tokens", "read", "written", "paid"],
    rows: sums.slice(-most).map(textsOf),
    earlier: earlier > 0 ? `${pluralize(earlier, "earlier row")}: see --json` : null,
  };
}

function textsOf({ name, requests, prompt, read, written, usd }: CounterSum): readonly string[] {
  return [
    name,
    requests === null ? "?" : formatCount(requests),
    prompt === null ? "?" : formatCount(prompt),
    share(read, prompt),
    share(written, prompt),
    usd === null ? "?" : usdText(usd),
  ];
}

function share(part: number | null, whole: number | null): string {
  return part === null || whole === null || whole === 0 ? "?" : `${Math.round((100 * part) / whole)} %`;
}
