import type { ConsumerMessages } from "@nats-io/jetstream";
import type { QueueFiles } from "../nats/files.ts";
import type { Queue } from "../nats/open-queue.ts";
import { persist } from "../nats/persist.ts";
import { readBody } from "../nats/send-body.ts";
import type { ResultMessage } from "../messages.ts";

/** The results of one run, those of an earlier coordinator first. */
export type CollectedResults = AsyncDisposable & {
  /** How many were there at the start. */
  readonly earlier: number;
  /** Calls `take` with each result, until `stop` is called. */
  readonly forEach: (take: (result: ResultMessage) => Promise<void>) => Promise<void>;
  readonly stop: () => void;
};

/** A consumer whose coordinator is gone is removed by the server after this time. */
const INACTIVE_NS = 600 * 1e9;

export async function collectResults(queue: Queue, files: QueueFiles, run: string): Promise<CollectedResults> {
  const { names, manager, js, client } = queue;
  const { AckPolicy, DeliverPolicy } = client.jetstream;
  const info = await persist(queue, () =>
    manager.consumers.add(names.results, {
      durable_name: `run-${run}-${client.transport.nuid.next()}`,
      filter_subject: names.result(run, "*"),
      deliver_policy: DeliverPolicy.All,
      ack_policy: AckPolicy.None,
      inactive_threshold: INACTIVE_NS,
    }),
  );
  const consumer = js.consumers.getConsumerFromInfo(info);
  const messages: ConsumerMessages = await persist(queue, () =>
    consumer.consume({ max_messages: 500, expires: 10_000 }),
  );
  return {
    earlier: info.num_pending,
    forEach: async (take) => {
      for await (const message of messages) {
        // The parsing edge: only our workers write to this stream.
        const document = await readBody(files, message.data, message.subject);
        // oxlint-disable-next-line typescript/consistent-type-assertions -- see above
        await take(document as ResultMessage);
      }
    },
    stop: () => messages.stop(),
    [Symbol.asyncDispose]: async () => {
      messages.stop();
      await manager.consumers.delete(names.results, info.name).catch(() => {});
    },
  };
}
