import { sum } from "../../../kernel/numbers.ts";
import { type JsonObject, isJsonObject, recordAt } from "../../../kernel/json.ts";
import type { ResponseBody } from "./response-documents.ts";
import { usagesIn } from "./usages-in.ts";

/** Why the counters of a response cannot be true; null where nothing speaks against them. Each object is held to itself. */
export function responseUsageFault(response: ResponseBody): string | null {
  return (
    usagesIn(response)
      .map((usage) => usageFault(usage))
      .find((fault) => fault !== null) ?? null
  );
}

/** The same of one usage object, whichever wire it is of. */
export function usageFault(usage: JsonObject): string | null {
  return countFault(usage) ?? splitFault(usage);
}

/** No model takes or writes a thousandth of so many tokens at once. */
const MOST = 1e9;

/** A count of tokens is a whole number, not below 0, and of a size that a prompt can have. */
function countFault(usage: JsonObject): string | null {
  for (const [name, value] of Object.entries(usage)) {
    const fault = isJsonObject(value) ? countFault(value) : null;
    if (fault !== null) return fault;
    const isCount = typeof value === "number" && /tokens$|TokenCount$/i.test(name);
    if (isCount && !(Number.isInteger(value) && value >= 0 && value <= MOST)) return `${name} is ${value}`;
  }
  return null;
}

/** Anthropic splits what it wrote by lifetime; the parts are the whole (harness/providers/FACTS.md#anthropic-prefix). */
function splitFault(usage: JsonObject): string | null {
  const total = usage["cache_creation_input_tokens"];
  const split = Object.values(recordAt(usage, "cache_creation")).filter((part) => typeof part === "number");
  const whole = sum(split);
  if (typeof total !== "number" || split.length === 0 || whole === total) return null;
  return `cache_creation_input_tokens is ${total}, and its parts add up to ${whole}`;
}
