import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import Table from "cli-table3";
import type { JobResult } from "../../harness/kernel/run-result.ts";
import { wrapText } from "../../harness/report/tables/wrap-text.ts";
import { falseAlarms, recordedStrings } from "../cassette/recorded-strings.ts";
import { type ExpectedPair, readExpectedPairs } from "./expected-pair.ts";
import { forkName, forkRow, forkScenario, recordedParents } from "./recorded-parent.ts";
import { showGeneratedSessions } from "./generated-sessions.ts";
import { runGenerated } from "./run-generated.ts";

/**
 * `npm run conformance`: the judge against pairs of real clients that people judged by hand, and our fork against the real
 * clients' own, and the search for credentials against the strings of both. The scenarios are generated, since the recordings are not ours to ship. Then `inspect` against generated sessions whose
 * truth is known, of which `--sessions N` takes the first N.
 */
const { values } = parseArgs({ options: { sessions: { type: "string", default: "435" } } });
const recordings = resolve("../shared/recordings");
/** People judged blocks. Causes in parameters and routing are named here: a summary with settings of its own, a session with its own key. */
const CAUSES: Readonly<Record<string, readonly string[]>> = {
  "qwen-code/toolsearch-compress-anthropic.jsonl 4 to 5": ["CB108", "CB407"],
  "qwen-code/toolsearch-compress-anthropic.jsonl 4 to 6": ["CB102", "CB105", "CB202"],
  "pi/session-fork-responses.jsonl 4 to 5": ["CB601"],
};

const index = join(recordings, "EXPECTED.json");
if (existsSync(index)) conform(readExpectedPairs(index));
else {
  console.error(`NOT RUN: the recordings of real clients are not there (${index})`);
  console.log("0 passed, 0 failed");
  // A gate that saw nothing is not green.
  process.exitCode = 3;
}
if (!showGeneratedSessions(Number(values.sessions))) process.exitCode = 1;

function conform(pairs: readonly ExpectedPair[]): void {
  const forks = recordedParents.map((parent) => forkScenario(recordings, parent));
  const jobs = runGenerated([...pairs.map(scenarioOf), ...forks]);
  const judged = pairs.map((pair) => rowOf(pair, jobs.get(nameOf(pair))));
  const forked = recordedParents.map((parent) => forkRow(parent, pairs, jobs.get(forkName(parent))));
  show(["pair", "relation", "expected", "got", ""], [36, 18, 24, 30, 6], judged);
  show(["parent, forked by us", "the client's own fork", "expected", "got", ""], [36, 18, 24, 30, 6], forked);
  const alarms = alarmRow();
  show(["strings of the recordings", "expected", "got", ""], [36, 30, 30, 6], [alarms]);
  const all = [...judged, ...forked, alarms];
  const passing = all.filter((row) => row.at(-1) === "ok").length;
  console.log(`${passing} passed, ${all.length - passing} failed`);
  process.exitCode = passing === all.length && pairs.length > 0 ? 0 : 1;
}

/** Strings that a cassette would mask although no key is left in them. */
function alarmRow(): readonly string[] {
  const strings = recordedStrings(recordings);
  const wrong = falseAlarms(strings).length;
  const isFine = strings.size > 2000 && wrong <= strings.size * 0.005;
  const got = `${wrong} of ${strings.size} masked`;
  return ["taken for credentials", "at most 0.5 % masked wrongly", got, isFine ? "ok" : "WRONG"];
}

/** `widths` of the columns make 120 with the rules between them: what a terminal shows. */
function show(head: readonly string[], widths: readonly number[], rows: readonly (readonly string[])[]): void {
  const table = new Table({ head: [...head], colWidths: [...widths], style: { head: [], border: [] } });
  const fitted = (text: string, column: number): string => wrapText(text, (widths[column] ?? 2) - 2).join("\n");
  for (const row of rows)
    table.push(
      row.map((cell, column) =>
        cell
          .split("\n")
          .map((line) => fitted(line, column))
          .join("\n"),
      ),
    );
  console.log(table.toString());
}

function rowOf(pair: ExpectedPair, job: JobResult | undefined): readonly string[] {
  const { recording, parent, child, relation } = pair;
  const verdict = isAsExpected(job, pair) ? "ok" : "WRONG";
  return [`${recording}\n${parent} -> ${child}`, relation, told(pair), got(job), verdict];
}

/** The scenario passed, and the break lies at the place that is expected, or in a part of the item that stands there. */
function isAsExpected(job: JobResult | undefined, { pointer }: ExpectedPair): boolean {
  if (job?.outcome.status !== "passed") return false;
  const found = job.judgements[0]?.divergence?.pointer ?? "";
  return pointer === null || found === pointer || found.startsWith(`${pointer}/`);
}

function scenarioOf(pair: ExpectedPair): object {
  const { recording, parent, child, verdict, normalisations, segment, names } = pair;
  const findings = CAUSES[nameOf(pair)];
  const divergence = { segment, ...(names === null ? {} : { names }) };
  return {
    name: nameOf(pair),
    parent: { source: join(recordings, recording), exchange: parent },
    fork: { recorded: { exchange: child } },
    ...(verdict === "diverged" ? { expectBreak: { reason: "people judged that this pair breaks" } } : {}),
    expect: {
      verdict,
      ...(verdict === "diverged" ? { divergence } : { normalisations }),
      ...(findings !== undefined && { findings }),
    },
  };
}

function nameOf({ recording, parent, child }: ExpectedPair): string {
  return `${recording} ${parent} to ${child}`;
}

function told({ verdict, normalisations, segment, pointer, names }: ExpectedPair): string {
  return [verdict, normalisations.join(" "), pointer ?? segment ?? "", names?.join(" ") ?? ""]
    .filter(Boolean)
    .join("\n");
}

function got(job: JobResult | undefined): string {
  const [judgement] = job?.judgements ?? [];
  if (judgement === undefined) return job?.outcome.status === "errored" ? job.outcome.error.what : "not judged";
  const cause = judgement.findings.find(({ role }) => role === "cause");
  const { verdict, normalisations, divergence } = judgement;
  const place = divergence === null ? "" : `${divergence.pointer} ${cause?.code ?? "no cause"}`;
  return [verdict, normalisations.join(" "), place, cause?.names.join(" ") ?? ""].filter(Boolean).join("\n");
}
