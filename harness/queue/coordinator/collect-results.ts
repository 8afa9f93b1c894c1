import type { ConsumerMessages } from "@nats-io/jetstream";
import type { QueueFiles } from "../nats/files.ts";
import { indexIn } from "../nats/names.ts";
import type { Queue } from "../nats/open-queue.ts";
import { persist } from "../nats/persist.ts";
import { lostStream, queueFault } from "../nats/queue-faults.ts";
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
  /** The jobs whose results the server has, whether they came here or not: the network may have lost them on their way. */
  readonly stored: () => Promise<readonly number[]>;
  /** The result of one of them. */
  readonly find: (index: number) => Promise<ResultMessage | null>;
};

/** A consumer whose coordinator is gone is removed by the server after this time. */
const INACTIVE_NS = 600 * 1e9;

/** @throws HarnessError HX439 if the server loses the results */
export async function collectResults(queue: Queue, files: QueueFiles, run: string): Promise<CollectedResults> {
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
  const messages: ConsumerMessages = await persist(queue, () =>
    consumer.consume({ max_messages: 500, expires: 10_000, abort_on_missing_resource: true }),
  );
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
    messages.stop();
  };
  return {
    earlier: info.num_pending,
    forEach: async (take) => {
      try {
        for await (const message of messages) {
          await take(await readResult(files, message));
        }
      } catch (fault) {
        throw queueFault(fault, queue.server);
      }
      // Without this, a run whose results stop would end as if all of them had come.
      if (!isStopped) throw lostStream(queue.server, "its consumer of results has ended");
    },
    stop,
    stored: async () => {
      const filter = { subjects_filter: names.result(run, "*") };
      const { state } = await persist(queue, () => manager.streams.info(names.results, filter));
      return Object.keys(state.subjects ?? {}).map(indexIn);
    },
    find: async (index) => {
      const subject = names.result(run, index);
      const found = await persist(queue, () => manager.streams.getMessage(names.results, { last_by_subj: subject }));
      return found === null ? null : readResult(files, found);
    },
    [Symbol.asyncDispose]: async () => {
      stop();
      await manager.consumers.delete(names.results, info.name).catch(() => {});
    },
  };
}

async function readResult(
  files: QueueFiles,
  { data, subject }: { readonly data: Uint8Array; readonly subject: string },
): Promise<ResultMessage> {
  const { document } = await readBody(files, data, subject);
  // The parsing edge: only our workers write to this stream.
  // oxlint-disable-next-line typescript/consistent-type-assertions -- see above
  return document as ResultMessage;
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
