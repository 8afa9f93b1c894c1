import type { BreakGate } from "../../kernel/break-gate.ts";
import { unansweredText } from "../../kernel/inspection/answered-requests.ts";
import { misuse } from "../misuse.ts";

/** @throws HarnessError HX543 where no request was compared with a parent */
export function refuseUncompared(caller: string, gate: BreakGate): void {
  if (gate.compared > 0) return;
  const fix = "check that parent and fork were sent through the same tape";
  throw misuse("HX543", `${caller}: no request was compared with a parent`, fix);
}

/** @throws HarnessError HX543 where no request was compared with a parent, or no answered one with an answered one */
export function refuseUnexamined(caller: string, gate: BreakGate): void {
  refuseUncompared(caller, gate);
  if (gate.answered > 0 || gate.breaks.some(({ origin }) => origin === "ours")) return;
  const fix = "read the responses: a request that was refused has written no cache entry";
  throw misuse("HX543", `${caller}: ${unansweredText(gate) ?? "no request was answered"}`, fix);
}
