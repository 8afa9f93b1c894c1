import type * as jetstream from "@nats-io/jetstream";
import type * as keyValues from "@nats-io/kv";
import type * as objects from "@nats-io/obj";
import type * as transport from "@nats-io/transport-node";
import { HarnessError } from "../../kernel/faults/harness-error.ts";

/** The packages of the NATS client, which only runs on a queue need. */
export type NatsClient = {
  readonly transport: typeof transport;
  readonly jetstream: typeof jetstream;
  readonly objects: typeof objects;
  readonly keyValues: typeof keyValues;
};

/** @throws HarnessError HX431 where one of them is not installed */
export async function loadNatsClient(): Promise<NatsClient> {
  try {
    const [transport, jetstream, objects, keyValues] = await Promise.all([
      import("@nats-io/transport-node"),
      import("@nats-io/jetstream"),
      import("@nats-io/obj"),
      import("@nats-io/kv"),
    ]);
    // Its own code in JavaScript needs several times as long.
    objects.setSha256Backend("native");
    return { transport, jetstream, objects, keyValues };
  } catch (cause) {
    throw new HarnessError({
      code: "HX431",
      what: `the NATS client is not installed: ${cause instanceof Error ? cause.message.split("\n")[0] : String(cause)}`,
      fix: "npm i -D @nats-io/transport-node @nats-io/jetstream @nats-io/obj @nats-io/kv",
      exit: 2,
      cause,
    });
  }
}
