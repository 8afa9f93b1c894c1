import type { JetStreamClient, JetStreamManager } from "@nats-io/jetstream";
import type { KV } from "@nats-io/kv";
import type { ObjectStore } from "@nats-io/obj";
import type { Authenticator, NatsConnection } from "@nats-io/transport-node";
import { monotonicMs } from "../../io/clock.ts";
import { readBytes } from "../../io/files/disk.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { QueueAddress, QueueLogin } from "./address.ts";
import { ensureStreams, KEPT_DAYS } from "./ensure-streams.ts";
import { loadNatsClient, type NatsClient } from "./load-client.ts";
import { madeTogether } from "./made-together.ts";
import { type QueueNames, queueNames } from "./names.ts";
import { apiCodeOf, isDenied, queueFault } from "./queue-faults.ts";

/** A NATS server with our streams. */
export type Queue = AsyncDisposable & {
  readonly client: NatsClient;
  readonly connection: NatsConnection;
  readonly js: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly files: ObjectStore;
  /** Files that fit into one message. */
  readonly smallFiles: KV;
  readonly runs: KV;
  readonly names: QueueNames;
  readonly server: string;
  /** Whether the server takes another connection now. */
  readonly takesConnections: () => Promise<boolean>;
  /** Makes the connection anew, once for all that ask for it at the same time. */
  readonly reconnect: () => void;
};

/**
 * Connects, and makes the streams that are missing.
 *
 * @throws HarnessError HX431 without the client, HX432 without a server, HX434 for wrong credentials, HX435 without JetStream, HX433 for streams with other limits
 */
export async function openQueue(address: QueueAddress, name: string): Promise<Queue> {
  const client = await loadNatsClient();
  const connection = await connect(client, address, name);
  try {
    const names = queueNames(address.namespace);
    const options = { timeout: TIMEOUT_MS, checkAPI: false };
    const js = client.jetstream.jetstream(connection, options);
    const manager = await client.jetstream.jetstreamManager(connection, options);
    const [files, smallFiles, runs] = await Promise.all([
      madeTogether(() => new client.objects.Objm(js).create(names.files, { ttl: KEPT_DAYS * DAY_NS })),
      madeTogether(() => new client.keyValues.Kvm(js).create(names.smallFiles, { ttl: KEPT_DAYS * DAY_MS })),
      madeTogether(() => new client.keyValues.Kvm(js).create(names.runs, { ttl: 30 * DAY_MS })),
      ensureStreams(manager, client, names),
    ]);
    const close = (): Promise<void> => connection.close();
    return {
      client,
      connection,
      js,
      manager,
      files,
      smallFiles,
      runs,
      names,
      server: address.shown,
      takesConnections: sharedProbe(() => connect(client, address, `${name}, looking whether the server is there`)),
      reconnect: sharedReconnect(connection),
      [Symbol.asyncDispose]: close,
    };
  } catch (fault) {
    await connection.close();
    throw withoutJetStream(fault) ? jetStreamMissing(address, fault) : queueFault(fault, address.shown);
  }
}

const TIMEOUT_MS = 5_000;
const DAY_MS = 24 * 3600 * 1000;
const DAY_NS = DAY_MS * 1e6;

/** One look for all who ask at the same time. */
function sharedProbe(open: () => Promise<NatsConnection>): () => Promise<boolean> {
  let probing: Promise<boolean> | null = null;
  const probe = async (): Promise<boolean> => {
    try {
      await (await open()).close();
      return true;
    } catch {
      return false;
    }
  };
  return () => (probing ??= probe().finally(() => (probing = null)));
}

function sharedReconnect(connection: NatsConnection): () => void {
  let lastMs = -Infinity;
  return () => {
    if (connection.isClosed() || monotonicMs() - lastMs < TIMEOUT_MS) return;
    lastMs = monotonicMs();
    void connection.reconnect();
  };
}

async function connect(client: NatsClient, address: QueueAddress, name: string): Promise<NatsConnection> {
  const { url, login, isEncrypted, caFile } = address;
  const { transport } = client;
  const authenticator = authenticatorOf(transport, login);
  try {
    return await transport.connect({
      servers: url,
      name,
      timeout: TIMEOUT_MS,
      maxReconnectAttempts: -1,
      // Each request would keep a stack trace of its own.
      noAsyncTraces: true,
      reconnectTimeWait: 250,
      // A network that drops without a word is noticed within 20 s.
      pingInterval: 10_000,
      maxPingOut: 2,
      ...(login.kind === "password" && { user: login.user, pass: login.password }),
      ...(authenticator !== null && { authenticator }),
      ...(isEncrypted && { tls: caFile === null ? {} : { caFile } }),
    });
  } catch (fault) {
    if (fault instanceof HarnessError) throw fault;
    if (login.kind === "anonymous" && fault instanceof Error && isDenied(fault)) throw loginMissing(address.shown);
    throw asUnreachable(queueFault(fault, address.shown), fault, address);
  }
}

/** @throws HarnessError HX434 for a file that cannot sign: the client would report it as a server that is not there */
function authenticatorOf(transport: NatsClient["transport"], login: QueueLogin): Authenticator | null {
  if (login.kind !== "creds" && login.kind !== "nkey") return null;
  const bytes = readBytes(login.file);
  try {
    const seed = new TextEncoder().encode(bytes.toString("utf8").trim());
    const made = login.kind === "creds" ? transport.credsAuthenticator(bytes) : transport.nkeyAuthenticator(seed);
    made("probe");
    return made;
  } catch {
    const fix = {
      creds: "name a .creds file, as nsc writes it",
      nkey: "name a file that holds the seed of a user (SU…)",
    };
    const what = `this file of --${login.kind} holds no login`;
    throw new HarnessError({ code: "HX434", what, where: login.file, fix: fix[login.kind], exit: 2 });
  }
}

function loginMissing(where: string): HarnessError {
  const fix = "pass --creds or --nkey, write nats://USER:PASSWORD@HOST:4222, or set NATS_USER and NATS_PASSWORD";
  return new HarnessError({ code: "HX434", what: "this server asks for a login", where, fix, exit: 2 });
}

/** Whatever keeps us from connecting is about the address, its certificate or the file of the login. */
function asUnreachable(said: unknown, fault: unknown, { shown }: QueueAddress): unknown {
  if (said instanceof HarnessError || !(fault instanceof Error)) return said;
  return new HarnessError({
    code: "HX432",
    what: `the NATS server cannot be reached: ${fault.message}`,
    where: shown,
    fix: "start it, or check the address, the certificate (NATS_CA) and the file of --creds or --nkey",
    exit: 3,
    cause: fault,
  });
}

function withoutJetStream(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  return NOT_ENABLED.has(apiCodeOf(fault) ?? 0) || /no responders|jetstream (?:is )?not enabled/i.test(fault.message);
}

/** For the account, and for the server. */
const NOT_ENABLED: ReadonlySet<number> = new Set([10039, 10076]);

function jetStreamMissing({ shown }: QueueAddress, cause: unknown): HarnessError {
  return new HarnessError({
    code: "HX435",
    what: "this NATS server runs without JetStream, or this account may not use it",
    where: shown,
    fix: "start it with `nats-server -js`, or enable JetStream for the account",
    exit: 3,
    cause,
  });
}
