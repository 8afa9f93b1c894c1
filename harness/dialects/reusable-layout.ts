import type { Layout, Mark, Segment, Unit } from "../kernel/layout.ts";
import type { Span } from "../kernel/span.ts";

const OPEN_BRACE = 0x7b;

/** One element of tools, system or messages, as another body was laid out: its units, and where it stood. */
type Element = { readonly span: Span; readonly units: readonly Unit[] };

/**
 * Units of a body that was laid out before, for a body that repeats most of it: a fork's request repeats its parent's. An
 * object that stands as the same element with the same bytes has the same spans, wherever it starts, since an object ends
 * where it ends whatever follows. Where it starts at the same offset the very same units serve.
 */
export class ReusableLayout {
  readonly #body: Buffer;
  readonly #elements: Readonly<Record<Segment, readonly Element[]>>;

  constructor(layout: Layout) {
    this.#body = layout.body;
    this.#elements = elementsOf(layout.units);
  }

  /** The units of the element that starts at `start` in `body`, and its end; null where it is not a repetition. */
  take(
    segment: Segment,
    index: number,
    body: Buffer,
    start: number,
  ): { readonly units: readonly Unit[]; readonly end: number } | null {
    const known = this.#elements[segment][index];
    if (known === undefined || body[start] !== OPEN_BRACE) return null;
    const { span, units } = known;
    const end = start + span.end - span.start;
    if (end > body.length || this.#body.compare(body, start, end, span.start, span.end) !== 0) return null;
    return { units: moved(units, start - span.start), end };
  }
}

function elementsOf(units: readonly Unit[]): Record<Segment, Element[]> {
  const elements: Record<Segment, Element[]> = { tools: [], system: [], messages: [] };
  let message: Unit[] = [];
  for (const unit of units) {
    if (unit.unit === "envelope") {
      message = [unit];
      elements.messages.push({ span: unit.span, units: message });
    } else if (unit.segment === "messages") message.push(unit);
    else elements[unit.segment].push({ span: unit.span, units: [unit] });
  }
  return elements;
}

function moved(units: readonly Unit[], by: number): readonly Unit[] {
  if (by === 0) return units;
  const move = ({ start, end }: Span): Span => ({ start: start + by, end: end + by });
  const moveMark = (mark: Mark): Mark => ({ ...mark, excision: move(mark.excision), value: move(mark.value) });
  return units.map((unit) =>
    unit.unit === "envelope"
      ? { ...unit, span: move(unit.span), members: unit.members.map(move) }
      : { ...unit, span: move(unit.span), marks: unit.marks.length > 0 ? unit.marks.map(moveMark) : unit.marks },
  );
}
