import type { ProviderRules } from "../../providers/rules/cache-rules.ts";
import { streamEvents } from "../../wires/shared/usage/event-stream.ts";
import { readError } from "../../wires/read-error.ts";
import type { RecordedResponse } from "../../kernel/exchange.ts";

/** Whether a failed request left an entry in the cache: `nothing`, or unknown. */
export type StoreOutcome = { readonly is: "nothing" | "unknown"; readonly because: string };

/**
 * The facts about a parent whose answer never began; null for an answered one, and without a recorded response. An entry can be
 * read from the first byte of the answer on (harness/providers/FACTS.md#anthropic-prefix), so a stream that was cut after it has
 * written. Caches that keep whatever was computed promise nothing: a request that failed on the server's side may have left an
 * entry.
 */
export function storedNothing(response: RecordedResponse | null, { engine }: ProviderRules): StoreOutcome | null {
  if (response === null || !(response.status >= 400 || beginsWithError(response))) return null;
  const { status, type } = readError(response) ?? { status: response.status, type: null };
  const failed = `the parent failed (${type === null ? status : `${status} ${type}`})`;
  return engine === "shared-prefix" && !(status >= 400 && status < 500)
    ? { is: "unknown", because: `${failed}: whether anything of it was stored is unknown` }
    : { is: "nothing", because: `${failed} before an answer began: nothing of it was stored` };
}

/** A stream may be opened with success and say an error first. */
function beginsWithError({ body }: RecordedResponse): boolean {
  const [first] = streamEvents(body.toString("utf8", 0, HEAD));
  return first !== undefined && (first.name === "error" || ERROR_DATA.test(first.data));
}

/** Enough for comments before the first event, and for the beginning of its data. */
const HEAD = 1000;

const ERROR_DATA = /^\s*\{\s*"(?:type"\s*:\s*"error"|error"\s*:\s*\{)/;
