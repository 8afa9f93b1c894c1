import type { JobResult } from "../../../kernel/run-result.ts";
import type { LiveSettings } from "../../live/job-live-options.ts";
import type { Ledger } from "../../live/shared-spending.ts";
import type { Scenario } from "../../../scenario/scenario.ts";

/** From the runner to a process that runs jobs. */
export type ToJobProcess =
  /** There is time: no job waits yet. */
  | { readonly kind: "load" }
  | {
      readonly kind: "settings";
      /** The working folder of its jobs. */
      readonly folder: string;
      readonly rules: RulesFile | null;
      readonly strict: boolean;
      readonly keepFailed: string | null;
      readonly blocks: boolean;
      /** Whether some job runs a module: its process starts while this one still loads. */
      readonly runsModules: boolean;
      /** Null where the runner itself runs live jobs. */
      readonly live: LiveSettings | null;
    }
  /** Answers `reserve`. */
  | { readonly kind: "reserved"; readonly id: number; readonly state: LedgerAnswer }
  | {
      readonly kind: "run";
      readonly scenario: Scenario;
      /** Files that this job reads and that are not on the disk: compressed packs of entries. */
      readonly packs: readonly Buffer[];
    };

/** Cache rules of the user's, read once by the runner: all jobs of a run use the same. */
export type RulesFile = { readonly text: string; readonly file: string; readonly nowMs: number };

export type LedgerAnswer = Awaited<ReturnType<Ledger["reserve"]>>;

/** From such a process to the runner. */
export type FromJobProcess =
  | { readonly kind: "ready" }
  | { readonly kind: "unknown model"; readonly line: string }
  | { readonly kind: "internal error"; readonly stack: string }
  | { readonly kind: "reserve"; readonly id: number; readonly usd: number; readonly maxUsd: number }
  | { readonly kind: "settle"; readonly reservedUsd: number; readonly costUsd: number }
  | { readonly kind: "done"; readonly job: JobResult; readonly durationMs: number };
