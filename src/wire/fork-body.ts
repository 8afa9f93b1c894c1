import { applyEdits, setMember, type Edit } from "./apply-edits.ts";
import type { RawBody } from "./scan-body.ts";

/**
 * A request body as a list of slices. The parent's bytes are kept once and shared by every fork and every turn made from
 * them; only what is inserted is new. Immutable: `append` makes another body.
 */
export class ForkBody {
  readonly parts: readonly Buffer[];
  readonly byteLength: number;
  readonly #before: readonly Buffer[];
  readonly #after: readonly Buffer[];
  readonly #hasHistory: boolean;

  private constructor(before: readonly Buffer[], after: readonly Buffer[], hasHistory: boolean) {
    this.#before = before;
    this.#after = after;
    this.#hasHistory = hasHistory;
    this.parts = Object.freeze([...before, ...after]);
    this.byteLength = this.parts.reduce((sum, part) => sum + part.length, 0);
  }

  /**
   * The parent's body, open for more history. `fields` are raw JSON values of top-level members outside the prefix
   * (`stream`, `max_tokens`, `metadata`): replaced span by span, or added behind the last member.
   */
  static splice(parent: RawBody, fields: Readonly<Record<string, string>>): ForkBody {
    const edits = Object.entries(fields).map(([name, value]) => setMember(parent.object, name, value));
    const { bytes, historyEnd } = parent;
    const isBefore = (edit: Edit): boolean => edit.span.end <= historyEnd;
    return new ForkBody(
      applyEdits(bytes, { start: 0, end: historyEnd }, edits.filter(isBefore)),
      applyEdits(
        bytes,
        { start: historyEnd, end: bytes.length },
        edits.filter((edit) => !isBefore(edit)),
      ),
      parent.history.length > 0,
    );
  }

  /** The same body with raw JSON elements at the end of its history. What was there stays byte for byte. */
  append(elements: readonly Buffer[]): ForkBody {
    const inserted = elements.flatMap((element, index) =>
      index > 0 || this.#hasHistory ? [comma, element] : [element],
    );
    return new ForkBody([...this.#before, ...inserted], this.#after, this.#hasHistory || elements.length > 0);
  }

  /** The bytes in one piece, copied anew on each call. */
  toBuffer(): Buffer {
    return Buffer.concat(this.parts, this.byteLength);
  }
}

const comma = Buffer.from(",");
