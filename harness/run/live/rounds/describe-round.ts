import { sumOrNull } from "../../../kernel/numbers.ts";
import type { RoundResult } from "../../../kernel/live-report.ts";
import { namesOfChecks } from "../../../kernel/evals/names-of-checks.ts";
import type { Usage } from "../../../kernel/usage.ts";
import type { Gathered } from "../../job/gathered.ts";
import type { RoundEvidence } from "./round-evidence.ts";

/** A round as the run result shows it. */
export function describeRound(
  { checks, forks }: Pick<Gathered, "checks" | "forks">,
  { exchanges, durationMs }: Pick<RoundEvidence, "exchanges" | "durationMs">,
): RoundResult {
  const turns = forks.flatMap((fork) => fork.turns);
  const failed = namesOfChecks(checks, "failed");
  const notExamined = namesOfChecks(checks, "not examined");
  return {
    output: forks[0]?.output ?? null,
    passed: failed.length === 0,
    failed,
    ...(notExamined.length > 0 && { notExamined }),
    score: checks.find(({ check }) => check === "score")?.numbers?.observed[0] ?? null,
    usage: turns.length === 0 ? null : summed(turns),
    turns: turns.length,
    calls: forks.flatMap(({ decisions }) => decisions ?? []).map(({ tool, decision }) => ({ tool, decision })),
    usd: sumOrNull(exchanges.map(({ costUsd }) => costUsd)),
    durationMs: Math.round(durationMs),
  };
}

function summed(turns: readonly Usage[]): NonNullable<RoundResult["usage"]> {
  const of = (counter: "read" | "write" | "fresh" | "output"): number | null =>
    sumOrNull(turns.map((turn) => turn[counter]));
  return { read: of("read"), write: of("write"), fresh: of("fresh"), output: of("output") };
}
