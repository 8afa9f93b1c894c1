import type { ModelledCache } from "../cache-model/rules-of.ts";
import { checkDoubts } from "../checks/check-doubts.ts";
import { checkKnown } from "../checks/check-known.ts";
import { checkSimulation } from "../checks/check-simulation.ts";
import { checkPrefix } from "../checks/prefix-checks.ts";
import type { Source } from "../cassette/recorded-exchange.ts";
import type { Finding } from "../kernel/finding.ts";
import type { Judgement } from "../kernel/judgement.ts";
import type { CheckResult } from "../kernel/run-result.ts";
import type { TurnRatio } from "../kernel/turn-ratio.ts";
import type { SessionScenario } from "../scenario/scenario.ts";
import { simulateRecording } from "../simulate/simulate-recording.ts";
import { checkSaidParents } from "../verdict/check-said-parents.ts";
import { continuesElsewhere } from "../verdict/continues-elsewhere.ts";
import { judgeRecording } from "../verdict/judge-recording.ts";
import type { Gathered } from "./gathered.ts";
import type { ModelWatch } from "./model-watch.ts";

/** Judges every turn and branch of a recording against the request it continues. */
export function runSession(
  scenario: SessionScenario,
  open: (source: string) => Source,
  caches?: readonly ModelledCache[],
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
  return {
    judgements: judged,
    checks: [
      ...checkPrefix(judged, scenario.expect, scenario.movesPrefix, [], [...beside.values()].flat()),
      ...checkDoubts(step.value, scenario.expect),
      ...checkKnown(unknown, recording.ids.length),
      ...simulated(scenario, recording, new Map(judged.map(({ child, ratio }) => [child.id, ratio])), caches),
    ],
    forks: [],
    warnings: [],
  };
}

/** What `simulate` says of the recording, with lengths anchored on its totals. */
function simulated(
  { expect, provider }: SessionScenario,
  recording: Source,
  ratios: ReadonlyMap<string, TurnRatio | null>,
  caches?: readonly ModelledCache[],
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
