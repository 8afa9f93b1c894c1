import type { ProviderCache } from "../../providers/provider.ts";
import type { LiveChoice } from "./live-endpoint.ts";
import type { SharedParents } from "./parents/shared-parents.ts";
import type { Slots } from "./rounds/slots.ts";
import type { Budget } from "./budget.ts";
import type { TranscriptRun } from "./transcripts/transcript-run.ts";

/** How `run --live` was asked for. */
export type LiveOptions = LiveChoice & {
  readonly spending: Budget;
  /** How often each live job runs, from 1. */
  readonly repeat: number;
  /** How many rounds run at once. */
  readonly slots: Slots;
  /** The parents that the jobs of the run share. */
  readonly parents: SharedParents;
  /** Where everything that was paid for is kept. */
  readonly transcripts: TranscriptRun | null;
  /** Whether an earlier process has begun them, and `transcripts` holds all that it paid for. */
  readonly resumes: boolean;
  /** Whether failed checks of live jobs fail the run. */
  readonly gates: boolean;
  /** The caches behind verdicts and expectations; by default those with a model. */
  readonly caches?: readonly ProviderCache[];
};
