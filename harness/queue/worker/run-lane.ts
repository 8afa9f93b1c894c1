import type { JobLane } from "../../run/parallel/job-lane.ts";
import { openJobProcess } from "../../run/parallel/job-process.ts";
import { type SpareProcess, startSpareProcess } from "../../run/parallel/spare-process.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import type { ResultMessage } from "../messages.ts";
import type { KnownRun } from "./known-runs.ts";

/** What a job's process has said and found. */
export type LaneResult = Pick<ResultMessage, "job" | "durationMs" | "unknownModels" | "internalErrors">;

/** Runs one job at a time, in a process that it keeps as long as jobs are of one run. It has started before the first job comes. */
export class RunLane implements Disposable {
  readonly #signal: AbortSignal;
  #current: { readonly run: string; readonly process: JobLane } | null = null;
  #spare: SpareProcess | null = startSpareProcess();
  #unknownModels: string[] = [];
  #internalErrors: string[] = [];

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Null if the worker was asked to end. */
  async run(run: KnownRun, scenario: Scenario, packs: readonly Buffer[]): Promise<LaneResult | null> {
    [this.#unknownModels, this.#internalErrors] = [[], []];
    const ran = await this.#processOf(run).run(scenario, packs);
    return ran && { ...ran, unknownModels: this.#unknownModels, internalErrors: this.#internalErrors };
  }

  /** Between runs: another run gets a process of its own, which starts now. */
  renew(isOpen: (run: string) => boolean): void {
    if (this.#current === null || isOpen(this.#current.run)) return;
    this.#current.process[Symbol.dispose]();
    this.#current = null;
    this.#spare = startSpareProcess();
  }

  [Symbol.dispose](): void {
    this.#current?.process[Symbol.dispose]();
    this.#spare?.[Symbol.dispose]();
  }

  #processOf({ record: { run, settings }, folder, ledger }: KnownRun): JobLane {
    if (this.#current?.run === run) return this.#current.process;
    this.#current?.process[Symbol.dispose]();
    const process = openJobProcess({
      settings,
      folder: folder.path,
      ledger,
      spare: this.#spare,
      signal: this.#signal,
      onUnknownModel: (line) => void this.#unknownModels.push(line),
      onInternalError: (fault) =>
        void this.#internalErrors.push(fault instanceof Error ? (fault.stack ?? "") : String(fault)),
    });
    this.#spare = null;
    this.#current = { run, process };
    return process;
  }
}
