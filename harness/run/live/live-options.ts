import type { ProviderCache } from "../../providers/provider.ts";
import type { LiveChoice } from "./live-endpoint.ts";
import type { Spending } from "./spending.ts";

/** How `run --live` was asked for. */
export type LiveOptions = LiveChoice & {
  readonly spending: Spending;
  /** How often each live job runs, from 1. */
  readonly repeat: number;
  /** Whether failed checks of live jobs fail the run. */
  readonly gates: boolean;
  /** The caches behind verdicts and expectations; by default those with a model. */
  readonly caches?: readonly ProviderCache[];
};
