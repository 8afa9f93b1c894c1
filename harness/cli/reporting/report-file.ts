import { claimFile, type ClaimedFile } from "../../io/files/claim-file.ts";
import { monotonicMs, startTimer } from "../../io/clock.ts";
import { readStart, statKind, writeAtomically } from "../../io/files/disk.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { RunResult } from "../../kernel/run-result.ts";
import { makeRunRenderer } from "../../report/render-growing-run.ts";
import { usageError } from "../usage-error.ts";

/** The result of the last run, unless `--report` names another file. */
export const DEFAULT_REPORT = "reports/latest.json";

/** The most that a killed run may lose of its report. */
const LONGEST_PAUSE_MS = 5000;

/** Between two writes passes this many times as long as the last one took: writing takes a fortieth of a run's time at most. */
const PAUSE_PER_WRITE = 39;

/**
 * The report of a run on disk, from before its first job. The file never holds half a report, or that of an earlier run. Until
 * the run has ended it says that the run was interrupted, for readers after a kill.
 */
export class ReportFile implements Disposable {
  /** As it was given. */
  readonly path: string;
  readonly #file: ClaimedFile;
  readonly #render = makeRunRenderer();
  #nextMs: number | null = null;
  #cancel: (() => void) | null = null;

  /** @throws HarnessError HX513 or HX516 where no report can be written there, HX523 where another run is writing one, HX524 where the file is not a report */
  constructor(path: string) {
    this.path = path;
    const file = claimFile(path);
    if (file.kind === "elsewhere") {
      const what = `another run (process ${file.pid}) is writing ${path}`;
      const fix = "wait for its end, or write this run's report elsewhere: --report FILE";
      throw usageError("HX523", what, fix, file.lock);
    }
    this.#file = file;
    if (file.isRegular && !isReport(file.path)) {
      file[Symbol.dispose]();
      const fix = "write the report elsewhere with --report FILE, or remove that file";
      throw usageError("HX524", "refusing to overwrite: not a report of forkproof", fix, path);
    }
  }

  /**
   * Writes what the run has come to so far, at once where the last write is long enough ago for what it took, else as soon as
   * it is. A device or pipe gets the end alone.
   *
   * @throws HarnessError HX513 or HX516 from the first write; later ones are tried again, at the latest by `finish`
   */
  update(current: () => RunResult): void {
    if (!this.#file.isRegular) return;
    if (this.#nextMs === null) return this.#writeInterim(current);
    this.#cancel?.();
    this.#cancel = null;
    const pauseMs = this.#nextMs - monotonicMs();
    if (pauseMs > 0) this.#cancel = startTimer(pauseMs, () => this.#tryInterim(current));
    else this.#tryInterim(current);
  }

  /** Writes the report of a run that has ended. Answers why it cannot be written: the result can still be printed. */
  finish(result: RunResult): HarnessError | null {
    this.#cancel?.();
    try {
      this.#write(this.#render(result));
      return null;
    } catch (fault) {
      if (fault instanceof HarnessError) return fault;
      throw fault;
    }
  }

  /** Whether the report of an earlier run is still there: this run has not written its own yet. */
  get isOfEarlierRun(): boolean {
    return this.#nextMs === null && this.#file.isRegular && statKind(this.#file.path) !== "missing";
  }

  [Symbol.dispose](): void {
    this.#cancel?.();
    this.#file[Symbol.dispose]();
  }

  #tryInterim(current: () => RunResult): void {
    try {
      this.#writeInterim(current);
    } catch (fault) {
      if (!(fault instanceof HarnessError)) throw fault;
    }
  }

  #writeInterim(current: () => RunResult): void {
    const startMs = monotonicMs();
    try {
      this.#write(this.#render({ ...current(), outcome: "interrupted" }));
    } finally {
      const endMs = monotonicMs();
      // The first write also loads what writing takes, and says nothing of what the next ones cost.
      if (this.#nextMs === null) this.#nextMs = endMs;
      else this.#nextMs = endMs + Math.min((endMs - startMs) * PAUSE_PER_WRITE, LONGEST_PAUSE_MS);
    }
  }

  #write(json: readonly string[]): void {
    writeAtomically(this.#file.path, json, this.path);
  }
}

/** Whether what is at a path may be replaced: a report of any version, an empty file, or nothing. */
function isReport(path: string): boolean {
  if (statKind(path) === "missing") return true;
  const start = readStart(path, 200).toString("utf8").trim();
  return start === "" || /^\{\s*"schema":\s*"forkproof\/run-result@/.test(start);
}
