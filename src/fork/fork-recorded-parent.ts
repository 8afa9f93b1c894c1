import type { CacheSafeParams } from "../cache-safe/cache-safe-params.ts";
import { captureCacheSafeParams } from "../cache-safe/capture-cache-safe-params.ts";
import type { ParentExchange } from "../cache-safe/parent-exchange.ts";
import { clientFor, type ClientOptions } from "../providers/client-for.ts";
import { DefaultForkSubagent } from "./default-fork-subagent.ts";
import type { ForkPorts } from "./loop/fork-ports.ts";
import type { ForkParams } from "./params/fork-params.ts";
import type { ForkResult } from "./fork-result.ts";

/** A fork of a recorded parent: the exchange instead of a snapshot, where to send instead of a client: that is the one that speaks the exchange's wire. */
export type RecordedFork = Omit<ForkParams, "parent" | "llm"> & {
  readonly exchange: ParentExchange;
  readonly client: ClientOptions;
};

/**
 * Forks a parent of any wire that is known only by its recorded bytes, and waits for the end. Siblings of one parent share its bytes
 * only when they are started from one snapshot: capture once and call `fork` for each. Rejects with ForkPointError,
 * ForkParamsError or TypeError (an unknown client option), before anything is sent.
 */
export async function forkRecordedParent(recorded: RecordedFork, ports: Partial<ForkPorts> = {}): Promise<ForkResult> {
  const { exchange, client, ...params } = recorded;
  const parent = captureCacheSafeParams(exchange);
  const llm = clientFor(parent.wire, { ...client, ...modelOf(parent) });
  const handle = await new DefaultForkSubagent(ports).fork({ ...params, parent, llm });
  const completion = handle.takeCompletion();
  if (completion === null) throw new Error("a new handle has given its completion away");
  return completion;
}

function modelOf({ model }: CacheSafeParams): { readonly model?: string } {
  return model === null ? {} : { model };
}
