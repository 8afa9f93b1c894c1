import type { ProviderRules } from "../../providers/rules/cache-rules.ts";
import { readError } from "../../wires/read-error.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import { whyUnanswered } from "./why-unanswered.ts";

/** Whether a failed request left an entry in the cache: `nothing`, or unknown. */
export type StoreOutcome = { readonly is: "nothing" | "unknown"; readonly because: string };

/**
 * The facts about a parent whose answer never began; null for an answered one, and without a recorded response. An entry can be
 * read from the first byte of the answer on (harness/providers/FACTS.md#anthropic-prefix), so a stream that was cut after it has
 * written. Caches that keep whatever was computed promise nothing: a request that failed on the server's side may have left an
 * entry.
 */
export function storedNothing(
  parent: Pick<Exchange, "response" | "outcome">,
  { engine }: ProviderRules,
): StoreOutcome | null {
  const why = whyUnanswered(parent);
  if (why === null) return null;
  const { response } = parent;
  if (why === "unreachable") return { is: "nothing", because: "the parent's request did not reach the provider" };
  if (why === "no-answer" || response === null)
    return { is: "unknown", because: "the parent was not answered: whether anything of it was stored is unknown" };
  const { status, type } = readError(response) ?? { status: response.status, type: null };
  const failed = `the parent failed (${type === null ? status : `${status} ${type}`})`;
  return engine === "shared-prefix" && !(status >= 400 && status < 500)
    ? { is: "unknown", because: `${failed}: whether anything of it was stored is unknown` }
    : { is: "nothing", because: `${failed} before an answer began: nothing of it was stored` };
}
