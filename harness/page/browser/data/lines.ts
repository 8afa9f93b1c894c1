import { duration } from "../format.ts";
import type { Recording } from "./recording.ts";

/** A line of a waterfall: a request, or what happened between two of them. */
export type Line =
  | { readonly kind: "request"; readonly row: number; readonly depth: number; readonly isBranch: boolean }
  | { readonly kind: "event"; readonly text: string; readonly depth: number };

/** A pause that is longer than a cache keeps what is not asked for. */
const IDLE_MS = 5 * 60_000;

/** The requests of a conversation: the main line straight down, forks indented below the request that they descend from. */
export function conversationLines(recording: Recording, conversation: number): readonly Line[] {
  const rows = recording.byConversation[conversation] ?? [];
  const inside = new Set(rows);
  const children = Map.groupBy(rows, (row) => {
    const { parent } = recording.request(row);
    return inside.has(parent) ? parent : -1;
  });
  const lines: Line[] = [];
  const waiting: { readonly row: number; readonly depth: number; readonly isBranch: boolean }[] = [];
  const later = (all: readonly number[], depth: number, isBranch: boolean): void => {
    for (const row of all.toReversed()) waiting.push({ row, depth, isBranch });
  };
  later(children.get(-1) ?? [], 0, false);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { row, depth } = next;
    const { parent } = recording.request(row);
    for (const text of eventsBefore(recording, row, inside.has(parent) ? parent : -1))
      lines.push({ kind: "event", text, depth });
    lines.push({ kind: "request", ...next });
    const all = children.get(row) ?? [];
    const main = mainOf(recording, all, children);
    if (main !== undefined) waiting.push({ row: main, depth, isBranch: false });
    later(
      all.filter((each) => each !== main),
      depth + 1,
      true,
    );
  }
  return lines;
}

/** The child that continues the main line. */
function mainOf(
  recording: Recording,
  all: readonly number[],
  children: ReadonlyMap<number, readonly number[]>,
): number | undefined {
  const relation = (row: number): string => recording.request(row).relation;
  const compactions = all.filter((row) => relation(row) === "compaction");
  return (
    all.find((row) => relation(row) === "turn") ?? compactions.find((row) => children.has(row)) ?? compactions.at(-1)
  );
}

function eventsBefore(recording: Recording, row: number, parent: number): readonly string[] {
  if (parent < 0) return [];
  const [child, before] = [recording.request(row), recording.request(parent)];
  const idle = child.at === null || before.at === null ? 0 : child.at - before.at;
  const [from, to] = [recording.modelName(before.model), recording.modelName(child.model)];
  return [
    ...(idle >= IDLE_MS ? [`idle ${duration(idle)}`] : []),
    ...(from !== to && from !== null && to !== null ? [`model ${from} → ${to}`] : []),
    ...(child.relation === "compaction" ? ["compacted: a summary replaces the history"] : []),
  ];
}
