import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { describeHit, summarize } from "./describe.ts";
import { runOracle } from "./oracle.ts";
import { oracleObstacle } from "./shells.ts";

/**
 * `npm run oracle -- --count N --seed N`: the system calls of N allowed commands in four shells. Exits with 1 where one did what its
 * promise excludes, with 2 for a wrong option, and with 3 where this machine cannot watch.
 */
const obstacle = oracleObstacle();
if (obstacle === null) await main();
else {
  console.error(`NOT RUN: ${obstacle}`);
  process.exitCode = 3;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { count: { type: "string" }, seed: { type: "string" } } });
  const [count, seed] = [Number(values.count ?? 5000), Number(values.seed ?? randomInt(2 ** 31))];
  if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(seed)) {
    console.error("--count takes a whole number above 0, --seed a whole number");
    process.exitCode = 2;
    return;
  }
  let shown = 0;
  const result = await runOracle({
    count,
    seed,
    onProgress: (sofar) => {
      for (const hit of sofar.hits.slice(shown)) console.log(describeHit(hit));
      shown = sofar.hits.length;
      console.error(summarize(sofar));
    },
  });
  for (const { command, shell } of result.hung) console.log(`stopped in ${shell}: ${JSON.stringify(command)}`);
  console.log(
    `${summarize(result)}, ${result.canaries} canaries, ${result.written} files written by the attacker, seed ${seed}`,
  );
  process.exitCode = result.hits.length === 0 ? 0 : 1;
}
