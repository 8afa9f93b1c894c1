import type { Figures } from "./figures.ts";

/** What the lineage has to reach, for `npm run conformance` and the suite alike. */
const TARGETS = {
  /** Shares of all requests; a parent that is shown in doubt counts as right where the true one is shown. */
  parents: 0.999,
  relations: 0.999,
  missed: 0,
  invented: 0,
  /** Doubts on requests whose parent the recording shows, as a share of the deciding ones: who doubts everything is never wrong. */
  needlessDoubts: 0.03,
} as const;

/** Each target that was not reached, in words; empty where all were. */
export function shortfalls(figures: Figures): readonly string[] {
  const { requests, parents, relations, missed, invented, needlessDoubts, deciding } = figures;
  const failed: string[] = [];
  if (requests === 0) failed.push("no request was scored");
  if (parents < TARGETS.parents * requests) failed.push(`${requests - parents} parents are wrong`);
  if (relations < TARGETS.relations * requests) failed.push(`${requests - relations} relations are wrong`);
  if (missed > TARGETS.missed) failed.push(`${missed} breaks are missed`);
  if (invented > TARGETS.invented) failed.push(`${invented} breaks are invented`);
  if (needlessDoubts > TARGETS.needlessDoubts * deciding)
    failed.push(`${needlessDoubts} parents are doubted though the recording shows them`);
  return failed;
}
