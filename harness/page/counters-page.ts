import { version } from "../kernel/version.ts";
import type { PageCounters, PageData } from "./page-data.ts";
import type { PageSource } from "./recording-page.ts";

/** The page of a recording of which only counters survive: all that a page of requests holds is empty or unknown. */
export function countersPage(source: PageSource, counters: PageCounters): PageData {
  return {
    schema: "forkproof/page@1",
    version,
    source: source.name,
    judgeSource: source.judgeSource,
    isWhole: false,
    totals: {
      requests: 0,
      conversations: 0,
      damaged: 0,
      compared: 0,
      breaks: 0,
      suspected: 0,
      paidUsd: null,
      priced: 0,
      answered: 0,
      unpricedBreaks: 0,
      uncountedBreaks: 0,
      avoidableUsd: null,
      idleUsd: null,
      idleTokens: null,
      lostTokens: null,
      areEstimates: false,
    },
    incidents: [],
    counters,
    run: null,
    models: [],
    conversations: [],
    blocks: [],
    requests: [],
  };
}
