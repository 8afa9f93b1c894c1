import type { MockFault } from "../../mock/script/fault.ts";
import { starredOut } from "../../verdict/hide-credentials.ts";
import { misuse } from "../misuse.ts";
import { faultsBehind, sourceOf } from "../tape/exchange-source.ts";
import { KeptExchanges } from "../tape/kept-exchanges.ts";
import { isExchange } from "./is-exchange.ts";

/** Faults behind a tape, a mocked provider or their exchanges; an inspection and a judgement do not know them. */
export function faultsOf(received: unknown): readonly MockFault[] {
  const holder = KeptExchanges.sourceOf(received);
  const kept = Array.isArray(received)
    ? received.flatMap((each) => (isExchange(each) ? (sourceOf(each) ?? []) : []))
    : [];
  return [...new Set(holder === null ? kept : [holder])].flatMap(faultsBehind);
}

/**
 * Where the agent and the script did not follow each other, requests are missing from the comparison: neither an assertion on all
 * of them nor its opposite can hold.
 *
 * @throws HarnessError HX543 with each fault and its fix
 */
export function refuseFaults(matcher: string, faults: readonly MockFault[]): void {
  if (faults.length === 0) return;
  throw misuse(
    "HX543",
    `${matcher}: not every request was foreseen, or not every step was asked for\n${faultsText(faults)}`,
    FIX,
  );
}

/** A path or a lane may hold a key. */
export function faultsText(faults: readonly MockFault[]): string {
  return faults.map(({ code, what, fix }) => starredOut(`  ${code} ${what} ${fix}\n`)).join("");
}

const FIX = "assert this after the agent has ended, on a mocked provider of this test's own";
