import { expect, test } from "vitest";
import { openQueue } from "../../harness/queue/nats/open-queue.ts";
import { parseQueueAddress, type QueueAddress } from "../../harness/queue/nats/address.ts";
import { ensureWorkers } from "../../harness/queue/nats/ensure-streams.ts";
import { noWorkerLine } from "../../harness/queue/coordinator/no-worker-line.ts";
import { version } from "../../harness/kernel/version.ts";
import { hasNatsServer, startNatsServer } from "../support/nats-server.ts";

test.skipIf(!hasNatsServer)("workers that begin at once on an empty server all find its streams", async () => {
  await using server = await startNatsServer();
  for (let round = 0; round < 8; round += 1) {
    const open = () => openQueue(addressOf(server.url, `at_once_${round}`), "test");
    const opened = await Promise.allSettled(Array.from({ length: 12 }, open));
    for (const each of opened) if (each.status === "fulfilled") await each.value[Symbol.asyncDispose]();
    expect(opened.flatMap((each) => (each.status === "rejected" ? [String(each.reason)] : []))).toEqual([]);
  }
});

test.skipIf(!hasNatsServer)("a run that waits for workers names those of other versions that wait", async () => {
  await using server = await startNatsServer();
  await using queue = await openQueue(addressOf(server.url, "versions"), "test");
  const { names, manager, client, js } = queue;
  await ensureWorkers(manager, client, names, version, null);
  const foreign = await js.consumers.get(names.jobs, await ensureWorkers(manager, client, names, "0.0.9-rc.1", null));
  expect(await noWorkerLine(queue)).not.toContain("0.0.9");
  const jobs = await foreign.fetch({ max_messages: 1, expires: 600_000 });
  const first = jobs[Symbol.asyncIterator]().next();
  await expect.poll(() => noWorkerLine(queue)).toContain("(workers of 0.0.9-rc.1 wait, and take no jobs of another");
  await jobs.close();
  expect((await first).done).toBe(true);
});

function addressOf(url: string, namespace: string): QueueAddress {
  return parseQueueAddress({ url, namespace, creds: null, nkey: null, environment: () => undefined });
}
