import type { ProviderCache } from "../../providers/provider.ts";
import { checkDoubts } from "../../checks/check-doubts.ts";
import { recordedFirstTurn, warnOfLowRatio, warnOfUnexplainedMiss } from "../../checks/pairs/first-turns.ts";
import { checkKnown } from "../../checks/check-known.ts";
import type { Source } from "../../cassette/recorded-exchange.ts";
import type { Finding, FindingCode } from "../../kernel/finding.ts";
import type { Judgement } from "../../kernel/judgement.ts";
import type { Simulation, SimulationMode } from "../../kernel/simulation.ts";
import type { Warning } from "../../kernel/run-result.ts";
import type { FirstTurn } from "../../scenario/expectations/evidence.ts";
import type { TurnRatio } from "../../kernel/turn-ratio.ts";
import { expectedOf } from "../../scenario/expectations/expectation.ts";
import { checkExpectations } from "../../scenario/expectations/expectations.ts";
import { findings } from "../../scenario/expectations/findings.ts";
import { unexpectedWarnings, warnings as warned } from "../../scenario/expectations/warnings.ts";
import type { SessionScenario } from "../../scenario/scenario.ts";
import { simulateRecording } from "../../simulate/simulate-recording.ts";
import { checkSaidParents } from "../../verdict/recording/check-said-parents.ts";
import { continuesElsewhere } from "../../verdict/recording/continues-elsewhere.ts";
import { standings } from "../../verdict/roots/exchange-standing.ts";
import { type JudgedExchange, judgeRecording } from "../../verdict/recording/judge-recording.ts";
import type { SettledDescent } from "../../verdict/recording/settled-descents.ts";
import { mayHideRequests, whyUnread } from "../../verdict/recording/why-unread.ts";
import type { Gathered } from "./gathered.ts";
import { PicturedRequests } from "./pictured-requests.ts";
import type { ModelWatch } from "../model-watch.ts";
import { SessionAnswers } from "./session-answers.ts";

/** Judges every turn and branch of a recording against the request it continues. */
export function runSession(
  scenario: SessionScenario,
  open: (source: string) => Source,
  caches?: readonly ProviderCache[],
  models?: ModelWatch,
  isPictured = false,
): Gathered {
  const judgements = new Map<string, Judgement>();
  const unpaired = new Map<string, readonly Finding[]>();
  const unknown: string[] = [];
  const answers = new SessionAnswers();
  const pictures = isPictured ? new PicturedRequests() : null;
  const recording = open(scenario.source);
  const options = {
    ...(scenario.provider === null ? {} : { provider: scenario.provider }),
    ...(caches && { caches }),
    parentOf: checkSaidParents(recording, scenario.parentOf),
  };
  const judging = judgeRecording(recording, options);
  let step = judging.next();
  // An exchange whose parent shows itself later is given again: the last word counts.
  for (; step.done !== true; step = judging.next()) {
    const { exchange, read } = step.value;
    unknown.push(...whyUnknown(step.value));
    answers.see(step.value);
    if (read === null) continue;
    const { id } = exchange;
    pictures?.see(step.value);
    models?.seeLaidOut(exchange, read.layout, scenario);
    if (read.judgement !== null) {
      judgements.set(id, { ...read.judgement, findings: read.findings });
      unpaired.delete(id);
      continue;
    }
    unpaired.set(id, read.findings);
  }
  const judged = [...judgements.values()];
  const descents = new Map(step.value);
  const { firstTurns, warnings } = warnOf(judged, forksAmong(judged, descents));
  const ratios = new Map(judged.map(({ child, ratio }) => [child.id, ratio]));
  const evidence = {
    judgements: judged,
    firstTurns,
    warnings,
    expectBreak: scenario.expectBreak,
    unpaired: [...unpaired.values()].flat(),
    simulate: (mode: SimulationMode) => simulated(scenario, recording, { mode, ratios, ...(caches && { caches }) }),
  };
  return {
    judgements: judged,
    ...(pictures && { requests: pictures.ofSession(judged) }),
    checks: [
      ...checkExpectations(scenario.expect, evidence),
      ...checkDoubts(descents, expectedOf(scenario.expect, findings)),
      ...checkKnown(unknown, recording.ids.length),
      ...answers.check(judgements, descents),
    ],
    forks: [],
    warnings: unexpectedWarnings(warnings, namedIn(scenario)),
  };
}

/** The codes that the file expects, as warnings or as findings. */
function namedIn({ expect }: SessionScenario): readonly FindingCode[] {
  return [...(expectedOf(expect, warned) ?? []), ...(expectedOf(expect, findings) ?? [])];
}

/** Why a request of a conversation cannot be judged: one or no text. */
function whyUnknown({ exchange, read }: JudgedExchange): readonly string[] {
  if (read === null) return mayHideRequests(exchange) ? [`${exchange.id} ${whyUnread(exchange)}`] : [];
  const elsewhere = read.judgement === null ? continuesElsewhere(read.layout) : null;
  return elsewhere === null ? [] : [`${exchange.id} ${elsewhere}`];
}

/** Forks are held to their ratio; other turns only to what nothing in the requests explains. */
function warnOf(
  judged: readonly Judgement[],
  forks: readonly Judgement[],
): { readonly firstTurns: readonly FirstTurn[]; readonly warnings: readonly Warning[] } {
  const firstTurns = forks.map(recordedFirstTurn);
  const known = new Set(forks);
  const others = judged.filter((each) => !known.has(each));
  return { firstTurns, warnings: [...firstTurns.flatMap(warnOfLowRatio), ...others.flatMap(warnOfUnexplainedMiss)] };
}

/**
 * The forks in a session, by their first turn: its branches, and forks on another model. Later turns have a ratio too, which
 * `inspect` shows; a pause or a new model in the main line is not a fork's fault. The same messages sent again to another host or
 * model do not begin a fork.
 */
function forksAmong(judged: readonly Judgement[], descents: Descents): readonly Judgement[] {
  const placed = new Map(
    [...descents].map(([id, each]) => [id, { ...each, id, parentBecause: each.because }] as const),
  );
  const standingOf = standings([...placed.values()]);
  return judged.filter((judgement) => {
    const descent = placed.get(judgement.child.id);
    if (descent === undefined || standingOf(descent) !== "branch") return false;
    const isAskedAgain = descent.relation === "side" && judgement.class === "identical";
    return !isAskedAgain;
  });
}

type Descents = ReadonlyMap<string, SettledDescent>;

/** The result of `simulate` on the recording, with lengths anchored on its totals. */
function simulated(
  { provider }: SessionScenario,
  recording: Source,
  played: {
    readonly mode: SimulationMode;
    readonly ratios: ReadonlyMap<string, TurnRatio | null>;
    readonly caches?: readonly ProviderCache[];
  },
): Simulation {
  return simulateRecording(recording, { provider, anchored: true, ...played });
}
