/**
 * Bytes of an unexpected shape: a request body that is not a JSON object, an answer that is not a message, an event that
 * cannot be read. The message carries no text of the body, which may hold secrets.
 */
export class WireFault extends Error {
  /** Byte offset into the text that was read; null if the fault is not at one place. */
  readonly offset: number | null;

  constructor(what: string, offset: number | null = null) {
    super(offset === null ? what : `${what} (byte ${offset})`);
    this.name = "WireFault";
    this.offset = offset;
  }
}
