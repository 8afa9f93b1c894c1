import type { Edge } from "./find-violations.ts";

/** Groups of files that import each other, types included, by Tarjan's algorithm; each in the order of its names. */
export function findCircles(edges: readonly Edge[]): readonly (readonly string[])[] {
  const targets = Map.groupBy(edges, ({ from }) => from);
  const numbers = new Map<string, number>();
  const open: string[] = [];
  const circles: (readonly string[])[] = [];
  const visit = (file: string): number => {
    numbers.set(file, numbers.size);
    let low = numbers.size - 1;
    open.push(file);
    for (const { to } of targets.get(file) ?? []) {
      if (!numbers.has(to)) low = Math.min(low, visit(to));
      else if (open.includes(to)) low = Math.min(low, numbers.get(to) ?? low);
    }
    if (low !== numbers.get(file)) return low;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1 || edges.some(({ from, to }) => from === file && to === file))
      circles.push(circle.toSorted());
    return low;
  };
  for (const file of targets.keys()) if (!numbers.has(file)) visit(file);
  return circles;
}
