import { onTestFinished } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { launchNats, type NatsServer } from "./launch-nats.ts";

/** A server on loopback, on a free port, with a store of its own. It ends with the test. */
export async function startNats(args: readonly string[] = ["-js"]): Promise<NatsServer> {
  const server = await launchNats(temporaryFolder(), args);
  onTestFinished(server.end);
  return server;
}
