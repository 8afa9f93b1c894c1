import { compareUnits } from "../../compare/compare-units.ts";
import { leftOutBy } from "../../compare/left-out.ts";
import type { Block, Envelope, Layout, Unit } from "../../kernel/layout.ts";
import { once } from "../../kernel/memo/once.ts";
import { type Frame, isSameBlock, type ReadBlock, readBlock } from "./read-block.ts";
import { readMembers } from "./read-members.ts";

/**
 * The system blocks that are prompt. Where the wire writes the prompt as messages, the first block of each carries its
 * frame; a message without content is one block that holds nothing but that.
 */
export function readSystem(layout: Layout, units: readonly Unit[]): readonly ReadBlock[] {
  return units.flatMap((unit, at): readonly ReadBlock[] => {
    const before = units[at - 1];
    if (unit.unit === "envelope") {
      const isEmpty = units[at + 1]?.unit !== "block";
      return isEmpty ? [readBlock(layout, emptyBlock(unit), () => ({}), frameOf(layout, unit))] : [];
    }
    if (leftOutBy(layout, unit) !== null) return [];
    return [readBlock(layout, unit, () => ({}), before?.unit === "envelope" ? frameOf(layout, before) : null)];
  });
}

/** Whether the verdict holds two system blocks for equal, and what stands around them. */
export function isSameSystem(parent: ReadBlock, child: ReadBlock): boolean {
  if (!isSameBlock(parent, child)) return false;
  if (parent.frame === null || child.frame === null) return parent.frame === child.frame;
  return compareUnits(parent.layout, parent.frame.envelope, child.layout, child.frame.envelope).equal;
}

function frameOf({ body }: Layout, envelope: Envelope): Frame {
  return { envelope, members: once(() => readMembers(body, envelope)) };
}

function emptyBlock({ pointer, span, message }: Envelope): Block {
  return {
    unit: "block",
    segment: "system",
    pointer,
    span,
    message,
    kind: "other",
    marks: [],
    deferred: false,
    callAt: -1,
    typeAt: -1,
  };
}
