import type { Recording } from "../../kernel/exchange.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { TurnRatio } from "../../kernel/turn-ratio.ts";
import { settledRatio } from "./judge-ratio.ts";
import { judgeRecording, type JudgeOptions } from "../recording/judge-recording.ts";

/** The ratio of every exchange that continues another one, by its id: the same that `inspect` shows. */
export function judgedRatios(
  recording: Recording,
  { provider, caches, passesBroken }: Omit<JudgeOptions, "provider"> & { readonly provider: string | null },
): ReadonlyMap<string, TurnRatio | null> {
  const ratios = new Map<string, TurnRatio | null>();
  const options = {
    ...(provider !== null && { provider }),
    ...(caches && { caches }),
    ...(passesBroken && { passesBroken }),
  };
  try {
    // An exchange whose parent shows itself later is given again: the last word counts.
    for (const { exchange, read } of judgeRecording(recording, options))
      ratios.set(exchange.id, settledRatio(read?.judgement?.ratio ?? null));
  } catch (error) {
    // A single request has no parent.
    if (!(error instanceof HarnessError) || error.code !== "HX252") throw error;
  }
  return ratios;
}
