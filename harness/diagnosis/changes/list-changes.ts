import type { Comparison } from "../../compare/compare-layouts.ts";
import type { Segment, Unit } from "../../kernel/layout.ts";
import type { SideEvidence } from "../side-evidence.ts";
import type { Change } from "./change.ts";
import { messageChanges } from "./message-changes.ts";
import { systemChanges } from "./system/system-changes.ts";
import { toolChanges } from "./tools/tool-changes.ts";

/** The parts of one side, in the form that changes name them. */
type Parts = Pick<SideEvidence, "tools" | "system" | "messages">;

/** The changes in the segments that diverged, in cache order; up to the fork point, if one is declared. */
export function listChanges(comparison: Comparison, parent: Parts, child: Parts): readonly Change[] {
  return [
    ...changesIn(comparison, "tools", () => toolChanges(parent.tools(), child.tools())),
    ...changesIn(comparison, "system", () => systemChanges(parent.system(), child.system())),
    ...changesIn(comparison, "messages", () => messageChanges(parent.messages(), child.messages())),
  ];
}

/**
 * The units of the parent that tell what became of a segment: of one that broke all of them, whatever fork point is declared. A
 * message that was left out shows by those behind it, and one that moved may stand behind the fork point now.
 */
export function comparedUnits({ parent, segments }: Comparison, segment: Segment): readonly Unit[] {
  const expected = segments[segment];
  return expected.end.is === "diverged" && isClipped({ parent, segments })
    ? parent.units.filter((unit) => unit.segment === segment)
    : expected.parent;
}

function changesIn(comparison: Comparison, segment: Segment, list: () => readonly Change[]): readonly Change[] {
  if (comparison.segments[segment].end.is !== "diverged") return [];
  const changes = list();
  if (!isClipped(comparison)) return changes;
  const expected = new Set(comparison.segments[segment].parent);
  const free = new Set(
    comparedUnits(comparison, segment)
      .filter((unit) => !expected.has(unit))
      .map(({ pointer }) => pointer),
  );
  // Differences from the fork point on belong to the fork. If they explain nothing else, they are reported all the same.
  const before = changes.filter(({ pointer }) => !isAmong(free, pointer));
  return before.length === 0 ? changes : before;
}

/** Whether a place is one of those, or lies in one. */
function isAmong(free: ReadonlySet<string>, pointer: string): boolean {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
    if (free.has(pointer.slice(0, end))) return true;
  }
  return false;
}

function isClipped({ parent, segments }: Pick<Comparison, "parent" | "segments">): boolean {
  const { tools, system, messages } = segments;
  return tools.parent.length + system.parent.length + messages.parent.length < parent.units.length;
}
