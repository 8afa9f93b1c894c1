import { resolve } from "node:path";
import Table from "cli-table3";
import type { SimulatedExchange, Simulation, SimulationTally } from "../../harness/kernel/simulation.ts";
import { estimatorReport } from "./estimator-report.ts";
import { findRecordings, type RecordingFile } from "./find-recordings.ts";
import { knownMiss } from "./known-misses.ts";
import { allPrompts, type Played, playRecordings, type Unread } from "./play-recordings.ts";
import { heldTargets } from "./targets.ts";

const KNOWN =
  "A target above is MISSED. Each exchange that misses it is named and explained above, by what was predicted and recorded; " +
  "any other miss of it, or of another target, fails this command.";

const SIGNS = { kept: "kept  ", missed: "MISSED", "not asked": "not asked" } as const;

/**
 * `npm run fidelity [-- path]`: the cache models against what real providers returned, in every recording of a folder, or in one file.
 * Exits 1 where a target is missed or nothing was there to hold it to, 2 where the path names nothing, 3 where a recording is damaged
 * or if recordings are missing (NOT RUN), since a gate that saw nothing is not green.
 */
const [given] = process.argv.slice(2);
const path = resolve(given ?? "../shared/ground-truth");
const files = findRecordings(path);
if (files !== null) process.exitCode = measure(files);
else if (given === undefined) {
  console.error(`NOT RUN: the recorded traffic of real providers is not there (${path})`);
  process.exitCode = 3;
} else {
  console.error(`no recording: ${path} is no file and no folder`);
  process.exitCode = 2;
}

function measure(recordings: readonly RecordingFile[]): number {
  const { played, unread } = playRecordings(recordings);
  const exchanges = played.flatMap(({ simulation }) => simulation.exchanges);
  console.log(table(played).toString());
  for (const { name, simulation } of played) explain(name, simulation);
  const { prompts, leftOut } = allPrompts(played);
  const estimator = estimatorReport({ prompts, leftOut });
  for (const line of estimator.lines) console.log(line);
  const held = [...heldTargets(exchanges), ...estimator.held];
  for (const { says, outcome, found } of held) console.log(`${SIGNS[outcome]} ${says}: ${found}`);
  for (const { name, says, isEmpty } of unread) console.log(`${isEmpty ? "EMPTY " : "DAMAGED"} ${name}: ${says}`);
  const followUps = exchanges.filter(({ score }) => score !== "first" && score !== "not-scored").length;
  console.log(
    `examined: ${played.length} of ${recordings.length} recordings, ${exchanges.length} exchanges, ${followUps} follow-ups, ` +
      `${prompts.length} prompts of a known length`,
  );
  return exitCode(held, unread);
}

type Held = { readonly outcome: keyof typeof SIGNS; readonly isExplained?: boolean };

function exitCode(held: readonly Held[], unread: readonly Unread[]): number {
  const missed = held.filter(({ outcome }) => outcome === "missed");
  const isKnown = missed.every(({ isExplained }) => isExplained === true);
  if (missed.length > 0 && isKnown) console.log(KNOWN);
  const isAsked = held.some(({ outcome }) => outcome !== "not asked");
  if (!isAsked) console.log("FAILED: nothing here tells whether any target is kept");
  if (!isKnown || !isAsked) return 1;
  return unread.every(({ isEmpty }) => isEmpty) ? 0 : 3;
}

function table(played: readonly Played[]): Table.Table {
  const head = ["file", "exchanges", "first", "follow-ups", "exact", "right entry", "in bound", "shorter", "wrong"];
  const rows = new Table({
    head: [...head, "class right", "set apart"],
    style: { head: [], border: [], compact: true },
  });
  for (const { name, simulation } of played) {
    const { all } = simulation.summary;
    const { exchanges, first, followUps, exact, rightEntry, withinBound, shorterEntry, wrong, classRight } = all;
    const counts = [exchanges, first, followUps, exact, rightEntry, withinBound, shorterEntry, wrong, classRight];
    rows.push([name, ...counts, apart(all)]);
  }
  return rows;
}

function apart({ setApart }: SimulationTally): string {
  return Object.entries(setApart)
    .map(([reason, count]) => `${count} ${reason}`)
    .join(", ");
}

/** Every follow-up that is neither exact nor within its provider's bound, one by one, with what is known of it. */
function explain(file: string, { exchanges }: Simulation): void {
  const rest = exchanges.filter(({ score }) => score === "wrong" || score === "shorter-entry");
  for (const exchange of rest) {
    console.log(`${file}: ${explained(exchange)}: ${knownMiss(exchange) ?? "UNEXPLAINED"}`);
  }
}

function explained({ id, model, score, predicted, recorded, class: place }: SimulatedExchange): string {
  const where = `predicted ${predicted?.read} (${place.predicted}), recorded ${recorded?.read} (${place.recorded ?? "no entry"})`;
  return `${score}: ${id.split("/").at(-1)}, ${model}: ${where}`;
}
