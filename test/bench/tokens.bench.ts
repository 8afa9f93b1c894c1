import { readFileSync } from "node:fs";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { Bench } from "tinybench";
import { noPieces } from "../../harness/cache-model/tokens/words/piece-classes.ts";
import { addPieces } from "../../harness/cache-model/tokens/words/piece-counts.ts";
import type { BenchCase, BenchRow } from "./bench-case.ts";

/** The cost of an estimate of a text, compared with a count by a tokenizer. */
export const tokens: BenchCase = {
  name: "tokens",
  compares: "an estimate by pieces with a count by gpt-tokenizer's o200k, both on the same text",
  run: async () => [await estimating()],
};

async function estimating(): Promise<BenchRow> {
  const text = ["ARCHITECTURE.md", "CHANGELOG.md", "README.md", "harness/scenario/scenario.schema.json"]
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const bench = new Bench({ throws: true, time: 1_000, warmupTime: 500 });
  let sum = 0;
  bench.add("pieces", () => {
    const pieces = noPieces();
    addPieces(text, pieces);
    sum += pieces.spacedWords;
  });
  bench.add("o200k", () => {
    sum += countTokens(text);
  });
  await bench.run();
  if (sum === 0) throw new Error("the text has no word in it");
  const [pieces = Number.NaN, o200k = Number.NaN] = bench.tasks.map(({ result }) =>
    "latency" in result ? result.latency.p50 : Number.NaN,
  );
  const rate = (medianMs: number): string => `${(text.length / 1_000 / medianMs).toFixed(1)} MB/s`;
  return {
    what: `pieces of a text of ${Math.round(text.length / 1_000)} KB (${rate(pieces)})`,
    medianMs: pieces,
    against: { what: `gpt-tokenizer, o200k (${rate(o200k)})`, medianMs: o200k },
    bytes: null,
    goal: { says: "5 MB/s", met: text.length / 1_000 / pieces >= 5 },
  };
}
