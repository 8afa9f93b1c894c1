import { countAnswers, unansweredText } from "../kernel/inspection/answered-requests.ts";
import type { RunResult } from "../kernel/run-result.ts";
import { pluralize } from "../kernel/text/format-count.ts";
import { terminalSafe } from "../kernel/text/terminal-safe.ts";
import { comparedPairs, leftOutText } from "./compared-pairs.ts";
import type { GateRun } from "./gate-result.ts";
import { pairGroups, type PairGroup } from "./pair-groups.ts";
import { breaksOfOurs, codesOf } from "./pair-job.ts";

/** How much was examined and what failed, on one line for a CI log: it is not wrapped. */
export function gateSummary(run: GateRun, { outcome, jobs }: RunResult): string {
  const groups = pairGroups(run.evidence, run.config.accept);
  const compared = comparedPairs(groups);
  const forks = compared.filter(isFork).length;
  const conversations = new Set(compared.map(({ place }) => place.conversation)).size;
  const failed = jobs.filter((job) => job.kind === "pair" && job.outcome.status === "failed").length;
  const left = leftOutText(run.evidence, groups);
  const unanswered = unansweredText(countAnswers(run.evidence.inspection?.exchanges ?? []));
  const parts = [
    ...(run.exit === 0 ? [] : [`the command failed with exit code ${run.exit}`]),
    ...(failed === 0 ? [] : [`${pluralize(failed, "pair")} failed (${openCodes(run, groups).join(", ")})`]),
    ...(compared.length === 0
      ? [`nothing was ${run.requests === 0 ? "seen" : "compared"} in ${pluralize(run.requests, "request")}${left}`]
      : [
          `${pluralize(compared.length, "pair")} compared (${pluralize(compared.length - forks, "turn")}, ${pluralize(forks, "fork")}) in ${pluralize(run.requests, "request")} of ${pluralize(conversations, "conversation")}${left}`,
        ]),
    ...(run.unplayed.length === 0 ? [] : [`the script was not followed (${unplayedCodes(run)})`]),
    // A request that the script lacks is one of them.
    ...(unanswered === null || run.unplayed.length > 0 ? [] : [unanswered]),
    ...acceptedText(run, groups),
  ];
  return terminalSafe(`${outcome}  ${parts.join("; ")}\n`);
}

function unplayedCodes({ unplayed }: GateRun): string {
  return [...new Set(unplayed.map(({ code }) => code))].join(", ");
}

/** A turn that a suite repeats seems to branch off its first run, so one that goes on there decides. */
function isFork({ pairs }: PairGroup): boolean {
  return pairs.every(({ standing }) => standing !== "turn" && standing !== "compaction");
}

function openCodes({ config }: GateRun, groups: readonly PairGroup[]): readonly string[] {
  const accepted = new Set(config.accept.map(({ code }) => code));
  const codes = groups.flatMap(({ pairs }) =>
    pairs.flatMap((pair) => [...breaksOfOurs(pair).map(({ code }) => code), ...pair.exchange.suspected]),
  );
  return [...new Set(codes)].filter((code) => !accepted.has(code)).sort();
}

function acceptedText({ config }: GateRun, groups: readonly PairGroup[]): readonly string[] {
  const found = groups.map(({ pairs }) => new Set(pairs.flatMap(codesOf)));
  const told = config.accept.flatMap(({ code }) => {
    const count = found.filter((codes) => codes.has(code)).length;
    return count === 0 ? [] : [`${code} in ${pluralize(count, "pair")}`];
  });
  return told.length === 0 ? [] : [`accepted: ${told.join(", ")}`];
}
