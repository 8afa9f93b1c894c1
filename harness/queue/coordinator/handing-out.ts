import { pause } from "../../io/clock.ts";
import type { LiveSettings } from "../../run/live/job-live-options.ts";
import type { HandOut, HandOutMeans } from "../../run/parallel/hand-out.ts";
import type { RanJob } from "../../run/parallel/job-lane.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import type { ResultMessage } from "../messages.ts";
import type { QueueFiles } from "../nats/files.ts";
import type { SourcePacks } from "../travel/pack-sources.ts";
import type { CollectedResults } from "./collect-results.ts";
import { refuseOtherFiles } from "./open-run.ts";
import type { NumberedJob, PublishedJobs } from "./publish-jobs.ts";
import { type OwnFolders, takeResult } from "./take-result.ts";
import { UnfinishedJobs } from "./unfinished-jobs.ts";

export type QueuedRunOptions = {
  readonly run: string;
  readonly resumes: boolean;
  readonly ackWaitMs: number;
  /** Files and folders that every job gets. */
  readonly extra: readonly string[];
  /** How live jobs run, with the folder of transcripts here; null without `--live`. */
  readonly live: LiveSettings | null;
  readonly onNote: (line: string) => void;
};

/** Jobs that wait in the stream at once: enough for thousands of workers. */
const WINDOW = 8_192;

/** Jobs whose files and messages are on their way to the server at once. */
const PUBLISHED_AT_ONCE = 32;

/** After so long without a result, jobs that the queue has lost are published again. */
const QUIET_MS = 15_000;

type Parts = {
  readonly means: HandOutMeans;
  readonly onDone: Parameters<HandOut>[2];
  readonly files: QueueFiles;
  readonly folders: OwnFolders;
  readonly jobs: PublishedJobs;
  readonly sources: SourcePacks;
  readonly results: CollectedResults;
  readonly options: QueuedRunOptions;
  readonly noWorkerLine: () => Promise<string>;
};

/** Publishes the jobs of a run, takes their results, and looks for those that got lost. */
export class HandingOut {
  readonly #scenarios: readonly Scenario[];
  readonly #parts: Parts;
  readonly #unfinished: UnfinishedJobs;
  #taken = 0;
  #costUsd = 0;
  #hasNoted = false;
  /** Jobs whose results are being taken. */
  readonly #inHand = new Set<number>();
  /** Jobs whose results were asked for, since they did not come. */
  readonly #found = new Set<number>();

  constructor(scenarios: readonly Scenario[], parts: Parts) {
    this.#scenarios = scenarios;
    this.#parts = parts;
    this.#unfinished = new UnfinishedJobs(scenarios.length);
  }

  /** What the jobs report, as far as it is known. */
  get costUsd(): number {
    return this.#costUsd;
  }

