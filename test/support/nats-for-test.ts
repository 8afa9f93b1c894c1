import { onTestFinished } from "vitest";
import { type NatsServer, type NatsServerOptions, startNatsServer } from "./nats-server.ts";

/** A server that ends with the test, after all that the test opened later. */
export async function natsForTest(options: NatsServerOptions = {}): Promise<NatsServer> {
  const server = await startNatsServer(options);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}
