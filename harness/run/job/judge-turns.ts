import { mayContinue, withContinuedRequests } from "../../cassette/with-continued-requests.ts";
import { breakOrigin } from "../../kernel/breaks/break-origin.ts";
import type { Exchange, Recording } from "../../kernel/exchange.ts";
import { type Finding, isBreak } from "../../kernel/finding.ts";
import type { Judgement } from "../../kernel/judgement.ts";
import { priceJudgements } from "../../money/price-judgements.ts";
import { judgeRecording, type JudgeOptions } from "../../verdict/recording/judge-recording.ts";
import type { JudgedPair } from "./keep-evidence.ts";

/** A conversation of a run: its answered requests in the order of sending. */
export type Conversation = { readonly requests: readonly Exchange[] };

export type TurnRules = Pick<JudgeOptions, "provider" | "caches">;

/**
 * Turns behind the first request of their conversation that break the prefix of an earlier one. Which request a turn continues, and which
 * breaks are the client's, is decided as in a recorded session.
 */
export async function brokenTurns(
  conversations: readonly Conversation[],
  rules: TurnRules,
): Promise<readonly JudgedPair[]> {
  const broken = conversations.flatMap((each) => brokenIn(each, rules));
  const judgements = await priceJudgements(broken.map(({ judgement }) => judgement));
  return broken.map((pair, at) => ({ ...pair, judgement: judgements[at] ?? pair.judgement }));
}

function brokenIn({ requests }: Conversation, rules: TurnRules): readonly JudgedPair[] {
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
    const counts = ({ code }: Finding): boolean => breakOrigin(code, relation) === "ours";
    const findings = judgement.findings.filter((finding) => !isBreak(finding) || counts(finding));
    return findings.some(isBreak) ? [{ parent, child, judgement: { ...judgement, findings } }] : [];
  });
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
