import type { Queue } from "./open-queue.ts";
import { persist } from "./persist.ts";
import { apiCodeOf } from "./queue-faults.ts";

type DeletedMessages = {
  readonly stream: string;
  /** A subject, which may end with `*`. */
  readonly filter: string;
  /** Of the subjects found, those to delete; by default all. */
  readonly isWanted?: (subject: string) => boolean;
  readonly patienceMs?: number;
};

/** Messages that are looked up and deleted at once. */
const AT_ONCE = 64;

/** The message is gone already. */
const NOT_DELETED = 10057;

/**
 * Deletes messages one by one. To purge their subject takes one request, but then server 2.9 skips all that waits for a consumer of more
 * subjects: workers would never get the jobs of other runs.
 *
 * @throws what `persist` throws
 */
export async function deleteMessages(
  queue: Queue,
  { stream, filter, isWanted = () => true, patienceMs }: DeletedMessages,
): Promise<void> {
  const { streams } = queue.manager;
  const found = await persist(queue, () => streams.info(stream, { subjects_filter: filter }), patienceMs);
  const left = Object.entries(found.state.subjects ?? {}).flatMap(([subject, count]) =>
    isWanted(subject) ? Array.from({ length: count }, () => subject) : [],
  );
  const deleteNext = async (): Promise<void> => {
    for (let subject = left.pop(); subject !== undefined; subject = left.pop()) {
      const last = { last_by_subj: subject };
      const message = await persist(queue, () => streams.getMessage(stream, last), patienceMs);
      if (message !== null) await persist(queue, () => deleteOne(queue, stream, message.seq), patienceMs);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, deleteNext));
}

async function deleteOne({ manager }: Queue, stream: string, seq: number): Promise<void> {
  try {
    await manager.streams.deleteMessage(stream, seq, false);
  } catch (fault) {
    if (apiCodeOf(fault) !== NOT_DELETED) throw fault;
  }
}
