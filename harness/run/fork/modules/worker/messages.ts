import type { JsonObject } from "../../../../kernel/json.ts";
import type { StubbedAnswer } from "../../stub-tools.ts";
import type { ForkedParent } from "../../../../kernel/scenario-subject.ts";

/**
 * The messages between the runner and a worker. Each message carries the secret of its job, which user code never sees: a message
 * without it is ignored. A `run` is one fork of the job, by its lane.
 */
export type ToWorker =
  | { readonly kind: "begin"; readonly secret: string; readonly staysOnLoopback: boolean }
  | {
      readonly kind: "run";
      readonly secret: string;
      readonly run: string;
      readonly path: string;
      readonly task: PlainTask;
    }
  | {
      readonly kind: "score";
      readonly secret: string;
      readonly run: string;
      readonly target: ScorerTarget;
      readonly given: readonly [object, object];
    }
  | { readonly kind: "answer"; readonly secret: string; readonly call: number; readonly answer: StubbedAnswer }
  | { readonly kind: "abort"; readonly secret: string; readonly run: string; readonly reason: string }
  | { readonly kind: "end"; readonly secret: string };

/** The module's argument, as data. */
export type PlainTask = {
  readonly parent: ForkedParent;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly directive: string;
  readonly memoryDir: string | null;
};

/** A scorer: an export of a file, or of a package as the folder of `from` resolves it. */
export type ScorerTarget = { readonly exported: string } & (
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "package"; readonly name: string; readonly from: string }
);

export type FromWorker =
  | {
      readonly kind: "call";
      readonly secret: string;
      readonly run: string;
      readonly call: number;
      readonly tool: string;
      readonly input: JsonObject;
    }
  | { readonly kind: "result"; readonly secret: string; readonly run: string; readonly result: ModuleResult }
  | {
      readonly kind: "fault";
      readonly secret: string;
      /** The run that it came from; null where that is not known, or another job's. */
      readonly run: string | null;
      /** Whether code of an earlier job did it. */
      readonly isStray: boolean;
      readonly text: string;
    }
  | {
      readonly kind: "ended";
      readonly secret: string;
      /** Hosts that the job was kept from. */
      readonly refused: readonly string[];
    }
  /** The changes that the job left in the process; null if there are none. */
  | { readonly kind: "state"; readonly secret: string; readonly changed: string | null };

export type ModuleResult =
  | { readonly kind: "done"; readonly output: string | null }
  /** Null: the scorer has no opinion. */
  | { readonly kind: "scored"; readonly score: number | null; readonly why: string | null }
  | { readonly kind: "threw"; readonly text: string }
  /** The module cannot be imported. */
  | { readonly kind: "broken"; readonly text: string }
  /** Its default export is not a function. */
  | { readonly kind: "no function" };
