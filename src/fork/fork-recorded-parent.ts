import { captureCacheSafeParams } from "../cache-safe/capture-cache-safe-params.ts";
import type { ParentExchange } from "../cache-safe/capture-cache-safe-params.ts";
import { AnthropicClient, type AnthropicClientOptions } from "../providers/anthropic/anthropic-client.ts";
import { DefaultForkSubagent, type ForkPorts } from "./default-fork-subagent.ts";
import type { ForkParams } from "./fork-params.ts";
import type { ForkResult } from "./fork-result.ts";

/** A fork of a recorded parent: the exchange instead of a snapshot, where to send instead of a client. */
export type RecordedFork = Omit<ForkParams, "parent" | "llm"> & {
  readonly exchange: ParentExchange;
  readonly client: AnthropicClientOptions;
};

/**
 * Forks a parent that is known only by its recorded bytes, and waits for the end. Siblings of one parent share its bytes
 * only when they are started from one snapshot: capture once and call `fork` for each. Rejects with ForkPointError or
 * ForkParamsError, before anything is sent.
 */
export async function forkRecordedParent(recorded: RecordedFork, ports: Partial<ForkPorts> = {}): Promise<ForkResult> {
  const { exchange, client, ...params } = recorded;
  const handle = await new DefaultForkSubagent(ports).fork({
    ...params,
    parent: captureCacheSafeParams(exchange),
    llm: new AnthropicClient(client),
  });
  const completion = handle.takeCompletion();
  if (completion === null) throw new Error("a new handle has given its completion away");
  return completion;
}
