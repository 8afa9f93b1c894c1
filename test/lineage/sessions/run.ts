import { parseArgs } from "node:util";
import { makeSession } from "./make-session.ts";
import { ownBases } from "./own-bases.ts";
import { printMisses, printScores } from "./print-score.ts";
import { recordedBases } from "./recorded-bases.ts";
import { type Score, scoreSession } from "./score.ts";

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
const first = Number(values.seed);
const scores: Score[] = [];
for (let seed = first; seed < first + Number(values.count); seed += 1) {
  const session = makeSession(seed, bases);
  if (session.name.includes(values.only)) scores.push(...scoreSession(session));
}
printScores(scores);
if (values.misses) printMisses(scores, Number(values.most));
