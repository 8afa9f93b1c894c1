import type { CounterTimeline } from "../../kernel/inspection/counter-timeline.ts";
import type { PageCounters } from "../../page/page-data.ts";
import { countedText } from "./counted-text.ts";
import { counterTexts } from "./counter-texts.ts";
import { SUMS_LIMITS, sumTable } from "./sum-table.ts";

const SHOWN = { sessions: 200, rows: 100 };

/** A timeline by counters as the HTML report shows it. */
export function pageCounters(timeline: CounterTimeline): PageCounters {
  const { sums } = timeline;
  const { sessions, more, limits } = counterTexts(timeline, SHOWN);
  return {
    counted: countedText(timeline),
    sessions,
    tables: [...Map.groupBy(sums, ({ source }) => source)].map(([source, rows]) => sumTable(source, rows, SHOWN.rows)),
    notes: [...(more === null ? [] : [more]), ...(sums.length === 0 ? [] : [SUMS_LIMITS]), ...limits],
  };
}
