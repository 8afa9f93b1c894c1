import { jetstream, RetentionPolicy, StorageType, type JetStreamClient } from "@nats-io/jetstream";
import { Objm, type ObjectStore } from "@nats-io/obj";
import { nanos, type NatsConnection } from "@nats-io/transport-node";
import { checkShapes, isCountFrom, type Shape } from "../../fork/params/check-shapes.ts";
import { refuseUnknownOption } from "../../options/refuse-unknown.ts";
import type { Close, ForkTransport } from "../fork-transport.ts";
import { RemoteError } from "../remote-error.ts";
import { connectNats, managerOf, placeOf } from "./connect-nats.ts";
import type { NatsOptions } from "./nats-options.ts";
import { madeTogether } from "./made-together.ts";
import { packer, type Packer } from "./pack-message.ts";
import { requestsOver } from "./requests-over.ts";

export type { NatsOptions } from "./nats-options.ts";

/** A transport over NATS, and how to leave the server. */
export type NatsTransport = ForkTransport & { readonly close: Close };

const names = [
  "servers",
  "namespace",
  "user",
  "pass",
  "token",
  "creds",
  "nkey",
  "tls",
  "askTimeoutMs",
  "publishTimeoutMs",
];

/**
 * Connects to a NATS server 2.9 or later with JetStream. Events are kept in a stream for an hour, bodies in an object store for a day.
 * Needs the optional packages `@nats-io/transport-node`, `@nats-io/jetstream` and `@nats-io/obj`. Rejects with RemoteError, or ForkParamsError.
 */
export async function natsTransport(options: NatsOptions): Promise<NatsTransport> {
  refuseUnknownOption("natsTransport", options, names);
  checkShapes(options, shapes, "options.");
  const { namespace = "" } = options;
  if (!/^[\w-]*$/.test(namespace)) {
    const fix = "Use letters, digits, _ and - only";
    throw new RemoteError(`the namespace ${JSON.stringify(namespace)} cannot be part of a subject`, fix);
  }
  const connection = await connectNats(options);
  try {
    const place = placeOf(options);
    const manager = await managerOf(connection, place);
    const client = jetstream(connection);
    const prefix = namespace === "" ? "" : `${namespace}.`;
    const stream = `${namespace === "" ? "" : `${namespace}_`}forkproof_events`;
    const events = { name: stream, subjects: [`${prefix}agent.fork.*.events`], ...eventsKept };
    await usable(stream, place, () => manager.streams.add(events));
    const bucket = `${namespace === "" ? "" : `${namespace}_`}forkproof_bodies`;
    const objects = await usable(`OBJ_${bucket}`, place, () => new Objm(client).create(bucket, { ...bodiesKept }));
    return transportOver({ connection, client, stream, objects, prefix, place, options });
  } catch (fault) {
    await connection.close();
    throw fault;
  }
}

const eventsKept = {
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  max_age: nanos(3_600_000),
  duplicate_window: nanos(120_000),
};

const bodiesKept = { ttl: nanos(86_400_000), storage: StorageType.File };

/** A stream as it must be, or RemoteError: another stream has its name or its subjects. */
async function usable<T>(stream: string, place: string, make: () => Promise<T>): Promise<T> {
  try {
    return await madeTogether(make);
  } catch (fault) {
    const what = fault instanceof Error ? fault.message : String(fault);
    const fix =
      "Remove or rename the stream of that name or those subjects (nats stream ls), or pass another namespace";
    throw new RemoteError(`the stream ${stream} on ${place} cannot be used: ${what}`, fix, fault);
  }
}

const isServer = (value: unknown): boolean => typeof value === "string" && value !== "";

