import { environmentVariable } from "../io/process.ts";
import { parseQueueAddress, type QueueAddress } from "../queue/nats/address.ts";
import { type Invocation, valueOf } from "./command.ts";
import { usageError } from "./usage-error.ts";

/** The server of `--queue`; null without it. @throws HarnessError HX503 */
export function readQueueAddress(invocation: Invocation): QueueAddress | null {
  const url = valueOf(invocation, "queue");
  if (url === null) {
    const names = ["namespace", "creds", "nkey", "redeliver-after", "queue-files"];
    const idle = names.find((name) => invocation.options.has(name));
    if (idle === undefined) return null;
    throw usageError(
      "HX503",
      `--${idle} does nothing without --queue`,
      "add --queue nats://HOST:4222, or leave it out",
    );
  }
  return parseQueueAddress({
    url,
    namespace: valueOf(invocation, "namespace"),
    creds: valueOf(invocation, "creds"),
    nkey: valueOf(invocation, "nkey"),
    environment: environmentVariable,
  });
}
