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
      if (pieces.length === 0) return entry.ended(outcome);
      const bytes = Buffer.concat(pieces.splice(0));
      // Bytes that cannot be decoded stay as they came.
      const { body, endsEarly } = decodedBody(bytes, coding) ?? { body: bytes, endsEarly: false };
      entry.responseBytes(body);
      entry.ended(endsEarly && outcome === "complete" ? "cut" : outcome);
    },
  };
}
