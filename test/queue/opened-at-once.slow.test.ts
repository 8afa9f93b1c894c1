import { expect, test } from "vitest";
import { openQueue } from "../../harness/queue/nats/open-queue.ts";
import { parseQueueAddress } from "../../harness/queue/nats/address.ts";
import { hasNatsServer, startNatsServer } from "../support/nats-server.ts";

test.skipIf(!hasNatsServer)("workers that begin at once on an empty server all find its streams", async () => {
  await using server = await startNatsServer();
  for (let round = 0; round < 8; round += 1) {
    const address = parseQueueAddress({
      url: server.url,
      namespace: `at_once_${round}`,
      creds: null,
      nkey: null,
      environment: () => undefined,
    });
    const opened = await Promise.allSettled(Array.from({ length: 12 }, () => openQueue(address, "test")));
    for (const each of opened) if (each.status === "fulfilled") await each.value[Symbol.asyncDispose]();
    expect(opened.flatMap((each) => (each.status === "rejected" ? [String(each.reason)] : []))).toEqual([]);
  }
});
