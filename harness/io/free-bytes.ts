/**
 * Gives the memory of bytes back at once, if it is theirs alone. Only an owner that knows of no other reader may call it. A stream of many
 * large buffers would otherwise make the runtime collect garbage all the time, which costs more than passing the stream on.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  // Small buffers share one piece of memory.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
