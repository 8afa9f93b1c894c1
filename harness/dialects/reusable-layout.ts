import type { Block, DialectName, Layout, Mark, Unit } from "../kernel/layout.ts";
import type { Span } from "../kernel/span.ts";

const OPEN_BRACE = 0x7b;

/** What was laid out of one message of another body, and where it stood. */
type Known = { readonly span: Span; readonly units: readonly Unit[] };

/**
 * Units of a body that was laid out before, for a body that repeats most of it: a fork's request repeats its parent's. An
 * object that stands at the same place of the body with the same bytes has the same spans, wherever it starts, since an
 * object ends where it ends whatever follows. Where it starts at the same offset the very same units serve.
 */
export class ReusableLayout {
  readonly #body: Buffer;
  readonly #tools = new Map<string, Block>();
  /** By index in the body's own list. */
  readonly #messages: Known[] = [];

  constructor(layout: Layout) {
    this.#body = layout.body;
    let units: Unit[] = [];
    for (const unit of layout.units) {
      if (unit.unit === "envelope") {
        // What begins a conversation is laid out anew each time: whether it is system hangs on what stands before it.
        if (unit.segment === "system") continue;
        units = [unit];
        if (isWhole(unit)) this.#messages[unit.message] = { span: unit.span, units };
      } else if (unit.segment === "messages") units.push(unit);
      else if (unit.segment === "tools" && isWhole(unit)) this.#tools.set(unit.pointer, unit);
    }
  }

  /** What `like` holds to reuse in a body of `dialect`; null where there is nothing. */
  static of(like: Layout | undefined, dialect: DialectName): ReusableLayout | null {
    return like?.dialect === dialect ? new ReusableLayout(like) : null;
  }

  /** The tool at `pointer`, which starts at `start` in `body`; null where it is not a repetition. */
  takeTool(pointer: string, body: Buffer, start: number): Block | null {
    const tool = this.#tools.get(pointer);
    if (tool === undefined || !this.#isRepeated(tool.span, body, start)) return null;
    const by = start - tool.span.start;
    return by === 0 ? tool : moveBlock(tool, by);
  }

  /** The units of the message at `index` of the body's own list, and its end; null where it is not a repetition. */
  takeMessage(
    index: number,
    body: Buffer,
    start: number,
  ): { readonly units: readonly Unit[]; readonly end: number } | null {
    const known = this.#messages[index];
    // Of a message without a block, what it holds may have been laid out elsewhere.
    if (known === undefined || known.units.length === 1) return null;
    if (!this.#isRepeated(known.span, body, start)) return null;
    const by = start - known.span.start;
    const units = by === 0 ? known.units : known.units.map((unit) => moveUnit(unit, by));
    return { units, end: known.span.end + by };
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

/** False for a unit that takes in bytes beside its own object: those may differ where the object is repeated. */
function isWhole(unit: Unit): boolean {
  const { start, end } = unit.span;
  return unit.unit === "envelope"
    ? unit.members.every((member) => member.start >= start && member.end <= end)
    : unit.marks.every(({ pointer }) => pointer.startsWith(`${unit.pointer}/`));
}

function moveUnit(unit: Unit, by: number): Unit {
  if (unit.unit === "block") return moveBlock(unit, by);
  return { ...unit, span: move(unit.span, by), members: unit.members.map((member) => move(member, by)) };
}

function moveBlock(block: Block, by: number): Block {
  const marks = block.marks.length > 0 ? block.marks.map((mark) => moveMark(mark, by)) : block.marks;
  return { ...block, span: move(block.span, by), marks };
}

function moveMark(mark: Mark, by: number): Mark {
  return { ...mark, excision: move(mark.excision, by), value: move(mark.value, by) };
}

function move({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}
