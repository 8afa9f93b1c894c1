import type { BreakGate } from "../../kernel/break-gate.ts";
import { unmasked } from "../../kernel/breaks/unmasked.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import type { InspectedExchange, Inspection } from "../../kernel/inspection/inspection.ts";
import { gateLine } from "../../report/lines/gate-line.ts";
import { renderJudgement } from "../../report/render-judgement.ts";
import { renderInspect } from "../../report/render-inspect.ts";
import { breakGate } from "../../verdict/break-gate.ts";
import { judge } from "../judging/judge.ts";
import { refuseUncompared } from "../judging/refuse-unexamined.ts";
import { faultsOf, faultsText, refuseFaults } from "../judging/script-faults.ts";
import { checkOptions, describe, misuse } from "../misuse.ts";
import { checkCode, type FindingName } from "./check-code.ts";
import { type MatcherResult, type MatcherState, PLAIN } from "./matcher.ts";
import { keptBy, readInspection } from "./received.ts";

export type NoBreaksOptions = {
  /** Codes or slugs of breaks that are intended. */
  readonly accept?: readonly FindingName[];
};

/** Whether no turn and no fork of a tape breaks its parent's prefix: the gate of `forkproof inspect --fail-on-break`. */
export function toHaveNoCacheBreaks(
  state: MatcherState,
  received: unknown,
  options: NoBreaksOptions = {},
): MatcherResult {
  checkOptions("toHaveNoCacheBreaks", options, ["accept"]);
  const accepted = checkAccepted("toHaveNoCacheBreaks", options.accept ?? []);
  const inspection = readInspection("toHaveNoCacheBreaks", received);
  const gate = breakGate(inspection.exchanges.map((each) => withoutAccepted(each, accepted)));
  refuseNothing(gate, state.isNot === true);
  const faults = faultsOf(received);
  if (gate.passed || state.isNot === true) refuseFaults("toHaveNoCacheBreaks", faults);
  const wanted = state.isNot === true ? "expected a cache break" : "expected no cache break";
  const message = (): string =>
    `${wanted}: ${gateLine(gate).trim()}\n\n${breaksText(inspection, gate, keptBy(received))}${faultsText(faults)}`;
  return { pass: gate.passed, message };
}

/** The tree of requests with every finding, the first break in full if its exchanges are at hand, and the line of the gate. */
export function breaksText(inspection: Inspection, gate: BreakGate, kept: readonly Exchange[]): string {
  const tree = renderInspect(inspection, PLAIN, "folded");
  const first = gate.breaks.find(({ origin }) => origin === "ours");
  const parentId = inspection.exchanges.find(({ id }) => id === first?.id)?.parent;
  const [parent, child] = [parentId, first?.id].map((id) => kept.find((each) => each.id === id));
  const pair =
    parent === undefined || child === undefined ? "" : `${renderJudgement(judge({ parent, child }), PLAIN)}\n`;
  return `${tree}\n${pair}${gateLine(gate)}`;
}

/** @throws HarnessError HX541 for a value that is not a list of codes */
export function checkAccepted(caller: string, codes: unknown): ReadonlySet<unknown> {
  if (Array.isArray(codes)) return new Set(codes.map((code) => checkCode(caller, code)));
  throw misuse("HX541", `${caller} takes a list of codes, not ${describe(codes)}`, 'write ["CB202"]');
}

/** An exchange as if the accepted codes had not been found. */
export function withoutAccepted(exchange: InspectedExchange, accepted: ReadonlySet<unknown>): InspectedExchange {
  if (accepted.size === 0) return exchange;
  const isOpen = (code: unknown): boolean => !accepted.has(code);
  return {
    ...exchange,
    findings: unmasked(exchange.findings, (code) => accepted.has(code)).filter(({ code }) => isOpen(code)),
    suspected: exchange.suspected.filter(isOpen),
  };
}

/** Where nothing was compared neither the assertion nor its opposite can hold. */
function refuseNothing(gate: BreakGate, isNot: boolean): void {
  refuseUncompared("toHaveNoCacheBreaks", gate);
  const hasBreak = gate.breaks.some(({ origin }) => origin === "ours");
  if (isNot && !gate.passed && !hasBreak) {
    const fix = "name the parents: expect(inspect(tape, { parentOf }))";
    throw misuse("HX543", `not.toHaveNoCacheBreaks: no break is certain. ${gateLine(gate).trim()}`, fix);
  }
}
