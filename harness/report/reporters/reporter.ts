import type { RunResult } from "../../kernel/run-result.ts";
import type { TextStyle } from "../../kernel/text/text-style.ts";

/** One form of a run's report: a value in reporters.ts. */
export type Reporter = {
  readonly name: string;
  readonly description: string;
  /** `text` is for people, `document` for programs, `commands` for the CI runner that reads the output. */
  readonly kind: "text" | "document" | "commands";
  /** How its output begins or ends. A file that does neither is not replaced: an earlier run did not write it. */
  readonly begins?: RegExp;
  readonly ends?: RegExp;
  /** Whether it shows the blocks of judged requests, which a result holds only if asked. */
  readonly showsBlocks?: true;
  /** Loaded on demand: a run pays only for the reporters that it names. */
  readonly load: () => Promise<RenderRun>;
};

/** A pure function: it reads the result and the environment alone. */
export type RenderRun = (result: RunResult, environment: ReportEnvironment) => Rendered;

/** What a report may depend on besides the result. */
export type ReportEnvironment = {
  readonly style: TextStyle;
  /** Whether every job and fork is listed. */
  readonly verbose: boolean;
  /** The working folder in its repository, such as `packages/agent/`; empty for the root. */
  readonly folder: string;
  /** The file in which GitHub's runner collects the summary of a job; null elsewhere. */
  readonly stepSummary: string | null;
  /** A word that no subject can know: it ends the output that a runner must not read commands in. */
  readonly token: string;
};

export type Rendered = {
  /** For stdout, or for the file that the command line names. */
  readonly output: string;
  /** Files that the report appends to besides. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
};
