import type { ConsumerConfig, JetStreamManager, StreamConfig } from "@nats-io/jetstream";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { NatsClient } from "./load-client.ts";
import { madeTogether } from "./made-together.ts";
import type { QueueNames } from "./names.ts";
import { apiCodeOf } from "./queue-faults.ts";

/** Results and files stay this long. */
export const KEPT_DAYS = 7;

const DAY_NS = 24 * 3600 * 1e9;

/** Within this time the server drops a message that was sent twice. */
const DUPLICATES_NS = 120 * 1e9;

/**
 * Makes the streams that are missing. An existing one must keep what we send until it is taken.
 *
 * @throws HarnessError HX433 for a stream with limits that would lose messages
 */
export async function ensureStreams(
  manager: JetStreamManager,
  { jetstream: { RetentionPolicy, DiscardPolicy } }: NatsClient,
  names: QueueNames,
): Promise<void> {
  const jobs = {
    name: names.jobs,
    subjects: [names.allJobs],
    retention: RetentionPolicy.Workqueue,
    discard: DiscardPolicy.New,
    duplicate_window: DUPLICATES_NS,
  };
  const results = {
    name: names.results,
    subjects: [names.allResults],
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.New,
    max_age: KEPT_DAYS * DAY_NS,
    duplicate_window: DUPLICATES_NS,
  };
  await Promise.all([jobs, results].map((needed) => madeTogether(() => ensureStream(manager, needed))));
}

type NeededStream = Pick<StreamConfig, "name" | "subjects" | "retention" | "discard" | "duplicate_window"> &
  Partial<Pick<StreamConfig, "max_age">>;

async function ensureStream(manager: JetStreamManager, needed: NeededStream): Promise<void> {
  const found = await configOf(manager, needed.name);
  if (found === null) {
    await manager.streams.add(needed);
    return;
  }
  const faults = faultsOf(found, needed);
  if (faults.length === 0) return;
  throw new HarnessError({
    code: "HX433",
    what: `the stream ${needed.name} has other limits than forkproof needs: ${faults.join("; ")}`,
    fix: `change them, delete the stream (nats stream rm ${needed.name}), or choose another --namespace`,
    exit: 2,
  });
}

async function configOf(manager: JetStreamManager, name: string): Promise<StreamConfig | null> {
  try {
    return (await manager.streams.info(name)).config;
  } catch (fault) {
    if (apiCodeOf(fault) === STREAM_NOT_FOUND || (fault instanceof Error && fault.name === "StreamNotFoundError"))
      return null;
    throw fault;
  }
}

const STREAM_NOT_FOUND = 10059;

function faultsOf(found: StreamConfig, needed: NeededStream): readonly string[] {
  const faults: string[] = [];
  if (found.retention !== needed.retention) faults.push(`retention is ${found.retention}, not ${needed.retention}`);
  if (!needed.subjects.every((subject) => found.subjects.includes(subject))) {
    faults.push(`subjects are ${found.subjects.join(", ")}, without ${needed.subjects.join(", ")}`);
  }
  const isBounded = found.max_msgs > 0 || found.max_bytes > 0 || found.max_msgs_per_subject > 0;
  if (isBounded && found.discard !== needed.discard) faults.push("it drops its oldest messages once it is full");
  const least = needed.max_age ?? 0;
  if (found.max_age > 0 && (least === 0 || found.max_age < least)) {
    faults.push(`it drops messages after ${found.max_age / 1e9} s`);
  }
  if (found.max_msg_size > 0 && found.max_msg_size < SMALLEST_MESSAGE) {
    faults.push(`a message may have ${found.max_msg_size} bytes, and ${SMALLEST_MESSAGE} are needed`);
  }
  return faults;
}

/** Larger bodies go through the object store; see `send-body.ts`. */
const SMALLEST_MESSAGE = 64 * 1024;

/** The consumer that workers of one version share. A job whose worker has said nothing for `ackWaitMs` is delivered again. */
export async function ensureWorkers(
  manager: JetStreamManager,
  { jetstream: { AckPolicy } }: NatsClient,
  names: QueueNames,
  version: string,
  ackWaitMs: number | null,
): Promise<string> {
  const name = names.workersOf(version);
  const known = await manager.consumers.info(names.jobs, name).catch(() => null);
  const ackWait = (ackWaitMs ?? DEFAULT_ACK_WAIT_MS) * 1e6;
  const config: Partial<ConsumerConfig> = {
    durable_name: name,
    filter_subject: names.jobsOf(version),
    ack_policy: AckPolicy.Explicit,
    ack_wait: ackWait,
    max_ack_pending: 65_536,
    max_deliver: -1,
  };
  if (known === null) await manager.consumers.add(names.jobs, config);
  else if (ackWaitMs !== null && known.config.ack_wait !== ackWait) {
    await manager.consumers.update(names.jobs, name, { ack_wait: ackWait });
  }
  return name;
}

const DEFAULT_ACK_WAIT_MS = 30_000;
