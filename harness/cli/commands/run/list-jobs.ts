import type { Console } from "../../../io/console.ts";
import { escapeControlChars } from "../../../kernel/text/escape-control-chars.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";
import { renderJson } from "../../../report/render-json.ts";
import { selectScenarios } from "../../../run/select-scenarios.ts";
import type { Scenario } from "../../../scenario/scenario.ts";
import type { Invocation } from "../../command.ts";
import { usageError } from "../../usage-error.ts";
import { isInCi } from "../is-in-ci.ts";
import { readRunOptions } from "./run-options.ts";

/** The options that decide which jobs are selected, and which of them are skipped. */
const SELECTING: ReadonlySet<string> = new Set([
  "list",
  "json",
  "tag",
  "name",
  "rows",
  "sample",
  "seed",
  "shard",
  "live",
  "regrade",
]);

/**
 * Prints the selected jobs, in the order of a run, without running them.
 *
 * @throws HarnessError HX505 for an option that concerns the run of jobs or its result
 */
export async function listJobs(invocation: Invocation, { out, err }: Console): Promise<0> {
  const { options } = invocation;
  const idle = [...options.keys()].find((name) => !SELECTING.has(name));
  if (idle !== undefined)
    throw usageError("HX505", `--${idle} has no effect with --list, which runs nothing`, `leave --${idle} out`);
  const { selection, live, kept } = await readRunOptions(invocation);
  const request = { ...selection, live: live !== null, kept: kept?.run ?? null, ci: isInCi() };
  const { selected } = selectScenarios(request);
  if (options.has("json")) out(renderJson({ jobs: selected.map(describe) }));
  else out(selected.map(lineOf).join(""));
  err(`${pluralize(selected.length, "job")}\n`);
  return 0;
}

function describe({ id, file, positions, kind, tags, variant, skip }: Scenario): object {
  return { id, file, place: positions.job, kind, tags, variant, ...(skip !== null && { skipped: skip }) };
}

function lineOf({ id, skip }: Scenario): string {
  return `${escapeControlChars(skip === null ? id : `${id} (skipped: ${skip})`)}\n`;
}
