import { WireFault } from "../wire-fault.ts";

/**
 * Server-sent events from chunks that may end anywhere, also inside a character (WHATWG HTML, 9.2.6). Only `data` is
 * kept: its type member says what an event is. An event whose closing blank line never came is not an event.
 */
export class SseDecoder {
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  #pending = "";
  #data: string[] = [];
  /** The last chunk ended in a carriage return: a line feed at the next one's start belongs to that line end. */
  #skipsLineFeed = false;

  /** The `data` of every event that `chunk` completes. Throws WireFault if the bytes are not UTF-8. */
  push(chunk: Uint8Array): readonly string[] {
    const decoded = this.#decode(chunk);
    if (decoded === "") return [];
    const text = this.#skipsLineFeed && decoded.startsWith("\n") ? decoded.slice(1) : decoded;
    this.#skipsLineFeed = decoded.endsWith("\r");
    this.#pending += text;
    // Splitting copies the whole pending line: a line of many chunks would cost their square.
    if (!/[\r\n]/.test(text)) return [];
    const lines = this.#pending.split(/\r\n|\n|\r/);
    this.#pending = lines.pop() ?? "";
    return lines.flatMap((line) => this.#take(line));
  }

  #decode(chunk: Uint8Array): string {
    try {
      return this.#decoder.decode(chunk, { stream: true });
    } catch (fault) {
      throw new WireFault(`the stream is not UTF-8: ${String(fault)}`);
    }
  }

  #take(line: string): readonly string[] {
    if (line === "") {
      const event = this.#data.join("\n");
      const isEvent = this.#data.length > 0;
      this.#data = [];
      return isEvent ? [event] : [];
    }
    const field = /^data(?:: ?|$)/.exec(line);
    if (field !== null) this.#data.push(line.slice(field[0].length));
    return [];
  }
}
