import { createHash } from "node:crypto";
import type { Exchange } from "../../../kernel/exchange.ts";
import type { ForkScenario } from "../../../scenario/scenario.ts";

/** A digest of all that decides what a live fork asks. A kept round with another one answers another question. */
export function forkDigest({ fork, provider, parent }: ForkScenario, recorded: Exchange): string {
  const { name, forkAfterMs, isolate } = provider;
  // The folder of a memory fork is a copy for each run.
  const portable = (key: string, value: unknown): unknown => (key === "memoryDir" ? undefined : value);
  const asked = JSON.stringify([fork, name, forkAfterMs, isolate, parent?.answer, recorded.path], portable);
  return createHash("sha256").update(asked).update(recorded.request).digest("hex").slice(0, 16);
}
