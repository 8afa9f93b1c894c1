import { writeSync } from "node:fs";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { deserialize, serialize } from "node:v8";

/** Values between two processes of ours, over a pipe that no standard stream is: what is printed cannot reach it. */
export type MessagePipe = {
  readonly send: (message: unknown) => void;
  /** Several in one write: each write wakes the process at the other end. */
  readonly sendTogether: (messages: readonly unknown[]) => void;
};

/** A message is its length in four bytes, then its bytes. */
const HEAD = 4;

/** Our messages are never longer: a greater length shows that the bytes are not a message. */
const LONGEST = 1 << 30;

/** Reads messages from a pipe until it ends. `onEnd` receives the reason if the bytes were not messages. */
export function openMessagePipe(
  stream: Duplex,
  on: { readonly message: (message: unknown) => void; readonly end: (fault: string | null) => void },
): MessagePipe {
  let chunks: Buffer[] = [];
  let held = 0;
  let isOver = false;
  const end = (fault: string | null): void => {
    if (isOver) return;
    isOver = true;
    on.end(fault);
  };
  /** The message at the head of what came; null until it is whole. */
  const take = (): Buffer | null => {
    const [first] = chunks;
    if (first === undefined || held < HEAD) return null;
    const head = first.length >= HEAD ? first : Buffer.concat(chunks);
    if (head !== first) chunks = [head];
    const length = head.readUInt32LE(0);
    if (length > LONGEST) throw new RangeError("the length of a message is invalid");
    if (held < HEAD + length) return null;
    const whole = chunks.length === 1 ? head : Buffer.concat(chunks);
    const rest = whole.subarray(HEAD + length);
    chunks = rest.length === 0 ? [] : [rest];
    held = rest.length;
    return whole.subarray(HEAD, HEAD + length);
  };
  stream.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    held += chunk.length;
    try {
      for (let bytes = take(); bytes !== null; bytes = take()) on.message(deserialize(bytes));
    } catch (fault) {
      end(fault instanceof Error ? fault.message : String(fault));
    }
  });
  stream.on("error", () => end(null));
  stream.on("close", () => end(null));
  stream.on("end", () => end(null));
  const send = (message: unknown): void => void (stream.writable && stream.write(frame(message)));
  const sendTogether = (messages: readonly unknown[]): void => {
    stream.cork();
    for (const message of messages) send(message);
    stream.uncork();
  };
  return { send, sendTogether };
}

/** The other end of a pipe that this process was started with. */
export function inheritedStream(descriptor: number): Duplex {
  return new Socket({ fd: descriptor, readable: true, writable: true });
}

/** For a process that is about to end: the message has left it when this returns. A full pipe loses it. */
export function sendAtOnce(descriptor: number, message: unknown): void {
  try {
    writeSync(descriptor, frame(message));
  } catch {
    // The other end sees how this process ends all the same.
  }
}

function frame(message: unknown): Buffer {
  const bytes = serialize(message);
  const head = Buffer.alloc(HEAD);
  head.writeUInt32LE(bytes.length);
  return Buffer.concat([head, bytes]);
}
