import type { ModelledCache } from "../cache-model/rules-of.ts";
import { checkKnown } from "../checks/check-known.ts";
import { checkSimulation } from "../checks/check-simulation.ts";
import { checkPrefix } from "../checks/prefix-checks.ts";
import type { Source } from "../cassette/recorded-exchange.ts";
import type { Finding } from "../kernel/finding.ts";
import type { Judgement } from "../kernel/judgement.ts";
import type { CheckResult } from "../kernel/run-result.ts";
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
  const judgements: Judgement[] = [];
  const beside: Finding[] = [];
  const unknown: string[] = [];
  const recording = open(scenario.source);
  const options = {
    ...(scenario.provider === null ? {} : { provider: scenario.provider }),
    ...(caches && { caches }),
    parentOf: checkSaidParents(recording, scenario.parentOf),
  };
  for (const { exchange, read } of judgeRecording(recording, options)) {
    if (read === null) continue;
    models?.seeLaidOut(exchange, read.layout, scenario);
    if (read.judgement === null) {
      beside.push(...read.findings);
      const elsewhere = continuesElsewhere(read.layout);
      if (elsewhere !== null) unknown.push(`${exchange.id} ${elsewhere}`);
    } else judgements.push({ ...read.judgement, findings: read.findings });
  }
  return {
    judgements,
    checks: [
      ...checkPrefix(judgements, scenario.expect, scenario.movesPrefix, [], beside),
      ...checkKnown(unknown, recording.ids.length),
      ...simulated(scenario, recording, caches),
    ],
    forks: [],
    warnings: [],
  };
}

/** What `simulate` says of the recording, with lengths anchored on its totals. */
function simulated(
  { expect, provider }: SessionScenario,
  recording: Source,
  caches?: readonly ModelledCache[],
): readonly CheckResult[] {
  const { simulate } = expect;
  if (simulate === null) return [];
  const simulation = simulateRecording(recording, {
    provider,
    anchored: true,
    mode: simulate.mode,
    ...(caches && { caches }),
  });
  return checkSimulation(simulation, simulate);
}
