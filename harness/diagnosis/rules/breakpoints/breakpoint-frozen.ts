import { honorsBreakpoints, markedMessageBlocks } from "../../reading/marked-message-blocks.ts";
import type { Layout } from "../../../kernel/layout.ts";
import { conversation } from "../../example-sequence.ts";
import { lineBefore, type SequenceRule, type Step } from "../../sequence-rule.ts";

/** Where the last mark of a line stands, over how many requests behind the first it has stood there, and whether that was said as a cause. */
type Line = { readonly pointer: string | null; readonly still: number; readonly isCause: boolean };

/** The third request with the mark at one place shows that it does not move. */
const FROZEN = 2;

export const breakpointFrozen: SequenceRule = {
  code: "CB504",
  slug: "breakpoint-frozen",
  segment: "breakpoints",
  severity: "high",
  weight: "beside",
  providerReason: null,
  title: "The breakpoint stays where it was while the conversation grows",
  when: "Over three requests or more of one line the last breakpoint in the messages stays on the same block though each request goes on. It is a note while less than a hundredth of the prompt stands behind the breakpoint, and less than a short reminder: all that was stored is read.",
  why: "A provider stores the prompt up to a breakpoint. A breakpoint that stays on an early message leaves everything behind it to be paid in full, more of it with each request.",
  fix: "Put the breakpoint on the last block of each request; take it off the old place or leave one there.",
  example: {
    broken: grow((_, turn) => turn === 0),
    fixed: grow((at, turn) => turn === at),
  },
  watch() {
    const lines: Line[] = [];
    const moved = movedLines();
    return (step) => {
      const pointer = markedMessageBlocks(step.layout).at(-1)?.pointer ?? null;
      const before = lineBefore(lines, step);
      const isStill = pointer !== null && before?.pointer === pointer && grew(step);
      const line = isStill ? { ...before, still: before.still + 1 } : moved(pointer);
      lines[step.place] = line;
      if (pointer === null || line.still < FROZEN || line.isCause || !honorsBreakpoints(step)) return null;
      const lostBytes = bytesBehind(step, pointer);
      const isNote = isNextToNothing(lostBytes, step);
      if (isNote && line.still > FROZEN) return null;
      lines[step.place] = { ...line, isCause: !isNote };
      const observed = `over ${line.still + 1} requests the last breakpoint has stayed on ${pointer}`;
      return { pointer, observed, lostBytes, isNote };
    };
  },
};

/** One object for all lines whose mark moved to a place: a log has thousands of requests, and few places. */
function movedLines(): (pointer: string | null) => Line {
  const known = new Map<string | null, Line>();
  return (pointer) => {
    const line = known.get(pointer) ?? { pointer, still: 0, isCause: false };
    known.set(pointer, line);
    return line;
  };
}

function grow(isMarked: (at: number, turn: number) => boolean): SequenceRule["example"]["broken"] {
  return conversation(
    FROZEN + 1,
    () => "",
    (at, turn) => {
      const mark = isMarked(at, turn) ? `,"cache_control":{"type":"ephemeral"}` : "";
      return `[{"type":"text","text":"question ${turn}"${mark}}]`;
    },
  );
}

function grew({ judgement }: Step): boolean {
  return judgement?.class === "extension" && judgement.verdict !== "diverged";
}

/** The parent's blocks after its breakpoint: they could be read if the breakpoint had moved. */
function bytesBehind({ parentLayout }: Step, pointer: string): number {
  const units = parentLayout?.units ?? [];
  return bytesOf(units.slice(units.findIndex((unit) => unit.pointer === pointer) + 1));
}

/** About the 256 tokens from which a missing breakpoint (CB501) counts. */
const SHORT_REMINDER_BYTES = 1_024;

function isNextToNothing(bytes: number, { parentLayout }: Step): boolean {
  return bytes < SHORT_REMINDER_BYTES && bytes < bytesOf(parentLayout?.units ?? []) / 100;
}

function bytesOf(units: Layout["units"]): number {
  return units.reduce((bytes, { unit, span }) => (unit === "block" ? bytes + span.end - span.start : bytes), 0);
}
