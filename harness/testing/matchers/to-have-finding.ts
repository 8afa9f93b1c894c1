import { renderInspect } from "../../report/render-inspect.ts";
import { renderJudgement } from "../../report/render-judgement.ts";
import { answeredPairs } from "../../kernel/inspection/answered-requests.ts";
import { faultsOf, refuseFaults } from "../judging/script-faults.ts";
import { misuse } from "../misuse.ts";
import { codesMeant } from "./check-code.ts";
import { type MatcherResult, type MatcherState, PLAIN } from "./matcher.ts";
import { type Received, readReceived } from "./received.ts";
import { refuseUnanswered } from "./refuse-unanswered.ts";

/** Whether a finding has this code or slug. The code may be an asymmetric matcher, such as `expect.stringMatching(/^CB2/)`. */
export function toHaveFinding(state: MatcherState, received: unknown, code: unknown): MatcherResult {
  const wanted = codesMeant("toHaveFinding", code, state);
  const read = readReceived("toHaveFinding", received);
  const codes = codesOf(read);
  const pass = codes.some((each) => wanted.has(each));
  // A request that was not answered may be the one with the finding.
  if (state.isNot === true) refuseFaults("toHaveFinding", faultsOf(received));
  // A refusal has findings that explain it. That others are missing shows nothing.
  if (state.isNot === true && !pass) refuseSilence(read);
  const found = codes.length === 0 ? "no finding" : [...new Set(codes)].join(", ");
  const named = typeof code === "string" ? [...wanted].join() : String(code);
  const not = state.isNot === true ? "not " : "";
  return { pass, message: () => `expected ${not}to find ${named}; found ${found}\n\n${textOf(read)}` };
}

function codesOf(read: Received): readonly string[] {
  if (read.kind === "judgement") return read.judgement.findings.map(({ code }) => code);
  const { exchanges } = read.inspection;
  if (exchanges.some(({ parent, verdict }) => parent !== null && verdict !== "not-comparable")) {
    return exchanges.flatMap(({ findings }) => findings.map(({ code }) => code));
  }
  const fix = "check that parent and fork were sent through the same tape";
  throw misuse("HX543", "toHaveFinding: no request was compared with a parent", fix);
}

function refuseSilence(read: Received): void {
  if (read.kind === "judgement") {
    if (read.pair !== null) refuseUnanswered("not.toHaveFinding", read.pair);
    return;
  }
  if (answeredPairs(read.inspection.exchanges).length > 0) return;
  const fix =
    "check why the requests were not answered; a test of an agent needs a provider that answers, such as mockProvider";
  throw misuse("HX543", "not.toHaveFinding: no answered request was compared with an answered one", fix);
}

export function textOf(read: Received): string {
  return read.kind === "judgement"
    ? renderJudgement(read.judgement, PLAIN)
    : renderInspect(read.inspection, PLAIN, "folded");
}
