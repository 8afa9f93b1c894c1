import type { RecordedExchange } from "../cassette/recorded-exchange.ts";
import type { JsonObject } from "../kernel/json.ts";
import { importedExchange } from "./imported-exchange.ts";

export type Counted = NonNullable<RecordedExchange["counted"]>;

/** An exchange of which only the counters survive, spelled as the provider spells them. */
export function usageExchange(
  id: string,
  usage: JsonObject,
  startedAtMs: number | null,
  dialect: NonNullable<RecordedExchange["dialect"]>,
  counted: Counted,
): RecordedExchange {
  const response = { status: 200, headers: [], body: Buffer.alloc(0) };
  return importedExchange({ id, fidelity: "C", usage, startedAtMs, dialect, response, counted });
}
