import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { tokenFamilies } from "../../../harness/cache-model/tokens/token-family.ts";
import { familySpread } from "./family-spread.ts";
import { fitFamily } from "./fit-families.ts";
import { findRecordings } from "../find-recordings.ts";
import { allPrompts, playRecordings } from "../play-recordings.ts";

/** `npm run fidelity:fit`: fits the rates of every family to the recorded traffic and writes the data file that the estimator reads. */
const { prompts } = allPrompts(playRecordings(findRecordings(resolve("../shared/ground-truth")) ?? []).played);
const byFamily = Map.groupBy(prompts, ({ family }) => family);
const families = tokenFamilies.map((family) => {
  const own = byFamily.get(family) ?? [];
  return `    ${JSON.stringify(family)}: ${JSON.stringify({ ...fitFamily(family, own), spread: familySpread(own) })},`;
});
writeFileSync(
  "harness/cache-model/tokens/fitted-rates.ts",
  `import type { FittedRates } from "./family-rates.ts";

/**
 * Written by test/fidelity/fit/write-rates.ts from ${prompts.length} recorded prompts; numbers only. A family with no prompt of its own
 * counts by the tokenizer that comes nearest, with frames as usual. \`npm run fidelity\` prints the error, each repository left out of the fit in turn.
 */
export const fittedRates: FittedRates = {
  fitted: ${JSON.stringify(new Date().toISOString().slice(0, 10))},
  families: {
${families.join("\n")}
  },
};
`,
);
