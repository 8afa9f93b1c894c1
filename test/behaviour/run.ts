import { compareSnapshots } from "./compare.ts";
import { writeSnapshot } from "./snapshot.ts";

/**
 * `npm run behaviour -- write FOLDER` keeps what forkproof says of everything at hand; `npm run behaviour -- compare BEFORE AFTER` holds two
 * such folders against each other. With `--facts` messages may be worded anew. Texts behind FOLDER narrow it: `write FOLDER inspect/fixtures run`.
 */
const [verb, first, second, ...options] = process.argv.slice(2);
if (verb === "write" && first !== undefined) {
  const written = writeSnapshot(first, second === undefined ? [] : [second, ...options]);
  console.log(`${written} outputs written to ${first}`);
  process.exitCode = written === 0 ? 1 : 0;
} else if (verb === "compare" && first !== undefined && second !== undefined) {
  const { differences, values, skipped } = compareSnapshots(first, second, { factsOnly: options.includes("--facts") });
  for (const line of differences.slice(0, 50)) console.log(line.slice(0, 400));
  for (const place of skipped) console.log(`skipped, since no two runs have it in common: ${place}`);
  console.log(`${values} values compared, ${differences.length} differ`);
  process.exitCode = differences.length === 0 && values > 0 ? 0 : 1;
} else {
  console.error("npm run behaviour -- write FOLDER [NAME...], or npm run behaviour -- compare BEFORE AFTER [--facts]");
  process.exitCode = 2;
}
