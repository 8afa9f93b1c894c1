import { checkNames } from "../fork/params/check-names.ts";
import { checkShapes, forksShape } from "../fork/params/check-shapes.ts";
import type { ForkParams } from "../fork/params/fork-params.ts";
import type { ForkResult } from "../fork/fork-result.ts";
import type { ForkSubagent } from "../fork/fork-subagent.ts";
import { messageOf } from "../fork/records/run-log.ts";

/** Parameters that every ready-made fork needs from its agent. */
export type ConsumerRun = Pick<ForkParams, "parent" | "llm" | "tools"> &
  Partial<
    Pick<
      ForkParams,
      "strategy" | "ownCall" | "signal" | "observe" | "skipTranscript" | "maxTurns" | "timeoutMs" | "ownBreakpoints"
    >
  > & {
    readonly forks: ForkSubagent;
  };

/** Throws ForkParamsError for a parameter that a ready-made fork does not know, or sets itself. */
export function checkConsumer(given: object, own: readonly string[], what: string): void {
  checkNames(given, [...own, ...runNames], `parameter of ${what}`);
}

const runNames: readonly (keyof ConsumerRun)[] = [
  "forks",
  "parent",
  "llm",
  "tools",
  "strategy",
  "ownCall",
  "signal",
  "observe",
  "skipTranscript",
  "maxTurns",
  "timeoutMs",
  "ownBreakpoints",
];

/** Runs a fork to its end. */
export async function runToEnd(forks: ForkSubagent, params: ForkParams): Promise<ForkResult> {
  checkShapes({ forks }, [forksShape]);
  const handle = await forks.fork({ ...params, mode: "Sync" });
  const completion = handle.takeCompletion();
  if (completion === null) throw new Error("a new handle has given its completion away");
  return completion;
}

/** Runs a fork to its end, or says why it could not start: it was refused, or something of the caller's threw. */
export async function runOrRefusal(forks: ForkSubagent, paramsOf: () => ForkParams): Promise<ForkResult | string> {
  try {
    return await runToEnd(forks, paramsOf());
  } catch (fault) {
    return messageOf(fault);
  }
}
