import type { Socket } from "node:net";

/**
 * What may wait for a reader before nothing more is read for it. Node asks for a pause at 64 KiB, which loopback fills with each piece: a
 * sender that stops and starts with every one of them keeps neither side busy.
 */
const ROOM_BYTES = 1024 * 1024;

/** Stops a socket from reading for as long as anybody holds it. */
export class Backpressure {
  readonly #socket: Socket;
  #holders = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Holds until what is returned is called. */
  hold(): () => void {
    if (this.#holders === 0) this.#socket.pause();
    this.#holders += 1;
    return () => {
      this.#holders -= 1;
      if (this.#holders === 0 && !this.#socket.destroyed) this.#socket.resume();
    };
  }

  /** Holds until `reader` has taken what waits for it, if that is much. A reader that goes away has its own way to end this socket. */
  holdUntilDrained(reader: Socket): void {
    if (reader.writableNeedDrain && reader.writableLength > ROOM_BYTES) reader.once("drain", this.hold());
  }
}
