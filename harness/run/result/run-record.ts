import { epochMs, monotonicMs } from "../../io/clock.ts";
import type { JobResult, RunResult, RunSummary } from "../../kernel/run-result.ts";
import { version } from "../../kernel/version.ts";
import type { RanJob } from "../parallel/job-lane.ts";
import { outcomeOf } from "./run-outcome.ts";

/** The jobs of a run that have ended. They may end in any order; the result has them in that of the run. */
export class RunRecord {
  readonly #head: Pick<RunResult, "selection" | "dates">;
  readonly #selected: { readonly files: number; readonly jobs: number };
  readonly #startedAt = new Date(epochMs()).toISOString();
  readonly #startMs = monotonicMs();
  readonly #ran = new Map<number, RanJob>();
  #last = Infinity;

  constructor(
    head: Pick<RunResult, "selection" | "dates">,
    selected: { readonly files: number; readonly jobs: number },
  ) {
    this.#head = head;
    this.#selected = selected;
  }

  add(index: number, ran: RanJob): void {
    this.#ran.set(index, ran);
  }

  /** No job behind this one counts. */
  endAfter(index: number): void {
    this.#last = Math.min(this.#last, index);
  }

  get ended(): number {
    return this.#ran.size;
  }

  /** The result if the run ended now. */
  current(): RunResult {
    const ended = [...this.#ran].filter(([index]) => index <= this.#last).sort(([left], [right]) => left - right);
    const jobs = ended.map(([, { job }]) => job);
    const notRun = this.#selected.jobs - jobs.length;
    return {
      schema: "forkproof/run-result@2",
      version,
      outcome: notRun > 0 ? "interrupted" : outcomeOf(jobs),
      ...this.#head,
      summary: summarise(jobs, this.#selected.files, notRun),
      jobs,
      timing: {
        startedAt: this.#startedAt,
        durationMs: monotonicMs() - this.#startMs,
        jobsMs: Object.fromEntries(ended.map(([, { job, durationMs }]) => [job.id, durationMs])),
      },
    };
  }
}

function summarise(jobs: readonly JobResult[], files: number, notRun: number): RunSummary {
  const count = (status: JobResult["outcome"]["status"]): number =>
    jobs.filter(({ outcome }) => outcome.status === status).length;
  return {
    files,
    jobs: jobs.length,
    passed: count("passed"),
    failed: count("failed"),
    errored: count("errored"),
    skipped: count("skipped"),
    warnings: jobs.reduce((sum, { warnings }) => sum + warnings.length, 0),
    notRun,
  };
}
