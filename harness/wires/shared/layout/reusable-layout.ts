import { messageEnd, messagesStart } from "../../../kernel/memo/fold-messages-memo.ts";
import type { Block, DialectName, Layout, Mark, Unit } from "../../../kernel/layout.ts";
import { noteRelocation } from "../../../kernel/memo/relocated-units.ts";
import type { Span } from "../../../kernel/span.ts";
import { commonHead } from "../../../wire-scan/common-head.ts";
import { sameBytes } from "../../../wire-scan/common-length.ts";
import { skipWhiteSpace } from "../../../wire-scan/skip-white-space.ts";

const OPEN_BRACE = 0x7b;
const CLOSE_BRACKET = 0x5d;

/**
 * Units of a body that was laid out before, for a body that repeats most of it: a fork's request repeats its parent's. An
 * object that stands at the same place of the body with the same bytes has the same spans, wherever it starts, since an
 * object ends where it ends whatever follows.
 *
 * Where both bodies are equal from their first byte on, the very same units serve. Of messages that is a promise which
 * others build on (`alongMessages`): a unit is shared only together with all units of messages before it.
 */
export class ReusableLayout {
  readonly #body: Buffer;
  /** By pointer; made when one is first asked for. */
  #blocks: ReadonlyMap<string, Block> | null = null;
  readonly #units: readonly Unit[];
  /** Where the units of messages begin. */
  readonly #start: number;
  /** Where the units of the message begin that was asked for last; of the one behind it, mostly. */
  #at: number;

  constructor(layout: Layout) {
    this.#body = layout.body;
    this.#units = layout.units;
    this.#start = messagesStart(layout.units);
    this.#at = this.#start;
  }

  /** The parts of `like` that a body of `dialect` can reuse; null without any. */
  static of(like: Layout | undefined, dialect: DialectName): ReusableLayout | null {
    return like?.dialect === dialect ? new ReusableLayout(like) : null;
  }

