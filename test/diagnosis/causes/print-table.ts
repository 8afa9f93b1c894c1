import { generators, scoreMutants } from "./generators.ts";
import { realBodies } from "./real-bodies.ts";

/** `node test/diagnosis/causes/print-table.ts [--misses]`: of each code and wire, how many mutants have the right cause. */
const bodies = realBodies();
const wires = [...new Set(bodies.map(({ wire }) => wire))];
const misses: string[] = [];
for (const [changes, mutants] of generators) {
  const byWire = wires.map((wire) =>
    scoreMutants(
      bodies.filter((real) => real.wire === wire),
      mutants,
      (text) => misses.push(text),
    ),
  );
  const codes = [...new Set(byWire.flatMap((scores) => [...scores.keys()]))].sort();
  console.log(`\n${changes}`);
  for (const code of codes) {
    const cells = byWire.flatMap((scores, at) => {
      const score = scores.get(code);
      return score === undefined ? [] : [`${wires[at]} ${score.right}/${score.total}`];
    });
    console.log(`  ${code}  ${cells.join("  ")}`);
  }
}
if (process.argv.includes("--misses")) for (const each of misses) console.log(each);
