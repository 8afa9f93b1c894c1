import { jetstreamManager, type JetStreamManager } from "@nats-io/jetstream";
import {
  type Authenticator,
  AuthorizationError,
  connect,
  credsAuthenticator,
  nkeyAuthenticator,
  UserAuthenticationExpiredError,
  type NatsConnection,
  type NodeConnectionOptions,
} from "@nats-io/transport-node";
import { RemoteError } from "../remote-error.ts";
import type { NatsOptions } from "./nats-options.ts";

/** Connects, and stays so: a connection that drops comes back by itself. Rejects with RemoteError. */
export async function connectNats(options: NatsOptions): Promise<NatsConnection> {
  const place = placeOf(options);
  const connection = optionsOf(options);
  try {
    return await connect(connection);
  } catch (fault) {
    if (fault instanceof AuthorizationError || fault instanceof UserAuthenticationExpiredError) {
      const fix = "Pass the user and pass, token, creds or nkey that the server's configuration allows";
      throw new RemoteError(`the NATS server at ${place} refused the login: ${fault.message}`, fix, fault);
    }
    const what = fault instanceof Error ? fault.message : String(fault);
    const fix = "Check the address, or start a server there: nats-server -js";
    throw new RemoteError(`no NATS server answers at ${place}: ${what}`, fix, fault);
  }
}

/** The manager of streams. Rejects with RemoteError for a server without JetStream. */
export async function managerOf(connection: NatsConnection, place: string): Promise<JetStreamManager> {
  try {
    return await jetstreamManager(connection);
  } catch (fault) {
    if (!(fault instanceof Error && fault.name === "JetStreamNotEnabled")) throw fault;
    const fix = "Start it with JetStream (nats-server -js), or enable JetStream for this account";
    throw new RemoteError(`the NATS server at ${place} has no JetStream`, fix, fault);
  }
}

/** The servers as messages show them: without a login. */
export function placeOf({ servers }: NatsOptions): string {
  const list = typeof servers === "string" ? [servers] : servers;
  return list.map((server) => server.replace(/\/\/[^/@]*@/, "//")).join(", ");
}

function optionsOf(options: NatsOptions): NodeConnectionOptions {
  const { servers, tls } = options;
  return {
    servers: typeof servers === "string" ? servers : [...servers],
    ...loginOf(options),
    ...(tls !== undefined && { tls: { ...tls } }),
    name: "forkproof",
    timeout: 5000,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
  };
}

function loginOf({ user, pass, token, creds, nkey }: NatsOptions): NodeConnectionOptions {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  if (creds !== undefined) return { authenticator: readable("creds", credsAuthenticator(bytes(creds))) };
  if (nkey !== undefined) return { authenticator: readable("nkey", nkeyAuthenticator(bytes(nkey))) };
  return {
    ...(user !== undefined && { user }),
    ...(pass !== undefined && { pass }),
    ...(token !== undefined && { token }),
  };
}

/** Throws RemoteError for a login that cannot sign: the client would report it as a server that does not answer. */
function readable(name: "creds" | "nkey", authenticator: Authenticator): Authenticator {
  try {
    authenticator("probe");
    return authenticator;
  } catch (fault) {
    const fix = { creds: "Pass the text of a .creds file", nkey: "Pass the seed of a user, which begins with SU" }[
      name
    ];
    // The fault may quote what it could not read.
    throw new RemoteError(`${name} cannot be read (${fault instanceof Error ? fault.name : "unknown"})`, fix);
  }
}
