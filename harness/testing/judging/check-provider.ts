import { modelledProviders } from "../../cache-model/rules/rules-of.ts";
import { nearestWord } from "../../kernel/text/nearest-word.ts";
import { describe, misuse } from "../misuse.ts";

/** @throws HarnessError HX541 for a provider whose cache is not modelled */
export function checkProvider(caller: string, provider: unknown): void {
  if (provider === undefined || modelledProviders.some((each) => each === provider)) return;
  const nearest = typeof provider === "string" ? nearestWord(provider, modelledProviders) : null;
  const fix = nearest === null ? `known providers: ${modelledProviders.join(", ")}` : `did you mean "${nearest}"?`;
  throw misuse("HX541", `${caller}: no cache rules for the provider ${describe(provider)}`, fix);
}