  async run(): Promise<void> {
    const { results, jobs, means } = this.#parts;
    const aborted = Promise.withResolvers<"aborted">();
    means.signal.addEventListener("abort", () => aborted.resolve("aborted"), { once: true });
    const taking = results.forEach(async (result) => {
      if (!this.#found.has(result.index)) await this.#take(result);
    });
    try {
      const end = await Promise.race([this.#handOut(), taking, aborted.promise]);
      if (end === "aborted") await jobs.withdraw("all");
    } catch (fault) {
      // Nothing may run for a run that has failed.
      await jobs.withdraw("all").catch(() => {});
      throw fault;
    } finally {
      results.stop();
    }
  }

  async #take(result: ResultMessage): Promise<void> {
    this.#inHand.add(result.index);
    this.#refuseOtherFiles(result);
    const ran = await takeResult(result, this.#parts);
    // Before those who wait for a change look at it.
    this.#taken += 1;
    await this.#finish(result.index, ran);
    this.#inHand.delete(result.index);
  }

  /** An earlier coordinator may have published this job before a file of it changed. */
  #refuseOtherFiles({ index, packs }: ResultMessage): void {
    const { options, sources } = this.#parts;
    const scenario = this.#scenarios[index];
    if (options.resumes && scenario !== undefined) refuseOtherFiles(scenario, packs, sources.namesOf(scenario));
  }

  async #handOut(): Promise<void> {
    const { results, jobs, options, means } = this.#parts;
    for (const [index, scenario] of this.#scenarios.entries()) {
      if (scenario.skip === null) continue;
      const ran = await means.own.run(scenario);
      if (ran !== null) await this.#finish(index, ran);
    }
    // Before the results: a job that is in neither has not been published.
    const present = options.resumes ? await jobs.present() : new Set<number>();
    while (this.#taken < results.earlier) await this.#change();
    if (options.resumes) options.onNote(`${this.#taken} jobs had ended, ${present.size} wait or run\n`);
    await this.#publish(this.#unfinished.indexes.filter((index) => !present.has(index)));
    while (this.#unfinished.size > 0) await this.#watch();
  }

  async #publish(indexes: readonly number[]): Promise<void> {
    const isWanted = (index: number): boolean => this.#unfinished.has(index) && !this.#parts.means.signal.aborted;
    for (let at = 0; at < indexes.length; at += PUBLISHED_AT_ONCE) {
      const round = indexes.slice(at, at + PUBLISHED_AT_ONCE);
      // The jobs in front of these bound what the stream holds.
      while (round.some((index) => isWanted(index) && index - this.#firstUnfinished() >= WINDOW)) await this.#change();
      const jobs = round.flatMap((index): NumberedJob[] => {
        const scenario = this.#scenarios[index];
        return scenario !== undefined && isWanted(index) ? [{ index, scenario }] : [];
      });
      await this.#parts.jobs.publish(jobs);
    }
  }

  #firstUnfinished(): number {
    return this.#unfinished.first ?? 0;
  }

  /** Waits for results. A server that lost its disk lost jobs, too: they are published again. */
  async #watch(): Promise<void> {
    const { jobs, options } = this.#parts;
    if (!(await this.#isQuiet(this.#unfinished.ended)) || this.#unfinished.size === 0) return;
    await this.#takeLost();
    const before = this.#unfinished.indexes;
    const present = await jobs.present();
    await pause(QUIET_MS);
    const lost = before.filter((index) => this.#unfinished.has(index) && !present.has(index));
    if (lost.length > 0) {
      jobs.renew();
      await this.#publish(lost);
    } else if (this.#taken === 0 && !this.#hasNoted) {
      this.#hasNoted = true;
      options.onNote(await this.#parts.noWorkerLine());
    }
  }

  /** Whether no result came for long, and what is waited for did not either. */
  async #isQuiet(awaited: Promise<void>): Promise<boolean> {
    const quiet = new AbortController();
    const takenBefore = this.#taken;
    await Promise.race([awaited, pause(QUIET_MS, quiet.signal)]);
    quiet.abort();
    return this.#taken === takenBefore;
  }

  /** Waits for a result, and for one that got lost no longer than that takes to see. */
  async #change(): Promise<void> {
    if (await this.#isQuiet(this.#unfinished.changed())) await this.#takeLost();
  }

  /** The server takes a result for delivered once it has sent it, also where the network dropped then. */
  async #takeLost(): Promise<void> {
    const { results } = this.#parts;
    for (const index of await results.stored()) {
      if (!this.#unfinished.has(index)) continue;
      const result = await results.find(index);
      // It may have come by itself since, or come yet.
      if (result === null || !this.#unfinished.has(index) || this.#inHand.has(index)) continue;
      this.#found.add(index);
      await this.#take(result);
    }
  }

  async #finish(index: number, ran: RanJob): Promise<void> {
    const { onDone, jobs } = this.#parts;
    this.#costUsd += ran.job.live?.costUsd ?? 0;
    // A job may run twice; its first result counts.
    if (!this.#unfinished.has(index)) return;
    this.#unfinished.finish(index);
    if (onDone(index, ran) === "go on") return;
    const dropped = this.#unfinished.dropBehind(index);
    if (dropped.length > 0) await jobs.withdraw(new Set(dropped));
  }
}
