import { ruleFault, type LocateKey } from "./rule-file-fault.ts";
import { modelledCaches } from "./rules-of.ts";

/** Before the first of the modelled caches was there. */
const EARLIEST = "2023-01";

/** The year and month since when a cache's rules are true: one that exists, and that has come. */
export function checkDate(asOf: unknown, nowMs: number, at: LocateKey): string {
  const fix = 'say when this was true: "asOf": "2026-11"';
  if (asOf === undefined) throw ruleFault(at(), "asOf is missing", fix);
  if (typeof asOf !== "string" || !/^\d{4}-(?:0[1-9]|1[0-2])$/.test(asOf)) {
    throw ruleFault(at("asOf"), `asOf is ${JSON.stringify(asOf)}, not a year and a month`, fix);
  }
  if (asOf < EARLIEST) {
    throw ruleFault(at("asOf"), `asOf is "${asOf}", when no provider had a prompt cache`, fix);
  }
  const latest = latestMonth(nowMs);
  if (asOf <= latest) return asOf;
  throw ruleFault(
    at("asOf"),
    `asOf is "${asOf}", which has not come yet`,
    `say when this was true, ${latest} at the latest`,
  );
}

/** A clock that stands behind our own rules is wrong. */
function latestMonth(nowMs: number): string {
  const months = [new Date(nowMs).toISOString().slice(0, 7), ...modelledCaches.map(({ rules }) => rules.asOf)];
  return months.toSorted().at(-1) ?? "";
}
