import type { Block, DialectName, Layout, Mark, Unit } from "../kernel/layout.ts";
import type { Span } from "../kernel/span.ts";
import { commonLength } from "../wire-scan/common-length.ts";

const OPEN_BRACE = 0x7b;

/**
 * Units of a body that was laid out before, for a body that repeats most of it: a fork's request repeats its parent's. An
 * object that stands at the same place of the body with the same bytes has the same spans, wherever it starts, since an
 * object ends where it ends whatever follows. Where it starts at the same offset the very same units serve.
 */
export class ReusableLayout {
  readonly #body: Buffer;
  readonly #blocks = new Map<string, Block>();
  readonly #units: readonly Unit[];
  /** Where the units of the message begin that was asked for last; of the one behind it, mostly. */
  #at = 0;
  /** How many leading bytes the two bodies have in common; null before it was asked. */
  #common: number | null = null;

  constructor(layout: Layout) {
    this.#body = layout.body;
    this.#units = layout.units;
    for (const unit of layout.units) {
      if (unit.segment === "messages") break;
      if (unit.unit === "block" && isWhole(unit)) this.#blocks.set(unit.pointer, unit);
    }
  }

  /** What `like` holds to reuse in a body of `dialect`; null where there is nothing. */
  static of(like: Layout | undefined, dialect: DialectName): ReusableLayout | null {
    return like?.dialect === dialect ? new ReusableLayout(like) : null;
  }

  /** The tool or system block at `pointer`, which starts at `start` in `body`; null where it is not a repetition. */
  takeBlock(pointer: string, body: Buffer, start: number): Block | null {
    const block = this.#blocks.get(pointer);
    if (block === undefined || !this.#isRepeated(block.span, body, start)) return null;
    const by = start - block.span.start;
    return by === 0 ? block : moveBlock(block, by);
  }

  /**
   * The units of the message at `index` of the body's own list, and where it ends; null where it is not a repetition. Where
   * the bodies are equal up to there, the messages behind it that are equal too come along: `count` in all.
   */
  takeMessages(index: number, body: Buffer, start: number): Repeated | null {
    const at = this.#placeOf(index);
    const first = this.#units[at];
    if (first?.unit !== "envelope" || !isWhole(first)) return null;
    let end = this.#endOf(at);
    // Of a message without a block, what it holds may have been laid out elsewhere.
    if (end === at + 1) return null;
    if (first.span.start !== start || first.span.end > this.#commonWith(body)) {
      if (!this.#isRepeated(first.span, body, start)) return null;
      const by = start - first.span.start;
      const units = this.#units.slice(at, end);
      return { units: by === 0 ? units : units.map((unit) => moveUnit(unit, by)), end: first.span.end + by, count: 1 };
    }
    let last = first;
    for (let count = 1; ; count += 1) {
      const next = this.#units[end];
      const behind = next === undefined ? end : this.#endOf(end);
      const goesOn = next?.unit === "envelope" && isWhole(next) && next.message === index + count && behind > end + 1;
      if (!goesOn || next.span.start < last.span.end || next.span.end > this.#commonWith(body)) {
        this.#at = end;
        return { units: this.#units.slice(at, end), end: last.span.end, count };
      }
      last = next;
      end = behind;
    }
  }

  /** Where the units of a message begin: those of the list stand in its order. */
  #placeOf(index: number): number {
    if ((this.#units[this.#at]?.message ?? 0) > index) this.#at = 0;
    while (this.#at < this.#units.length && !isEnvelopeOf(this.#units[this.#at], index)) this.#at += 1;
    return this.#at;
  }

  /** Where the units of the message that begins at `at` end. */
  #endOf(at: number): number {
    let end = at + 1;
    while (end < this.#units.length && this.#units[end]?.unit === "block") end += 1;
    return end;
  }

  #commonWith(body: Buffer): number {
    this.#common ??= commonLength(this.#body, 0, body, 0, Math.min(this.#body.length, body.length));
    return this.#common;
  }

  #isRepeated(span: Span, body: Buffer, start: number): boolean {
    const end = start + span.end - span.start;
    return (
      body[start] === OPEN_BRACE &&
      end <= body.length &&
      this.#body.compare(body, start, end, span.start, span.end) === 0
    );
  }
}

/** Units of messages that stand in both bodies, where the last of them ends in this one, and how many messages they are. */
type Repeated = { readonly units: readonly Unit[]; readonly end: number; readonly count: number };

function isEnvelopeOf(unit: Unit | undefined, index: number): boolean {
  return unit?.unit === "envelope" && unit.message === index;
}

/** False for a unit that takes in bytes beside its own object: those may differ where the object is repeated. */
function isWhole(unit: Unit): boolean {
  const { start, end } = unit.span;
  return unit.unit === "envelope"
    ? unit.members.every((member) => member.start >= start && member.end <= end)
    : unit.marks.every(({ pointer }) => pointer.startsWith(`${unit.pointer}/`));
}

function moveUnit(unit: Unit, by: number): Unit {
  if (unit.unit === "block") return moveBlock(unit, by);
  return { ...unit, span: move(unit.span, by), members: moveAll(unit.members, by), bearers: moveAll(unit.bearers, by) };
}

function moveBlock(block: Block, by: number): Block {
  const marks = block.marks.length > 0 ? block.marks.map((mark) => moveMark(mark, by)) : block.marks;
  return { ...block, span: move(block.span, by), marks };
}

function moveMark(mark: Mark, by: number): Mark {
  return { ...mark, excision: move(mark.excision, by), value: move(mark.value, by) };
}

function moveAll(spans: readonly Span[], by: number): readonly Span[] {
  return spans.map((span) => move(span, by));
}

function move({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}
