import type { Exchange } from "../kernel/exchange.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import { expectedOf } from "../scenario/expectations/expectation.ts";
import { providerReason } from "../scenario/expectations/provider-reason.ts";
import type { ForkScenario, PairScenario } from "../scenario/scenario.ts";
import { asksProvider } from "../verdict/ratio/provider-reason.ts";

/**
 * Checks that a scenario which expects a provider's own reason has a request that asks for it: the recorded fork of a pair, or
 * the parent whose body a strategy's fork continues. A live run asks by itself; a module, a command or a replay may.
 *
 * @throws HarnessError HX117 if no request asks
 */
export function checkProviderAsked(scenario: PairScenario | ForkScenario, recorded: Exchange | null): void {
  if (expectedOf(scenario.expect, providerReason) === null || recorded === null) return;
  if (scenario.kind === "fork" && !isSpliced(scenario)) return;
  if (asksProvider(recorded)) return;
  throw new HarnessError({
    code: "HX117",
    what: `\`expect.providerReason\` can never hold: request ${recorded.id} does not ask the provider why it misses`,
    where: scenario.place,
    fix: "choose a request with `diagnostics.previous_message_id` or `prompt_cache_options.comparison_response_id`, or remove the expectation",
    exit: 2,
  });
}

/** A fork of ours against the mocked provider sends its parent's parameters. */
function isSpliced({ fork, provider }: ForkScenario): boolean {
  return fork.subject.kind === "strategy" && provider.mode === "mock";
}
