import { figureLines, figuresOf } from "../lineage/sessions/figures.ts";
import { ownBases } from "../lineage/sessions/own-bases.ts";
import { missesOf } from "../lineage/sessions/print-score.ts";
import { recordedBases } from "../lineage/sessions/recorded-bases.ts";
import { scoreSessions } from "../lineage/sessions/score-sessions.ts";
import { shortfalls } from "../lineage/sessions/targets.ts";

/** How many of the requests that came out wrong are printed: enough to begin with. */
const MOST = 20;

/**
 * Prints what `inspect` makes of sessions whose truth is known, from our own bodies and from those of real clients where they are
 * there. True where it reaches its targets.
 */
export function showGeneratedSessions(count: number): boolean {
  const scores = scoreSessions([...ownBases(), ...recordedBases()], { seed: 1, count });
  const misses = missesOf(scores);
  for (const miss of misses.slice(0, MOST)) console.log(miss);
  if (misses.length > MOST) console.log(`and ${misses.length - MOST} more: node test/lineage/sessions/run.ts --misses`);
  const figures = figuresOf(scores);
  for (const line of figureLines(figures)) console.log(line);
  const failed = shortfalls(figures);
  for (const each of failed) console.log(`not reached: ${each}`);
  return failed.length === 0;
}
