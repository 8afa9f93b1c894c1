import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { QueueFiles } from "./files.ts";
import { largestMessage } from "./largest-message.ts";
import type { Queue } from "./open-queue.ts";

const [INLINE, STORED] = [0x3d, 0x40];

/** The bytes of a message for this document: the document itself, or the digest under which the object store has it. */
export async function bodyOf(queue: Queue, files: QueueFiles, document: object): Promise<Uint8Array> {
  const text = Buffer.from(JSON.stringify(document));
  if (text.length < largestMessage(queue)) return Buffer.concat([Buffer.of(INLINE), text]);
  return Buffer.concat([Buffer.of(STORED), Buffer.from(await files.put(text))]);
}

/** @throws HarnessError HX438 for anything that `bodyOf` did not make */
export async function readBody(files: QueueFiles, data: Uint8Array, subject: string): Promise<unknown> {
  const bytes = Buffer.from(data);
  const text = bytes.subarray(1);
  const document = bytes[0] === INLINE ? text : bytes[0] === STORED ? await files.get(text.toString()) : null;
  if (document === null)
    throw unreadable(subject, "its body is missing in the object store, or another program sent it");
  try {
    return JSON.parse(document.toString("utf8"));
  } catch {
    throw unreadable(subject, "its body is not JSON");
  }
}

function unreadable(subject: string, why: string): HarnessError {
  const fix = "keep other programs out of this --namespace";
  return new HarnessError({ code: "HX438", what: `a message cannot be read: ${why}`, where: subject, fix, exit: 3 });
}
