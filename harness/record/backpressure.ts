import type { Socket } from "node:net";

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

  /** Holds until `reader` has room for more. A reader that goes away has its own way to end this socket. */
  holdUntilDrained(reader: Socket): void {
    if (reader.writableNeedDrain) reader.once("drain", this.hold());
  }
}
