import type { InspectedExchange } from "../kernel/inspection/inspection.ts";

/** Exchange ids, one list a conversation, each in recorded order. */
export type ReplayLanes = readonly (readonly string[])[];

/**
 * The conversations of a recording: a continuation stays in the lane of its exchange, a branch begins a new lane. The order binds
 * only inside a lane; a fork and its parent may come in any order.
 */
export function replayLanes(exchanges: readonly Pick<InspectedExchange, "id" | "parent" | "relation">[]): ReplayLanes {
  const lanes: string[][] = [];
  const laneOf = new Map<string, string[]>();
  for (const { id, parent, relation } of exchanges) {
    const continues = relation === "turn" || relation === "compaction";
    const lane = (continues && parent !== null ? laneOf.get(parent) : undefined) ?? [];
    if (lane.length === 0) lanes.push(lane);
    lane.push(id);
    laneOf.set(id, lane);
  }
  return lanes;
}
