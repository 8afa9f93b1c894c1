import { jetstreamManager, type JetStreamManager } from "@nats-io/jetstream";
import {
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
  try {
    return await connect(optionsOf(options));
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

function optionsOf({ servers, user, pass, token, creds, nkey, tls }: NatsOptions): NodeConnectionOptions {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const login =
    creds !== undefined
      ? { authenticator: credsAuthenticator(bytes(creds)) }
      : nkey !== undefined
        ? { authenticator: nkeyAuthenticator(bytes(nkey)) }
        : {
            ...(user !== undefined && { user }),
            ...(pass !== undefined && { pass }),
            ...(token !== undefined && { token }),
          };
  return {
    servers: typeof servers === "string" ? servers : [...servers],
    ...login,
    ...(tls !== undefined && { tls: { ...tls } }),
    name: "forkproof",
    timeout: 5000,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
  };
}
