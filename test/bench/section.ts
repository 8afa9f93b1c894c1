import { benches } from "./benches.ts";

/** One section in this process: its rows, or why it has none, go to the process that runs the sections. */

const bench = benches.find(({ name }) => name === process.argv[2]);
if (bench === undefined) throw new Error(`no bench named ${process.argv[2]}`);
const measured = bench.obstacle?.() ?? (await bench.run());
process.send?.(measured, () => process.exit(0));
