import { mayContinue, withContinuedRequests } from "../../cassette/with-continued-requests.ts";
import { breakOrigin } from "../../kernel/breaks/break-origin.ts";
import type { Exchange, Recording } from "../../kernel/exchange.ts";
import { type Finding, isBreak } from "../../kernel/finding.ts";
import { once } from "../../kernel/memo/once.ts";
import type { Judgement } from "../../kernel/judgement.ts";
import { priceJudgements } from "../../money/price-judgements.ts";
import { judge } from "../../verdict/judge.ts";
import { judgeRecording, type JudgeOptions } from "../../verdict/recording/judge-recording.ts";
import type { JudgedPair } from "./keep-evidence.ts";

/** A conversation of a run: its answered requests in the order of sending, and the request that its first one forks, if any. */
export type Conversation = { readonly forks: Exchange | null; readonly requests: readonly Exchange[] };

export type TurnRules = Pick<JudgeOptions, "provider" | "caches">;

/**
 * Turns behind the first request of their conversation that break the prefix of an earlier one. Which request a turn continues, and which
 * breaks are the client's, is decided as in a recorded session. A fork need not store what it adds: a breakpoint that stays where its
 * parent had it does not count while the parent's entry is read.
 */
export async function brokenTurns(
  conversations: readonly Conversation[],
  rules: TurnRules,
): Promise<readonly JudgedPair[]> {
  const broken = conversations.flatMap((each) => brokenIn(each, rules));
  const judgements = await priceJudgements(broken.map(({ judgement }) => judgement));
  return broken.map((pair, at) => ({ ...pair, judgement: judgements[at] ?? pair.judgement }));
}

function brokenIn({ forks, requests }: Conversation, rules: TurnRules): readonly JudgedPair[] {
  const byId = new Map(requests.map((each) => [each.id, each]));
  const judgements = new Map<string, Judgement>();
  const judging = judgeRecording(asRecording(byId), { ...rules, passesBroken: true });
  let step = judging.next();
  // An exchange whose parent shows itself later is given again: the last word counts.
  for (; step.done !== true; step = judging.next()) {
    const { exchange, read } = step.value;
    if (read?.judgement) judgements.set(exchange.id, { ...read.judgement, findings: read.findings });
  }
  return [...step.value].flatMap(([id, { parent: before, relation }]) => {
    const [judgement, parent, child] = [judgements.get(id), byId.get(before ?? ""), byId.get(id)];
    if (judgement === undefined || parent === undefined || child === undefined) return [];
    const readsParent = once(
      () => forks !== null && !judge({ ...rules, parent: forks, child }).findings.some(isUnread),
    );
    const counts = (finding: Finding): boolean =>
      breakOrigin(finding.code, relation) === "ours" && !(isUnread(finding) && readsParent());
    const findings = judgement.findings.filter((finding) => !isBreak(finding) || counts(finding));
    return findings.some(isBreak) ? [{ parent, child, judgement: { ...judgement, findings } }] : [];
  });
}

/** Whether a request lacks the breakpoint at which its provider would read. */
function isUnread({ role, segment }: Finding): boolean {
  return role === "cause" && segment === "breakpoints";
}

function asRecording(byId: ReadonlyMap<string, Exchange>): Recording {
  const recording: Recording = {
    name: "the requests of a fork",
    format: "cassette",
    ids: [...byId.keys()],
    load: (id) => {
      const exchange = byId.get(id);
      if (exchange === undefined) throw new Error(`the fork sent no request ${id}`);
      return exchange;
    },
  };
  return [...byId.values()].some(({ request }) => mayContinue(request)) ? withContinuedRequests(recording) : recording;
}
