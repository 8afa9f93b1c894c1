import type { ConsumerMessages } from "@nats-io/jetstream";
import { ensureStreams } from "../nats/ensure-streams.ts";
import type { QueueFiles } from "../nats/files.ts";
import type { Queue } from "../nats/open-queue.ts";
import { persist } from "../nats/persist.ts";
import { readBody } from "../nats/send-body.ts";
import type { ResultMessage } from "../messages.ts";
import type { RunRecord } from "../run-record.ts";

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
  let current = await openConsumer(queue, run);
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
    current.messages.stop();
  };
  return {
    earlier: current.pending,
    forEach: async (take) => {
      for (;;) {
        for await (const message of current.messages) {
          const { document } = await readBody(files, message.data, message.subject);
          // The parsing edge: only our workers write to this stream.
          // oxlint-disable-next-line typescript/consistent-type-assertions -- see above
          await take(document as ResultMessage);
        }
        if (isStopped) return;
        // A server that lost its disk lost the consumer, too.
        await persist(queue, () => ensureStreams(queue.manager, queue.client, queue.names));
        current = await openConsumer(queue, run);
      }
    },
    stop,
    [Symbol.asyncDispose]: async () => {
      stop();
      await queue.manager.consumers.delete(queue.names.results, current.name).catch(() => {});
    },
  };
}

type OpenConsumer = { readonly name: string; readonly pending: number; readonly messages: ConsumerMessages };

async function openConsumer(queue: Queue, run: string): Promise<OpenConsumer> {
  const { names, manager, js, client } = queue;
  const { AckPolicy, DeliverPolicy } = client.jetstream;
  const info = await persist(queue, () =>
    manager.consumers.add(names.results, {
      durable_name: `${consumersOf(run)}${client.transport.nuid.next()}`,
      filter_subject: names.result(run, "*"),
      deliver_policy: DeliverPolicy.All,
      ack_policy: AckPolicy.None,
      inactive_threshold: INACTIVE_NS,
    }),
  );
  const consumer = js.consumers.getConsumerFromInfo(info);
  const messages = await persist(queue, () => consumer.consume({ max_messages: 500, expires: 10_000 }));
  return { name: info.name, pending: info.num_pending, messages };
}

/** Those whose coordinator was there within the last ten minutes. */
export async function coordinatedRuns(
  { names, manager }: Pick<Queue, "names" | "manager">,
  runs: readonly RunRecord[],
): Promise<readonly RunRecord[]> {
  const consumers: string[] = [];
  for await (const { name } of manager.consumers.list(names.results)) consumers.push(name);
  return runs.filter(({ run }) => consumers.some((name) => name.startsWith(consumersOf(run))));
}

function consumersOf(run: string): string {
  return `run-${run}-`;
}
