import type { Queue } from "./open-queue.ts";

/** A message may have 1 MiB by default, with its subject and headers; a server may allow less. */
const LARGEST = 512 * 1024;

const HEADERS = 4 * 1024;

/** The object store divides content into messages of this many bytes, unless a server allows only less. */
const CHUNK = 128 * 1024;

export function chunkSize(queue: Queue): number {
  return Math.min(CHUNK, largestMessage(queue));
}

/** The most bytes that one message takes; more go through the object store. */
export function largestMessage({ connection }: Queue): number {
  return Math.min(LARGEST, (connection.info?.max_payload ?? LARGEST) - HEADERS);
}
