import type { Console } from "../../../io/console.ts";
import { escapeControlChars } from "../../../kernel/text/escape-control-chars.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";
import { renderJson } from "../../../report/render-json.ts";
import { type SelectionRequest, selectScenarios } from "../../../run/select-scenarios.ts";
import type { Scenario } from "../../../scenario/scenario.ts";
import { isInCi } from "../is-in-ci.ts";

/** Prints the selected jobs, in the order of a run, without running them. */
export function listJobs(request: Omit<SelectionRequest, "ci">, asJson: boolean, { out, err }: Console): 0 {
  const { selected } = selectScenarios({ ...request, ci: isInCi() });
  if (asJson) out(renderJson({ jobs: selected.map(describe) }));
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
