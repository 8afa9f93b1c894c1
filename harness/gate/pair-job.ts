import { warnOfLowRatio, warnOfUnexplainedMiss, recordedFirstTurn } from "../checks/pairs/first-turns.ts";
import { breakOrigin } from "../kernel/breaks/break-origin.ts";
import { type Finding, type FindingCode, isBreak } from "../kernel/finding.ts";
import type { Verdict } from "../kernel/judgement.ts";
import type { JobResult, PlacedCheck } from "../kernel/run-result.ts";
import type { AcceptedBreak } from "./gate-config.ts";
import type { PairGroup, SeenPair } from "./pair-groups.ts";

/** Pairs with one id as one job: every break counts, and the worst pair is shown. */
export function pairJob({ place, pairs }: PairGroup, accept: readonly AcceptedBreak[]): JobResult {
  const { conversation, turn, asks } = place;
  const variant = { turn, ...(asks !== null && { asks }) };
  const worst = pairs.toSorted((one, other) => badness(other, accept) - badness(one, accept))[0]?.judgement ?? null;
  const checks = [prefixCheck(pairs, accept), ...parentCheck(pairs, accept)];
  return {
    id: `${conversation} [${Object.entries(variant)
      .map(([axis, value]) => `${axis}=${value}`)
      .join(", ")}]`,
    scenario: conversation,
    file: GATE_FILE,
    place: null,
    kind: "pair",
    tags: [],
    variant,
    outcome: { status: checks.every(({ status }) => status === "passed") ? "passed" : "failed" },
    checks,
    judgements: worst === null ? [] : [worst],
    forks: [],
    warnings: pairs.flatMap(({ judgement, standing }) => {
      if (judgement === null) return [];
      return standing === "branch" ? warnOfLowRatio(recordedFirstTurn(judgement)) : warnOfUnexplainedMiss(judgement);
    }),
  };
}

/** No scenario describes a pair of a gate. */
export const GATE_FILE = "gate";

/** Whether a request has a break that the client could have prevented, accepted or not. */
export function breaksOfOurs({ exchange, standing }: SeenPair): readonly Finding[] {
  return exchange.findings.filter((finding) => isBreak(finding) && breakOrigin(finding.code, standing) === "ours");
}

/** Codes of a pair that an accepted break may name: of causes of any origin, and of suspected ones. */
export function codesOf({ exchange: { findings, suspected } }: SeenPair): readonly FindingCode[] {
  return [...findings.filter(isBreak).map(({ code }) => code), ...suspected];
}

function prefixCheck(pairs: readonly SeenPair[], accept: readonly AcceptedBreak[]): PlacedCheck {
  const failing = new Set<string>();
  const others = new Set<string>();
  for (const pair of pairs) {
    for (const finding of pair.exchange.findings.filter(isBreak)) {
      const origin = breakOrigin(finding.code, pair.standing);
      const text = `${finding.code} ${finding.slug} at ${finding.pointer ?? finding.segment}`;
      const accepted = accept.find(({ code }) => code === finding.code);
      if (accepted !== undefined) others.add(`${text}, accepted: ${accepted.reason}`);
      else if (origin !== "ours") others.add(`${text}, ${origin === "provider" ? "by the provider" : "expected"}`);
      else failing.add(pair.judgement === null ? `${text}: ${finding.observed}. ${finding.fix}` : text);
    }
  }
  return {
    check: "prefix",
    place: null,
    status: failing.size === 0 ? "passed" : "failed",
    expected: "no break that the client can prevent",
    observed: [...failing, ...others].join("; ") || "no break",
    examined: { count: pairs.length, what: pairs.length === 1 ? "pair" : "pairs" },
  };
}

/** Present if another request may be the parent, and the prefix would then be broken, or if a note may explain a read of 0. */
function parentCheck(pairs: readonly SeenPair[], accept: readonly AcceptedBreak[]): readonly PlacedCheck[] {
  const doubted = pairs.filter(({ exchange }) => exchange.suspected.length > 0);
  if (doubted.length === 0) return [];
  const told = doubted.map((pair) => {
    const { id, parent, alternatives, suspected } = pair.exchange;
    const others = alternatives.map((each) => each.parent).join(" or ");
    const otherwise =
      others === ""
        ? `may explain that request ${id} read 0`
        : `if request ${id} continues ${others} instead of ${parent ?? "beginning a conversation"}`;
    const reasons = accept.filter(({ code }) => suspected.includes(code)).map(({ reason }) => reason);
    const isAccepted = unaccepted(suspected, accept).length === 0;
    const end = isAccepted
      ? `, accepted: ${[...new Set(reasons)].join("; ")}`
      : others === ""
        ? "; send what its parent sent, or accept the code"
        : "; name its lane in the header x-forkproof-lane, or accept the code";
    return {
      isAccepted,
      text: `${suspected.join(" and ")} ${otherwise}${end}`,
    };
  });
  return [
    {
      check: "parent",
      place: null,
      status: told.every(({ isAccepted }) => isAccepted) ? "passed" : "failed",
      expected: "no possible break",
      observed: told.map(({ text }) => text).join("; "),
      examined: { count: doubted.length, what: doubted.length === 1 ? "pair" : "pairs" },
    },
  ];
}

function unaccepted(codes: readonly FindingCode[], accept: readonly AcceptedBreak[]): readonly FindingCode[] {
  return codes.filter((code) => !accept.some((each) => each.code === code));
}

const WORST_LAST: readonly Verdict[] = ["byte-identical", "rendered-identical", "not-comparable", "diverged"];

/** Greater is worse: an open break first, then the verdict, then the lost tokens. */
function badness(pair: SeenPair, accept: readonly AcceptedBreak[]): number {
  const { judgement } = pair;
  const isOpen =
    unaccepted(
      breaksOfOurs(pair).map(({ code }) => code),
      accept,
    ).length > 0;
  const lost = judgement?.breakCost?.lostTokens ?? 0;
  return (isOpen ? 1e12 : 0) + WORST_LAST.indexOf(judgement?.verdict ?? "byte-identical") * 1e10 + lost;
}
