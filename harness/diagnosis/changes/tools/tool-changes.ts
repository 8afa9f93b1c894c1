import { beginsList } from "../../../compare/begins-list.ts";
import { sameValue } from "../../reading/json-value.ts";
import { isSameTool, promptTools, type ReadTool } from "../../reading/read-tools.ts";
import { toolMembers } from "../../reading/tool-members.ts";
import { type Match, longestRise } from "../../text/align.ts";
import type { ToolChange } from "../change.ts";

/** How the child's tools differ from the parent's, in cache order. A tool is known by its name. */
export function toolChanges(parent: readonly ReadTool[], child: readonly ReadTool[]): readonly ToolChange[] {
  const [before, after] = [promptTools(parent), promptTools(child)];
  const pairs = pairByName(before, after);
  const [pairedBefore, pairedAfter] = [new Map(pairs), new Map(pairs.map(([at, childAt]) => [childAt, at]))];
  const [hidden, shown] = [deferredByName(child), deferredByName(parent)];

  const changes: ToolChange[] = [];
  for (const [place, tool] of before.entries()) {
    const childAt = pairedBefore.get(place);
    const twin = childAt === undefined ? hidden.get(tool.name) : after[childAt];
    if (twin === undefined) changes.push({ ...at(place, parent, before), is: "removed", parent: tool });
    else changes.push(...editsOf(at(place, parent, before), tool, twin));
  }
  let place = 0;
  for (const [childAt, tool] of after.entries()) {
    const pairedWith = pairedAfter.get(childAt);
    if (pairedWith !== undefined) {
      place = pairedWith + 1;
      continue;
    }
    const twin = shown.get(tool.name);
    if (twin === undefined) changes.push({ ...at(place, parent, before), is: "added", child: tool });
    else changes.push(...editsOf(at(place, parent, before), twin, tool));
  }
  const parts = whereOrdersPart(pairs);
  if (parts !== null) {
    const names = outOfPlace(pairs).map((moved) => before[moved]?.name ?? "");
    changes.push({ ...at(parts, parent, before), is: "reordered", names });
  }
  if (changes.length === 0) {
    const pair = pairs.find(([own, other]) => isInOtherList(before, own, after, other));
    const [tool, twin] = [before[pair?.[0] ?? -1], after[pair?.[1] ?? -1]];
    if (pair !== undefined && tool !== undefined && twin !== undefined) {
      changes.push({ ...at(pair[0], parent, before), is: "edited", parent: tool, child: twin, member: "" });
    }
  }
  return changes.toSorted((left, right) => left.place - right.place);
}

/** The same declarations may be shared out to other lists (see beginsList). */
function isInOtherList(before: readonly ReadTool[], own: number, after: readonly ReadTool[], other: number): boolean {
  const begins = (tools: readonly ReadTool[], index: number): boolean => {
    const tool = tools[index];
    return tool !== undefined && beginsList(tool.block, tools[index - 1]?.block);
  };
  return begins(before, own) !== begins(after, other);
}

type ToolPosition = Pick<ToolChange, "of" | "segment" | "pointer" | "place">;

function at(place: number, parent: readonly ReadTool[], before: readonly ReadTool[]): ToolPosition {
  const pointer = before[place]?.block.pointer ?? `/tools/${parent.length}`;
  return { of: "tool", segment: "tools", pointer, place };
}

/** The n-th tool of a name is paired with the child's n-th; in the parent's order. */
function pairByName(before: readonly ReadTool[], after: readonly ReadTool[]): readonly Match[] {
  const places = new Map<string, number[]>();
  for (const [index, { name }] of after.entries()) {
    const own = places.get(name);
    if (own === undefined) places.set(name, [index]);
    else own.push(index);
  }
  const taken = new Map<string, number>();
  return before.flatMap(({ name }, index) => {
    const nth = taken.get(name) ?? 0;
    taken.set(name, nth + 1);
    const childAt = places.get(name)?.[nth];
    return childAt === undefined ? [] : [[index, childAt] as const];
  });
}

function deferredByName(tools: readonly ReadTool[]): ReadonlyMap<string, ReadTool> {
  return new Map(tools.filter(({ block }) => block.deferred).map((tool) => [tool.name, tool]));
}

function editsOf(place: ToolPosition, parent: ReadTool, child: ReadTool): readonly ToolChange[] {
  if (isSameTool(parent, child)) return [];
  const [before, after] = [toolMembers(parent.value), toolMembers(child.value)];
  const members = [...new Set([...before.keys(), ...after.keys()])].filter(
    (member) => !before.has(member) || !after.has(member) || !sameValue(before.get(member), after.get(member)),
  );
  return (members.length > 0 ? members : [""]).map((member) => ({ ...place, is: "edited", parent, child, member }));
}

/** The first of the parent's places at which the child has another of the paired tools; null where their order is one. */
function whereOrdersPart(pairs: readonly Match[]): number | null {
  const inChild = pairs.toSorted((left, right) => left[1] - right[1]);
  return pairs.find((pair, index) => pair !== inChild[index])?.[0] ?? null;
}

/** The parent's places of the paired tools that moved: all but the longest run that kept its order. */
function outOfPlace(pairs: readonly Match[]): readonly number[] {
  const inOrder = new Set(longestRise(pairs));
  return pairs.flatMap((pair) => (inOrder.has(pair) ? [] : [pair[0]]));
}
