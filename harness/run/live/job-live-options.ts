import { environmentVariable } from "../../io/process.ts";
import type { LiveOptions } from "./live-options.ts";
import { SharedParents } from "./parents/shared-parents.ts";
import { Slots } from "./rounds/slots.ts";
import { type Ledger, sharedSpending } from "./shared-spending.ts";
import { Spending } from "./spending.ts";
import { transcriptsIn } from "./transcripts/transcript-run.ts";

/** How live jobs run in a process that is not the run's own. */
export type LiveSettings = {
  readonly baseUrl: string | null;
  /** In USD; null without a limit. */
  readonly maxUsd: number | null;
  readonly repeat: number;
  readonly gates: boolean;
  /** The folder of transcripts, from the working folder of that process. */
  readonly transcripts: string;
};

/** The options of live jobs in this process. Its rounds run one after the other: several processes run at once. */
export function jobLiveOptions(settings: LiveSettings, ledger: Ledger): LiveOptions {
  const { baseUrl, maxUsd, repeat, gates, transcripts } = settings;
  return {
    baseUrl,
    environment: environmentVariable,
    spending: maxUsd === null ? new Spending(null) : sharedSpending(ledger, maxUsd),
    repeat,
    slots: new Slots(1),
    // Each process sends its parents once. A job's own transcript holds the parent that its rounds fork.
    parents: new SharedParents(null),
    transcripts: transcriptsIn(transcripts),
    resumes: false,
    gates,
  };
}
