import type { Socket } from "node:net";

import { freeBytes } from "../../io/free-bytes.ts";
import type { ProviderListener } from "../connect-provider.ts";

/**
 * Reads a socket, and hands on as one piece all that came in one turn of the event loop. TLS gives its bytes record by record, 16 KiB each:
 * passed on alone, each would be encrypted, written and acknowledged alone. Call it before others listen to the socket's end and errors,
 * since the bytes came before them.
 */
export function gatherReads(socket: Socket, listen: ProviderListener): void {
  let came: Buffer[] = [];
  const handOn = (): void => {
    const [first, ...others] = came;
    came = [];
    if (first === undefined) return;
    const bytes = others.length === 0 ? first : joined([first, ...others]);
    listen(bytes, () => freeBytes(bytes));
  };
  socket.on("data", (bytes: Buffer) => {
    came.push(bytes);
    if (came.length === 1) setImmediate(handOn);
  });
  socket.on("end", handOn);
  socket.on("error", handOn);
  // Destroyed from here: the rest has no reader.
  socket.on("close", () => {
    came = [];
  });
}

function joined(pieces: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(pieces);
  for (const piece of pieces) freeBytes(piece);
  return bytes;
}
