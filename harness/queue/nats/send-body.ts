import { lengthOf } from "../../io/packed/compress.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { PackedContent, QueueFiles } from "./files.ts";
import { largestMessage } from "./largest-message.ts";
import type { Queue } from "./open-queue.ts";

const [INLINE, STORED] = [0x3d, 0x40];

type Head = { readonly attached: readonly { readonly name: string; readonly size: number }[]; readonly size: number };

/**
 * The bytes of a message for this document, which is JSON: the document itself, or the name under which the store has it. Attachments
 * that do not fit go to the store.
 */
export async function bodyOf(
  queue: Queue,
  files: QueueFiles,
  document: string,
  attached: readonly PackedContent[] = [],
): Promise<Uint8Array> {
  const text = Buffer.from(document);
  const whole = frame(text, attached);
  if (lengthOf(whole) < largestMessage(queue)) return Buffer.concat(whole);
  await Promise.all(attached.map((content) => files.putPacked(content)));
  const alone = frame(text, []);
  return Buffer.concat(
    lengthOf(alone) < largestMessage(queue) ? alone : [Buffer.of(STORED), Buffer.from(await files.put([text]))],
  );
}

/** A line of JSON with sizes, the document, and the attachments. */
function frame(text: Buffer, contents: readonly PackedContent[]): readonly Uint8Array[] {
  const attached = contents.map(({ name, packed }) => ({ name, size: packed.length }));
  const head = JSON.stringify({ size: text.length, attached } satisfies Head);
  return [Buffer.of(INLINE), Buffer.from(`${head}\n`), text, ...contents.map(({ packed }) => packed)];
}

/** Attachments are still compressed. */
export type ReadBody = { readonly document: unknown; readonly attached: ReadonlyMap<string, Buffer> };

/** @throws HarnessError HX438 for anything that `bodyOf` did not make */
export async function readBody(files: QueueFiles, data: Uint8Array, subject: string): Promise<ReadBody> {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  try {
    if (bytes[0] === INLINE) return readFrame(bytes);
    const stored = bytes[0] === STORED ? await files.get(bytes.subarray(1).toString()) : null;
    if (stored !== null) return { document: JSON.parse(stored.toString("utf8")), attached: new Map() };
  } catch (fault) {
    if (!(fault instanceof SyntaxError)) throw fault;
    throw unreadable(subject, "its body is not JSON");
  }
  throw unreadable(subject, "its body is missing in the object store, or another program sent it");
}

function readFrame(bytes: Buffer): ReadBody {
  const start = bytes.indexOf("\n") + 1;
  const head: Head = JSON.parse(bytes.toString("utf8", 1, start));
  let at = start + head.size;
  const document: unknown = JSON.parse(bytes.toString("utf8", start, at));
  const attached = head.attached.map(({ name, size }): [string, Buffer] => {
    const content = bytes.subarray(at, at + size);
    at += size;
    return [name, content];
  });
  return { document, attached: new Map(attached) };
}

function unreadable(subject: string, why: string): HarnessError {
  const fix = "keep other programs out of this --namespace";
  return new HarnessError({ code: "HX438", what: `a message cannot be read: ${why}`, where: subject, fix, exit: 3 });
}
