import { modelledProviders } from "../cache-model/rules/rules-of.ts";
import { nearestWord } from "../kernel/text/nearest-word.ts";
import { type Invocation, valueOf } from "./command.ts";
import { usageError } from "./usage-error.ts";

/**
 * The provider whose cache rules `--provider` names; null without it.
 *
 * @throws HarnessError HX503 for a provider whose cache is not modelled
 */
export function providerOption(invocation: Invocation): string | null {
  const provider = valueOf(invocation, "provider");
  if (provider === null || modelledProviders.includes(provider)) return provider;
  const nearest = nearestWord(provider, modelledProviders);
  const fix = nearest === null ? `known here: ${modelledProviders.join(", ")}` : `did you mean ${nearest}?`;
  throw usageError("HX503", `no cache rules for the provider ${provider}`, fix);
}
