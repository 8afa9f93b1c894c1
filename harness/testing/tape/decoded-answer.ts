import { decodedBody } from "./kept-bytes.ts";
import type { EntryLog } from "./tape-log.ts";

/** Below fetch an answer comes as it crossed the wire. A compressed one is decoded at its end, so that its counters can be read. */
export function withDecodedAnswer(entry: EntryLog): EntryLog {
  let coding: string | null = null;
  const pieces: Buffer[] = [];
  return {
    ...entry,
    responseBegan: (status, header) => {
      coding = header("content-encoding");
      entry.responseBegan(status, header);
    },
    responseBytes: (bytes) => {
      if (coding === null) entry.responseBytes(bytes);
      else pieces.push(Buffer.from(bytes));
    },
    ended: (outcome) => {
      if (pieces.length > 0) entry.responseBytes(decoded(Buffer.concat(pieces.splice(0)), coding));
      entry.ended(outcome);
    },
  };
}

/** Bytes that cannot be decoded stay as they came. */
function decoded(bytes: Buffer, coding: string | null): Buffer {
  return decodedBody(bytes, coding)?.body ?? bytes;
}
