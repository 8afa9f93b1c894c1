/**
 * Bytes that are not what their place on the wire demands: a request body that is no JSON object, an answer that is no
 * message, an event that nobody can read. The message carries no text of the body, which may hold secrets.
 */
export class WireFault extends Error {
  /** Byte offset into the text that was read; null where the fault is not at one place. */
  readonly offset: number | null;

  constructor(what: string, offset: number | null = null) {
    super(offset === null ? what : `${what} (byte ${offset})`);
    this.name = "WireFault";
    this.offset = offset;
  }
}
