import { checkPrefix } from "../checks/prefix-checks.ts";
import type { Recording } from "../kernel/exchange.ts";
import type { Finding } from "../kernel/finding.ts";
import type { Judgement } from "../kernel/judgement.ts";
import type { SessionScenario } from "../scenario/scenario.ts";
import { judgeRecording } from "../verdict/judge-recording.ts";
import type { Gathered } from "./gathered.ts";

/** Judges every turn and branch of a recording against the request it continues. */
export function runSession(scenario: SessionScenario, open: (source: string) => Recording): Gathered {
  const judgements: Judgement[] = [];
  const beside: Finding[] = [];
  const options = scenario.provider === null ? {} : { provider: scenario.provider };
  for (const { read } of judgeRecording(open(scenario.source), options)) {
    if (read === null) continue;
    if (read.judgement === null) beside.push(...read.findings);
    else judgements.push({ ...read.judgement, findings: read.findings });
  }
  return {
    judgements,
    checks: checkPrefix(judgements, scenario.expect, scenario.movesPrefix, [], beside),
    forks: [],
    warnings: [],
  };
}
