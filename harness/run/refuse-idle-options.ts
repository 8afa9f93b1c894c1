import { modelledCaches } from "../cache-model/rules/rules-of.ts";
import type { ProviderCache } from "../providers/provider.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { LiveOptions } from "./live/live-options.ts";

/**
 * Refuses options that no selected job uses: a run that was to ask a provider, or to judge by other rules, must not pass because
 * it did neither.
 *
 * @throws HarnessError HX522
 */
export function refuseIdleOptions(
  selected: readonly Scenario[],
  { live, caches }: { readonly live: LiveOptions | null; readonly caches?: readonly ProviderCache[] | undefined },
): void {
  const jobs = selected.filter(({ skip }) => skip === null);
  const count = jobs.length === 1 ? "the one job that runs" : `the ${jobs.length} jobs that run`;
  if (live !== null && !jobs.some(asksProvider)) {
    throw idle(
      `--live changes nothing: of ${count}, none asks a real provider`,
      "leave out --live and its options, or select scenarios with `mode: live`",
    );
  }
  if (caches !== undefined && caches !== modelledCaches && jobs.every(({ kind }) => kind === "filter")) {
    throw idle(
      `--rules changes nothing: of ${count}, none uses cache rules`,
      "leave out --rules, or select scenarios that judge requests",
    );
  }
}

function asksProvider(scenario: Scenario): boolean {
  return scenario.kind === "fork" && scenario.provider.mode === "live";
}

function idle(what: string, fix: string): HarnessError {
  return new HarnessError({ code: "HX522", what, fix, exit: 2 });
}
