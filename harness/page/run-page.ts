import type { InspectedBlock } from "../kernel/inspection/inspected-block.ts";
import type { Judgement } from "../kernel/judgement.ts";
import type { JobRequest, JobResult, RunResult } from "../kernel/run-result.ts";
import { version } from "../kernel/version.ts";
import { pageComparison } from "./comparison-data.ts";
import type { PageBar, PageBlock, PageData, PageJob, PageRequest } from "./page-data.ts";
import { pageBlock, promptOf, stateRuns } from "./page-blocks.ts";
import { differenceOf, pageFinding } from "./recording-page.ts";

/** The texts of a run's page: a line of totals, one for the baseline, and those of each job. */
export type RunTexts = {
  readonly summary: string;
  readonly baseline: string | null;
  /** What the pairs of a comparison show. */
  readonly comparedLines: readonly string[];
  /** Costs of a comparison: a name, a text for each value, and the difference. */
  readonly measures: readonly (readonly string[])[];
  readonly linesOf: (job: JobResult) => readonly string[];
};

/** The page of a run: its jobs, and as a conversation each the requests that they judged. */
export function runPage(
  result: RunResult,
  { summary, baseline, comparedLines, measures, linesOf }: RunTexts,
): PageData {
  const blocks = new BlockList();
  const requests: PageRequest[] = [];
  const conversations: string[] = [];
  const regressed = new Set((result.baseline?.deltas ?? []).filter(({ gates }) => gates).map(({ id }) => id));
  const jobs = result.jobs.map((job): PageJob => {
    const { id, file, place, outcome, requests: judged = [] } = job;
    const conversation = conversations.length;
    const rows = { first: requests.length, conversation, blocks };
    if (judged.length > 0) conversations.push(id);
    for (const request of judged) requests.push(requestOf(request, job, rows));
    return {
      id,
      place: place === null ? file : `${file}:${place.line}`,
      status: outcome.status,
      lines: linesOf(job),
      isRegressed: regressed.has(id),
      pairs: judged.length > 0 ? [conversation] : [],
    };
  });
  const { outcome, failures = [], selection } = result;
  return {
    schema: "forkproof/page@1",
    version,
    source: selection.paths.join(", "),
    judgeSource: null,
    isWhole: false,
    totals: totalsOf(requests, conversations.length),
    incidents: [],
    counters: null,
    run: {
      outcome,
      failures,
      summary,
      jobs,
      baseline,
      comparison: pageComparison(result, comparedLines, measures),
      bars: barsOf(result.timing),
    },
    models: [],
    conversations,
    blocks: blocks.values,
    requests,
  };
}

/** The last bar ends with the run, or with the last request. */
function barsOf({ timeline, startedAt, durationMs }: RunResult["timing"]): readonly PageBar[] {
  if (timeline === undefined) return [];
  const { by, stretches } = timeline;
  const isTimed = by === "time";
  const endOf = (at: number, start: number, requests: number): number =>
    stretches[at + 1]?.start ?? (isTimed ? Date.parse(startedAt) + durationMs : start + requests);
  return stretches.map((each, at) => ({ ...each, isTimed, end: endOf(at, each.start, each.requests) }));
}

function totalsOf(requests: readonly PageRequest[], conversations: number): PageData["totals"] {
  return {
    requests: requests.length,
    conversations,
    damaged: 0,
    compared: requests.filter(({ parent }) => parent >= 0).length,
    breaks: requests.filter(({ isOurs }) => isOurs).length,
    suspected: 0,
    paidUsd: null,
    priced: 0,
    answered: 0,
    unpricedBreaks: 0,
    uncountedBreaks: 0,
    avoidableUsd: null,
    idleUsd: null,
    idleTokens: null,
    lostTokens: null,
    areEstimates: true,
  };
}

/** The blocks of all requests, each once. */
class BlockList {
  readonly values: PageBlock[] = [];
  readonly #places = new Map<string, number>();

  of({ kind = "other", role, name, excerpt, ...block }: InspectedBlock): number {
    const key = `${block.hash} ${block.bytes} ${block.pointer}`;
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.values.length);
    return (
      this.values.push(pageBlock({ ...block, kind, role: role ?? null, name: name ?? null, text: excerpt ?? null })) - 1
    );
  }
}

type Rows = { readonly first: number; readonly conversation: number; readonly blocks: BlockList };

function requestOf({ id, parent, judgement: at, basis, blocks }: JobRequest, job: JobResult, rows: Rows): PageRequest {
  const judgement = at === null ? null : (job.judgements[at] ?? null);
  const before = parent === null ? null : { row: rows.first + parent, blocks: promptIn(job, parent, rows.blocks) };
  const marks = blocks.flatMap(({ marked }, place) => (marked === true ? [place] : []));
  return {
    id,
    conversation: rows.conversation,
    parent: before?.row ?? -1,
    relation: relationOf(job, parent),
    at: null,
    model: -1,
    usd: null,
    usage: null,
    basis,
    suspected: [],
    note: null,
    states: stateRuns(blocks.map(({ state }) => state)),
    marks,
    ...promptOf(
      blocks.map((block) => rows.blocks.of(block)),
      before,
    ),
    ...verdictOn(judgement),
  };
}

/** The requests of a pair or fork stand one below the other; those of a session go on. */
function relationOf({ kind }: JobResult, parent: number | null): string {
  if (parent === null) return "root";
  return kind === "session" ? "turn" : "branch";
}

function promptIn({ requests = [] }: JobResult, at: number, blocks: BlockList): readonly number[] {
  return (requests[at]?.blocks ?? []).map((block) => blocks.of(block));
}

function verdictOn(
  judgement: Judgement | null,
): Pick<PageRequest, "ratio" | "verdict" | "isOurs" | "findings" | "shared" | "lost" | "difference"> {
  if (judgement === null)
    return {
      ratio: null,
      verdict: "not-comparable",
      isOurs: false,
      findings: [],
      shared: null,
      lost: null,
      difference: null,
    };
  const { ratio, verdict, findings, shared, breakCost, divergence } = judgement;
  return {
    ratio: ratio?.observed ?? null,
    verdict,
    isOurs: findings.some(({ role }) => role === "cause" || role === "invalid"),
    findings: findings.map(pageFinding),
    shared: [shared.blocks, shared.bytes],
    lost: breakCost && { tokens: breakCost.lostTokens, usd: breakCost.usd, isEstimate: breakCost.grade !== "reported" },
    difference: divergence && differenceOf(divergence),
  };
}
