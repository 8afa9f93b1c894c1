import type { PrintedText } from "../../../io/workers/worker-process.ts";
import type { Exchange } from "../../../kernel/exchange.ts";
import type { SubjectReport } from "../../fork/subject-task.ts";
import type { LiveEndpoint } from "../live-endpoint.ts";
import type { LiveExchange } from "../live-provider.ts";

/** Everything that one round of a live job is judged by, whether it has just run or was kept by an earlier run. */
export type RoundEvidence = {
  /** As it was sent, with its answer; with an open call behind it where the recording ends in one. */
  readonly parent: Exchange;
  /** The requests of the forks. */
  readonly exchanges: readonly LiveExchange[];
  readonly reports: readonly SubjectReport[];
  readonly printed: PrintedText | null;
  /** Calls of the live model without a matching stub: the model got that as the answer. */
  readonly unmatched: readonly string[];
  /** Why a request was held back. */
  readonly refusal: string | null;
  /** Why a lane's last request came to no whole answer. */
  readonly faults: Readonly<Record<string, string>>;
  /** From the start of the forks until the last one reported. */
  readonly durationMs: number;
};

/** Who answered a live job. The path of the base URL is missing in transcripts of earlier versions. */
export type AnsweredBy = Pick<LiveEndpoint, "provider" | "diagnoses"> & {
  readonly host: string;
  readonly path?: string;
};
