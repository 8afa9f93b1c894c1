import { parseArgs } from "node:util";
import { figuresOf } from "./figures.ts";
import { ownBases } from "./own-bases.ts";
import { printMisses, printScores } from "./print-score.ts";
import { recordedBases } from "./recorded-bases.ts";
import { scoreSessions } from "./score-sessions.ts";
import { shortfalls } from "./targets.ts";

/**
 * `node test/lineage/sessions/run.ts`: sessions with known truth against what `inspect` makes of them.
 *
 * --seed N     the first session (1)       --count N   how many sessions (300)
 * --misses     prints what came out wrong  --most N    how many of these (20)
 * --own        only conversations made by code
 * --only TEXT  only sessions whose name contains the text, such as a shape, a base or a number
 */
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "300" },
    most: { type: "string", default: "20" },
    misses: { type: "boolean", default: false },
    own: { type: "boolean", default: false },
    only: { type: "string", default: "" },
  },
});

const bases = values.own ? ownBases() : [...ownBases(), ...recordedBases()];
const scores = scoreSessions(bases, { seed: Number(values.seed), count: Number(values.count), only: values.only });
printScores(scores);
if (values.misses) printMisses(scores, Number(values.most));
for (const failed of shortfalls(figuresOf(scores))) console.log(`not reached: ${failed}`);