const shapes: readonly Shape[] = [
  {
    name: "servers",
    fits: (value) => isServer(value) || (Array.isArray(value) && value.length > 0 && value.every(isServer)),
    wanted: "the URL of a server, or a list of them; pass nats://HOST:4222",
  },
  { name: "askTimeoutMs", isOptional: true, fits: isCountFrom(1), wanted: "a count of milliseconds from 1" },
  { name: "publishTimeoutMs", isOptional: true, fits: isCountFrom(1), wanted: "a count of milliseconds from 1" },
];

type Parts = {
  readonly connection: NatsConnection;
  readonly client: JetStreamClient;
  readonly stream: string;
  readonly objects: ObjectStore;
  readonly prefix: string;
  readonly place: string;
  readonly options: NatsOptions;
};

function transportOver(parts: Parts): NatsTransport {
  const { connection, objects, prefix, place, options } = parts;
  const { askTimeoutMs = 10_000 } = options;
  let isUp = true;
  void watchStatus(connection, (state) => (isUp = state));
  const pack = packer(objects, connection.info?.max_payload ?? 1_048_576);
  return {
    place,
    isUp: () => isUp,
    ...requestsOver({ connection, prefix, place, askTimeoutMs }, pack),
    ...eventsOver(parts, pack),
    ...signalsOver(parts),
    put: async (digest, bytes) => {
      if ((await objects.info(digest)) === null) await pack.store(digest, bytes);
    },
    get: async (digest) => {
      const bytes = await objects.getBlob(digest);
      return bytes === null ? null : Buffer.from(bytes);
    },
    close: () => connection.drain(),
  };
}

function eventsOver(parts: Parts, pack: Packer): Pick<ForkTransport, "publish" | "subscribe"> {
  const { connection, client, prefix, place, options } = parts;
  const { publishTimeoutMs = 60_000 } = options;
  return {
    publish: async (subject, id, event) => {
      const { data, headers } = await pack.out(event);
      const until = Date.now() + publishTimeoutMs;
      for (;;) {
        try {
          await client.publish(prefix + subject, data, { msgID: id, ...(headers && { headers }) });
          return;
        } catch (fault) {
          if (connection.isClosed() || Date.now() > until) throw unpublished(fault, prefix + subject, place);
        }
      }
    },
    subscribe: (subject, receive) => subscribe(parts, pack, prefix + subject, receive),
  };
}

function signalsOver({ connection, prefix }: Parts): Pick<ForkTransport, "signal" | "listen"> {
  return {
    signal: (subject, message) => {
      if (!connection.isClosed()) connection.publish(prefix + subject, message);
    },
    listen: async (subject, receive) => {
      const subscription = connection.subscribe(prefix + subject, {
        callback: (_fault, { data }) => receive(Buffer.from(data)),
      });
      await connection.flush();
      return async () => subscription.unsubscribe();
    },
  };
}

async function subscribe(
  { client, stream, place }: Parts,
  pack: Packer,
  subject: string,
  receive: (event: Buffer) => void,
): Promise<Close> {
  try {
    const consumer = await client.consumers.get(stream, { filter_subjects: subject });
    let received = Promise.resolve();
    const messages = await consumer.consume({
      // A server that crashed has forgotten the consumer: after two missed heartbeats the client makes it anew, where it stopped.
      expires: 5000,
      idle_heartbeat: 500,
      // A large event comes from the object store: the others wait for it.
      callback: (message) => {
        received = received.then(async () => receive(await pack.in(message)));
      },
    });
    return async () => {
      await messages.close();
      await received;
    };
  } catch (fault) {
    throw unpublished(fault, subject, place);
  }
}

async function watchStatus(connection: NatsConnection, set: (isUp: boolean) => void): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type === "disconnect" || type === "staleConnection") set(false);
    if (type === "reconnect") set(true);
  }
}

function unpublished(fault: unknown, subject: string, place: string): RemoteError {
  const what = fault instanceof Error ? fault.message : String(fault);
  const fix = "Check that the server is up, and that its disk has room";
  return new RemoteError(`${subject} cannot be reached on ${place}: ${what}`, fix, fault);
}
