import { fineUsdText } from "../../kernel/text/usd-text.ts";
import { ratioText, sum } from "../../kernel/numbers.ts";
import type { FilterDecisionRecord, ForkRun, JobResult } from "../../kernel/run-result.ts";
import { type Cell, type Column, columnTable, plain } from "./column-table.ts";
import { pluralize, formatCount } from "../../kernel/text/format-count.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import type { TextLayout } from "./text-layout.ts";

const columns: readonly Column[] = [
  { head: "fork (first turn)", align: "left" },
  { head: "ratio", align: "right" },
  { head: "expected", align: "right" },
  { head: "efficiency", align: "right" },
  { head: "tokens", align: "left" },
  { head: "allow", align: "right" },
  { head: "deny", align: "right" },
];
const forkColumn = 0;

/** One row per fork that was run: how its first turn used the cache, and what its filter said. Unknown is `-`. */
export function forkTable(jobs: readonly JobResult[], sheet: TextLayout): readonly string[] {
  // A decision table is not a fork and has its own table.
  const forked = jobs.filter(({ kind }) => kind !== "filter");
  const rows = forked.flatMap((job) => job.forks.map((fork, at) => cellsOf(at === 0 ? job.id : fork.lane, fork)));
  return rows.length === 0 ? [] : columnTable(columns, forkColumn, rows, sheet);
}

function cellsOf(name: string, fork: ForkRun): readonly Cell[] {
  return [
    plain(escapeControlChars(name)),
    plain(ratio(fork.firstTurnRatio)),
    plain(ratio(fork.expectedRatio)),
    plain(ratio(fork.efficiency)),
    // An estimate must not look like a provider's own count.
    plain(gradeOf(fork.turns[0])),
    plain(decided(fork.decisions, "allow")),
    plain(decided(fork.decisions, "deny")),
  ];
}

/** A turn without counters has nothing to grade. */
function gradeOf(turn: ForkRun["turns"][number] | undefined): string {
  if (turn === undefined || (turn.read ?? turn.write ?? turn.fresh) === null) return "-";
  return turn.grade;
}

/**
 * The meaning of first turns' ratios, the cost of the forks, and the part of it that a break caused. A fork without a cost is
 * listed with the reason, and counts nothing.
 */
export function forkLines(jobs: readonly JobResult[]): readonly string[] {
  const verdicts = Map.groupBy(
    jobs.flatMap(({ forks }) => forks.flatMap(({ ratioVerdict }) => ratioVerdict ?? [])),
    (is) => is,
  );
  const told = ["ok", "low", "cold-parent", "below-minimum", "unknown"] as const;
  const counted = told.flatMap((is) => (verdicts.has(is) ? `${formatCount(verdicts.get(is)?.length ?? 0)} ${is}` : []));
  // A live job shows the forks of one round here, and the table of live forks what all of them cost.
  const forks = jobs.flatMap((job) => (job.live === undefined ? job.forks : []));
  const costs = forks.flatMap(({ cost }) => cost ?? []);
  const assumed = forks.filter(({ cost, turns }) => cost?.usd != null && turns.some(assumesLifetime));
  const priced = costs.flatMap(({ usd }) => usd ?? []);
  const breaks = costs.flatMap(({ usd, breakUsd }) => (usd === null ? [] : (breakUsd ?? [])));
  const broken = sum(breaks) > 0 ? `, ${fineUsdText(sum(breaks))} of it for prefix that was not read` : "";
  return [
    ...(counted.length === 0 ? [] : [`first turns: ${counted.join(", ")}`]),
    ...(priced.length === 0 ? [] : [`${pluralize(priced.length, "fork")} cost ${fineUsdText(sum(priced))}${broken}`]),
    ...(assumed.length === 0
      ? []
      : [
          `writes of ${pluralize(assumed.length, "fork")} are priced as five-minute writes: the lifetime or its price is unknown`,
        ]),
    ...unpricedLines(forks),
    ...scriptedLines(jobs),
  ];
}

/** Once for the run: such checks pass whatever a model would say. */
function scriptedLines(jobs: readonly JobResult[]): readonly string[] {
  const count = jobs.flatMap(({ checks }) => checks.filter(({ scripted }) => scripted === true)).length;
  if (count === 0) return [];
  const verb = count === 1 ? "compares" : "compare";
  return [`scripted: ${pluralize(count, "output check")} only ${verb} the script with itself; --live asks a model`];
}

function assumesLifetime({ write, longWrite }: ForkRun["turns"][number]): boolean {
  return (write ?? 0) > 0 && longWrite == null;
}

/** Why forks have no cost: their counters, before the price list is blamed. */
function unpricedLines(forks: readonly ForkRun[]): readonly string[] {
  const unpriced = forks.flatMap(({ turns, cost }) =>
    cost === undefined || cost.equivalentTokens !== null ? [] : [{ model: cost.model, why: whyUnpriced(turns) }],
  );
  return [...Map.groupBy(unpriced, ({ why }) => why)].map(([why, own]) => {
    const models = [...new Set(own.map(({ model }) => escapeControlChars(model)))].join(", ");
    return why === "no-price"
      ? `no price is known for ${models}`
      : `${why}, so no cost: ${pluralize(own.length, "fork")} of ${models}`;
  });
}

function whyUnpriced(turns: ForkRun["turns"]): "no usage reported" | "usage contradicts itself" | "no-price" {
  if (turns.length === 0 || turns.some(({ read, fresh }) => read === null || fresh === null))
    return "no usage reported";
  const least = turns.map(({ read, write, fresh, output }) => Math.min(read ?? 0, write ?? 0, fresh ?? 0, output ?? 0));
  return Math.min(...least) < 0 ? "usage contradicts itself" : "no-price";
}

function ratio(value: number | null): string {
  return value === null ? "-" : ratioText(value);
}

function decided(decisions: ForkRun["decisions"], decision: FilterDecisionRecord["decision"]): string {
  return decisions === null ? "-" : formatCount(decisions.filter((each) => each.decision === decision).length);
}
