import type { Mark } from "../../kernel/layout.ts";
import { decodeString } from "../../wire-scan/decode-string.ts";
import { walkMembers } from "../../wire-scan/walk-members.ts";

const OPEN_BRACE = 0x7b;

/**
 * Finds the `cache_control` members of one object while its members go by. A mark is cut out together with the comma that
 * binds it, so that what remains is the object as the client writes it without the mark, pretty-printed or compact.
 */
export class MarkReader {
  readonly #body: Buffer;
  readonly #pointer: string;
  readonly #marks: Mark[] = [];
  #previousEnd = -1;
  #firstMember: { keyStart: number; valueStart: number; valueEnd: number } | null = null;

  constructor(body: Buffer, pointer: string) {
    this.#body = body;
    this.#pointer = pointer;
  }

  /** Tells the reader of the next member, in body order. */
  see(name: string, keyStart: number, valueStart: number, valueEnd: number): void {
    const first = this.#firstMember;
    if (first !== null) {
      this.#add({ start: first.keyStart, end: keyStart }, first.valueStart, first.valueEnd);
      this.#firstMember = null;
    }
    if (name === "cache_control") {
      if (this.#previousEnd === -1) this.#firstMember = { keyStart, valueStart, valueEnd };
      else this.#add({ start: this.#previousEnd, end: valueEnd }, valueStart, valueEnd);
    }
    this.#previousEnd = valueEnd;
  }

  /** The marks, once every member has gone by. */
  done(): readonly Mark[] {
    const first = this.#firstMember;
    if (first !== null) this.#add({ start: first.keyStart, end: first.valueEnd }, first.valueStart, first.valueEnd);
    this.#firstMember = null;
    return this.#marks;
  }

  #add(excision: Mark["excision"], start: number, end: number): void {
    this.#marks.push({
      pointer: `${this.#pointer}/cache_control`,
      excision,
      value: { start, end },
      ttl: readTtl(this.#body, start),
    });
  }
}

function readTtl(body: Buffer, markStart: number): string | null {
  if (body[markStart] !== OPEN_BRACE) return null;
  let ttl: string | null = null;
  walkMembers(body, markStart, (keyStart, keyEnd, valueStart, valueEnd) => {
    if (decodeString(body, keyStart, keyEnd) === "ttl" && body[valueStart] === 0x22) {
      ttl = decodeString(body, valueStart, valueEnd);
    }
  });
  return ttl;
}