  /**
   * The blocks of the list of tools or of the system at `pointer`, which starts at `start`, and where the list ends; null
   * where it is not a repetition. Many clients write their tools behind the messages, where a whole list moves.
   */
  takeList(pointer: string, body: Buffer, start: number): Omit<RepeatedUnits, "count"> | null {
    const name = `${pointer}/0`;
    const first = this.#units.findIndex((unit) => unit.pointer === name);
    const from = this.#units[first]?.span.start;
    if (from === undefined || first >= this.#start) return null;
    let end = first + 1;
    while (end < this.#start && this.#units[end]?.pointer === `${pointer}/${end - first}`) end += 1;
    const close = skipWhiteSpace(this.#body, this.#units[end - 1]?.span.end ?? 0);
    if (this.#body[close] !== CLOSE_BRACKET) return null;
    const at = skipWhiteSpace(body, start + 1);
    const by = at - from;
    const isHead = by === 0 && close < this.#common(body);
    if (!isHead && close + 1 + by > body.length) return null;
    if (!isHead && !sameBytes(this.#body, from, close + 1, body, at, close + 1 + by)) return null;
    const units = this.#units.slice(first, end);
    return { units: by === 0 ? units : units.map((unit) => moveUnit(unit, by)), end: close + 1 + by };
  }

  /** The tool or system block at `pointer`, which starts at `start` in `body`; null where it is not a repetition. */
  takeBlock(pointer: string, body: Buffer, start: number): Block | null {
    this.#blocks ??= new Map(this.#units.slice(0, this.#start).flatMap(keyed));
    const block = this.#blocks.get(pointer);
    if (block === undefined || !this.#isRepeated(block.span, body, start)) return null;
    const by = start - block.span.start;
    return by === 0 ? block : moveBlock(block, by);
  }

  /** The units of the message at `index`, where it is system prompt and the bodies are equal up to its end; null elsewhere. */
  takeSystem(index: number, body: Buffer, start: number): Omit<RepeatedUnits, "count"> | null {
    if (index > (this.#units[this.#start - 1]?.message ?? -1)) return null;
    const first = this.#units.findIndex((unit) => isEnvelopeOf(unit, index));
    const envelope = this.#units[first];
    if (envelope?.segment !== "system" || envelope.span.start !== start) return null;
    if (envelope.span.end > this.#common(body)) return null;
    return { units: this.#units.slice(first, messageEnd(this.#units, first)), end: envelope.span.end };
  }

  /**
   * The units of the message at `index` of the body's own list, and where it ends; null where it is not a repetition. Where
   * the bodies are equal up to there, the messages behind it that are equal too come along: `count` in all.
   */
  takeMessages(index: number, body: Buffer, start: number, before: readonly Unit[]): RepeatedUnits | null {
    const shared = this.#start + before.length;
    const next = this.#units[shared];
    // A message without blocks may have left its content elsewhere; after other messages that cannot happen.
    const isOwn = this.#units[shared + 1]?.unit === "block";
    const stands = next?.unit === "envelope" && next.message === index && next.span.start === start;
    if (stands && isOwn && this.#shares(before) && next.span.end <= this.#common(body)) return this.#run(shared, body);
    return before.at(-1)?.unit === "block" ? this.#takeMoved(index, body, start) : null;
  }

  /** Puts the units in place of those laid out anew from `from` on, where they are the same with all before them. */
  settle(into: Unit[], from: number, body: Buffer): void {
    const envelope = this.#units[this.#start + from];
    const anew = into[from];
    if (envelope?.unit !== "envelope" || anew === undefined || envelope.span.start !== anew.span.start) return;
    const isSame = envelope.message === anew.message && envelope.span.end <= this.#common(body);
    if (!isSame || messageEnd(this.#units, this.#start + from) - this.#start !== into.length) return;
    if (!this.#shares(into.slice(0, from))) return;
    for (let at = from; at < into.length; at += 1) {
      const unit = this.#units[this.#start + at];
      if (unit !== undefined) into[at] = unit;
    }
  }

  /** Whether all units of messages so far are those that stand here: where the last one is, the others are. */
  #shares(before: readonly Unit[]): boolean {
    return before.length === 0 || before.at(-1) === this.#units[this.#start + before.length - 1];
  }

  /** All messages from the one at `first` on that end where the bodies are still equal: messages stand in body order. */
  #run(first: number, body: Buffer): RepeatedUnits {
    const common = this.#common(body);
    let [at, end] = [first, this.#units.length];
    // The last message of the run begins in [at, end).
    for (;;) {
      const middle = envelopeAt(this.#units, (at + end) >> 1);
      const isIn = (this.#units[middle]?.span.end ?? Infinity) <= common;
      if (isIn && middle > at) at = middle;
      else if (!isIn) end = middle;
      else break;
    }
    while (this.#units[messageEnd(this.#units, at)] !== undefined) {
      const next = messageEnd(this.#units, at);
      if ((this.#units[next]?.span.end ?? Infinity) > common) break;
      at = next;
    }
    const [from, last] = [this.#units[first]?.message ?? 0, this.#units[at]];
    const units = this.#units.slice(first, messageEnd(this.#units, at));
    return { units, end: last?.span.end ?? 0, count: (last?.message ?? from) - from + 1 };
  }

  #takeMoved(index: number, body: Buffer, start: number): RepeatedUnits | null {
    const at = this.#placeOf(index);
    const first = this.#units[at];
    const end = messageEnd(this.#units, at);
    // Of a message without a block, what it holds may have been laid out elsewhere.
    if (first?.unit !== "envelope" || end === at + 1) return null;
    if (!this.#isRepeated(first.span, body, start)) return null;
    const by = start - first.span.start;
    // Copies units even if they do not move: the units before them differ.
    const units = this.#units.slice(at, end).map((unit) => moveUnit(unit, by));
    return { units, end: first.span.end + by, count: 1 };
  }

  /** Where the units of a message begin: those of the list stand in its order. */
  #placeOf(index: number): number {
    if ((this.#units[this.#at]?.message ?? 0) > index) this.#at = this.#start;
    while (this.#at < this.#units.length && !isEnvelopeOf(this.#units[this.#at], index)) this.#at += 1;
    return this.#at;
  }

  #common(body: Buffer): number {
    return commonHead(this.#body, body);
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
type RepeatedUnits = { readonly units: readonly Unit[]; readonly end: number; readonly count: number };

function keyed(unit: Unit): readonly (readonly [string, Block])[] {
  return unit.unit === "block" ? [[unit.pointer, unit]] : [];
}

function isEnvelopeOf(unit: Unit | undefined, index: number): boolean {
  return unit?.unit === "envelope" && unit.message === index;
}

/** Where the message begins that the unit at `at` belongs to. */
function envelopeAt(units: readonly Unit[], at: number): number {
  let start = at;
  while (start > 0 && units[start]?.unit === "block") start -= 1;
  return start;
}

function moveUnit(unit: Unit, by: number): Unit {
  if (unit.unit === "block") return moveBlock(unit, by);
  const moved = {
    ...unit,
    span: move(unit.span, by),
    members: moveAll(unit.members, by),
    bearers: moveAll(unit.bearers, by),
  };
  return noteRelocation(unit, moved);
}

function moveBlock(block: Block, by: number): Block {
  const marks = block.marks.length > 0 ? block.marks.map((mark) => moveMark(mark, by)) : block.marks;
  const { callAt, typeAt } = block;
  const moved = { ...block, span: move(block.span, by), marks, callAt: moveAt(callAt, by), typeAt: moveAt(typeAt, by) };
  return noteRelocation(block, moved);
}

function moveMark(mark: Mark, by: number): Mark {
  return { ...mark, excision: move(mark.excision, by), value: move(mark.value, by) };
}

function moveAll(spans: readonly Span[], by: number): readonly Span[] {
  return spans.map((span) => move(span, by));
}

/** A missing offset stays missing. */
function moveAt(at: number, by: number): number {
  return at === -1 ? at : at + by;
}

function move({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}
