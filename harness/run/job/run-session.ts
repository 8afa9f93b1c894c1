import type { ProviderCache } from "../../providers/provider.ts";
import { checkDoubts } from "../../checks/check-doubts.ts";
import { type FirstTurn, recordedFirstTurn, warnOfLowRatio } from "../../checks/pairs/check-first-turn.ts";
import { checkKnown } from "../../checks/check-known.ts";
import { checkSimulation } from "../../checks/check-simulation.ts";
import { unexpectedWarnings } from "../../checks/pairs/check-warnings.ts";
import { checkPrefix } from "../../checks/pairs/prefix-checks.ts";
import type { Source } from "../../cassette/recorded-exchange.ts";
import type { Finding } from "../../kernel/finding.ts";
import type { Judgement } from "../../kernel/judgement.ts";
import type { CheckResult } from "../../kernel/run-result.ts";
import type { TurnRatio } from "../../kernel/turn-ratio.ts";
import type { SessionScenario } from "../../scenario/scenario.ts";
import { simulateRecording } from "../../simulate/simulate-recording.ts";
import { checkSaidParents } from "../../verdict/recording/check-said-parents.ts";
import { continuesElsewhere } from "../../verdict/recording/continues-elsewhere.ts";
import { standings } from "../../verdict/roots/exchange-standing.ts";
import { judgeRecording, type SettledDescent } from "../../verdict/recording/judge-recording.ts";
import type { Gathered } from "./gathered.ts";
import type { ModelWatch } from "../model-watch.ts";

/** Judges every turn and branch of a recording against the request it continues. */
export function runSession(
  scenario: SessionScenario,
  open: (source: string) => Source,
  caches?: readonly ProviderCache[],
  models?: ModelWatch,
): Gathered {
  const judgements = new Map<string, Judgement>();
  const beside = new Map<string, readonly Finding[]>();
  const unknown: string[] = [];
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
    if (read === null) continue;
    const { id } = exchange;
    models?.seeLaidOut(exchange, read.layout, scenario);
    if (read.judgement !== null) {
      judgements.set(id, { ...read.judgement, findings: read.findings });
      beside.delete(id);
      continue;
    }
    beside.set(id, read.findings);
    const elsewhere = continuesElsewhere(read.layout);
    if (elsewhere !== null) unknown.push(`${id} ${elsewhere}`);
  }
  const judged = [...judgements.values()];
  const firstTurns = forksAmong(judged, step.value);
  const warnings = firstTurns.flatMap(warnOfLowRatio);
  const prefix = { judgements: judged, firstTurns, warnings, beside: [...beside.values()].flat() };
  return {
    judgements: judged,
    checks: [
      ...checkPrefix(prefix, scenario.expect, scenario.movesPrefix),
      ...checkDoubts(step.value, scenario.expect),
      ...checkKnown(unknown, recording.ids.length),
      ...simulated(scenario, recording, new Map(judged.map(({ child, ratio }) => [child.id, ratio])), caches),
    ],
    forks: [],
    warnings: unexpectedWarnings(warnings, scenario.expect.warnings),
  };
}

/**
 * The first turns of the forks in a session: its branches, and forks on another model. Later turns have a ratio too, which `inspect` shows;
 * a pause or a new model in the main line is no fork's fault. The same messages asked again elsewhere begin no fork.
 */
function forksAmong(judged: readonly Judgement[], descents: Descents): readonly FirstTurn[] {
  const placed = new Map(
    [...descents].map(([id, each]) => [id, { ...each, id, parentBecause: each.because }] as const),
  );
  const standingOf = standings([...placed.values()]);
  return judged.flatMap((judgement) => {
    const descent = placed.get(judgement.child.id);
    if (descent === undefined || standingOf(descent) !== "branch") return [];
    const isAskedAgain = descent.relation === "side" && judgement.class === "identical";
    return isAskedAgain ? [] : [recordedFirstTurn(judgement)];
  });
}

type Descents = ReadonlyMap<string, SettledDescent>;

/** What `simulate` says of the recording, with lengths anchored on its totals. */
function simulated(
  { expect, provider }: SessionScenario,
  recording: Source,
  ratios: ReadonlyMap<string, TurnRatio | null>,
  caches?: readonly ProviderCache[],
): readonly CheckResult[] {
  const { simulate } = expect;
  if (simulate === null) return [];
  const simulation = simulateRecording(recording, {
    provider,
    anchored: true,
    mode: simulate.mode,
    ratios,
    ...(caches && { caches }),
  });
  return checkSimulation(simulation, simulate);
}
