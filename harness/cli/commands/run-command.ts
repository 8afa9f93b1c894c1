import { environmentSecrets } from "../../cassette/environment-secrets.ts";
import type { Console } from "../../io/console.ts";
import { writeAtomically } from "../../io/disk.ts";
import { keepHeapLean } from "../../io/lean-heap.ts";
import { environment } from "../../io/process.ts";
import { listenForInterrupt } from "../../io/signals.ts";
import type { RunResult } from "../../kernel/run-result.ts";
import { countOf } from "../../report/format-count.ts";
import { renderJson } from "../../report/render-json.ts";
import { runScenarios } from "../../run/run-scenarios.ts";
import { type Command, type Invocation, valueOf } from "../command.ts";
import { makeProgressLine } from "../progress-line.ts";
import { readLiveOptions } from "./live-options.ts";
import { rulesOption } from "../rules-option.ts";
import { usageError } from "../usage-error.ts";
import { isInCi } from "./is-in-ci.ts";
import { settleOutcome } from "./settle-outcome.ts";
import { runExit } from "./run-exit.ts";

/** Runs scenarios, writes the result to disk and shows it. A Ctrl-C still gives a report of what was done. */
export const runCommand: Command = async (invocation, streams) => {
  const { out, err, outStyle } = streams;
  const maxWarnings = readMaxWarnings(invocation);
  keepHeapLean();
  if (invocation.options.has("update")) await update(invocation, streams);
  const result = await run(invocation, streams, maxWarnings);
  const report = valueOf(invocation, "report") ?? "reports/latest.json";
  const json = renderJson(result);
  writeAtomically(report, json);
  if (invocation.options.has("json")) out(json);
  else {
    const { renderRunTable } = await import("../../report/render-run-table.ts");
    out(renderRunTable(result, outStyle));
  }
  const { warnings } = result.summary;
  if (warnings > maxWarnings) err(`${countOf(warnings, "warning")}, and --max-warnings allows ${maxWarnings}\n`);
  err(`report: ${report}\n`);
  return runExit(result);
};

/** Records before it runs, so that what is then judged is the new recording. */
async function update(invocation: Invocation, { err }: Console): Promise<void> {
  if (isInCi()) {
    const mend = "update on your own machine and commit the cassette, or unset CI";
    throw usageError("HX510", "nothing is recorded in continuous integration (CI is set)", mend);
  }
  const { updateCassette } = await import("../../run/update-cassette.ts");
  const { folder, changes } = await updateCassette({
    paths: pathsOf(invocation),
    tags: invocation.options.get("tag") ?? [],
    name: valueOf(invocation, "name"),
    secrets: environmentSecrets(environment()),
  });
  err(`recorded again: ${folder}\n${changes.map((line) => `  ${line}\n`).join("")}`);
}

function pathsOf({ positionals }: Invocation): readonly string[] {
  return positionals.length === 0 ? ["scenarios"] : positionals;
}

async function run(invocation: Invocation, streams: Console, maxWarnings: number): Promise<RunResult> {
  const progress = makeProgressLine(streams);
  const interrupt = listenForInterrupt(() => {
    progress.clear();
    streams.err("stopping after the running job; Ctrl-C again stops at once\n");
  });
  const bail = invocation.options.has("bail");
  let bailed = false;
  try {
    const found = await runScenarios({
      paths: pathsOf(invocation),
      tags: invocation.options.get("tag") ?? [],
      ...named(invocation),
      live: await readLiveOptions(invocation),
      ci: isInCi(),
      caches: rulesOption(invocation),
      strict: invocation.options.has("strict"),
      onUnknownModel: (line) => {
        progress.clear();
        streams.err(line);
      },
      onJob: ({ id, outcome }, done, total) => {
        progress.show(done, total, id);
        bailed ||= bail && (outcome.status === "failed" || outcome.status === "errored");
      },
      stop: () => bailed || interrupt.requested(),
    });
    return settleOutcome(found, { interrupted: interrupt.requested(), maxWarnings });
  } finally {
    progress.clear();
    interrupt[Symbol.dispose]();
  }
}

function named(invocation: Invocation): { readonly name?: string } {
  const name = valueOf(invocation, "name");
  return name === null ? {} : { name };
}

/** Infinity where the option is absent. */
function readMaxWarnings(invocation: Invocation): number {
  const value = valueOf(invocation, "max-warnings");
  if (value === null) return Infinity;
  if (/^\d+$/.test(value)) return Number(value);
  throw usageError("HX503", `--max-warnings takes a whole number, not "${value}"`, "write --max-warnings 0, or more");
}
