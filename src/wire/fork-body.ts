import type { Fields } from "./fields.ts";
import { refuseUnknownOption } from "../options/refuse-unknown.ts";
import { applyEdits, removeMembers, setMember, type Edit } from "./apply-edits.ts";
import { setPath } from "./raw-member.ts";
import type { RawBody } from "./scan-body.ts";
import type { Span } from "./span.ts";
import type { MemberPath } from "./wire-format.ts";

/** The changes of a fork to its parent's body, apart from top-level members. */
export type BodyChange = {
  /** Raw elements that take the place of the whole history. */
  readonly history?: readonly Buffer[] | undefined;
  /** Raw values of members inside members; missing objects on the way are created. No path inside another. */
  readonly nested?: readonly { readonly path: MemberPath; readonly value: string }[];
};

/**
 * A request body as a list of slices. The parent's bytes are kept once and shared by every fork and every turn made from
 * them; only what is inserted is new. Immutable: `append` makes another body.
 */
export class ForkBody {
  readonly parts: readonly Buffer[];
  readonly byteLength: number;
  /** Where the next element of the history goes. */
  readonly historyEnd: number;
  readonly #before: readonly Buffer[];
  readonly #after: readonly Buffer[];
  readonly #hasHistory: boolean;

  private constructor(before: readonly Buffer[], after: readonly Buffer[], hasHistory: boolean) {
    this.#before = before;
    this.#after = after;
    this.#hasHistory = hasHistory;
    this.parts = Object.freeze([...before, ...after]);
    this.historyEnd = lengthOf(before);
    this.byteLength = this.historyEnd + lengthOf(after);
  }

  /**
   * The parent's body, open for more history. `fields` are raw JSON values of top-level members outside the prefix
   * (`stream`, `max_tokens`, `metadata`): replaced span by span, or added behind the last member; null leaves one out.
   *
   * @throws TypeError for an unknown change
   */
  static splice(parent: RawBody, fields: Fields, change: BodyChange = {}): ForkBody {
    refuseUnknownOption("ForkBody.splice", change, ["history", "nested"]);
    const { bytes, object, historyEnd } = parent;
    const edits = [
      ...Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [setMember(object, name, value)])),
      ...removeMembers(
        bytes,
        object,
        Object.keys(fields).filter((name) => fields[name] === null),
      ),
      ...(change.nested ?? []).map(({ path, value }) => setPath(bytes, object, path, value)),
    ];
    const isBefore = (edit: Edit): boolean => edit.span.end <= historyEnd;
    const headEnd = change.history === undefined ? historyEnd : (parent.history[0]?.start ?? historyEnd);
    const body = new ForkBody(
      applyEdits(bytes, { start: 0, end: headEnd }, edits.filter(isBefore)),
      applyEdits(
        bytes,
        { start: historyEnd, end: bytes.length },
        edits.filter((edit) => !isBefore(edit)),
      ),
      change.history === undefined && parent.history.length > 0,
    );
    return change.history === undefined ? body : body.append(change.history);
  }

  /** The same body with raw JSON elements at the end of its history. The existing bytes stay unchanged. */
  append(elements: readonly Buffer[]): ForkBody {
    const inserted = elements.flatMap((element, index) =>
      index > 0 || this.#hasHistory ? [comma, element] : [element],
    );
    return new ForkBody([...this.#before, ...inserted], this.#after, this.#hasHistory || elements.length > 0);
  }

  /** The same body without some of its bytes, such as a member. */
  without(spans: readonly Span[]): ForkBody {
    return new ForkBody(cut(this.#before, 0, spans), cut(this.#after, this.historyEnd, spans), this.#hasHistory);
  }

  /** The bytes in one piece, copied anew on each call. */
  toBuffer(): Buffer<ArrayBuffer> {
    return Buffer.concat(this.parts, this.byteLength);
  }
}

function lengthOf(parts: readonly Buffer[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

/** The parts, of which the first begins at `start`, without the spans. */
function cut(parts: readonly Buffer[], start: number, spans: readonly Span[]): readonly Buffer[] {
  let before = start;
  return parts.flatMap((part) => {
    const within = (at: number): number => Math.min(Math.max(at - before, 0), part.length);
    const edits = spans.map((span) => ({ span: { start: within(span.start), end: within(span.end) }, bytes: nothing }));
    const kept = applyEdits(part, { start: 0, end: part.length }, edits);
    before += part.length;
    return kept;
  });
}

const nothing = Buffer.alloc(0);
const comma = Buffer.from(",");
