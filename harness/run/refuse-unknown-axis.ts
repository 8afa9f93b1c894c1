import { axisValues } from "../kernel/evals/axis-rows.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import { nearestWord } from "../kernel/text/nearest-word.ts";
import type { Scenario } from "../scenario/scenario.ts";

/** Refuses, before anything runs, to compare by an axis without two values. @throws HarnessError HX327 */
export function refuseUnknownAxis(selected: readonly Scenario[], axis: string): void {
  const jobs = selected.filter(({ skip }) => skip === null);
  const values = axisValues(jobs, axis);
  if (values.length > 1) return;
  const axes = [...new Set(jobs.flatMap(({ variant }) => Object.keys(variant)))];
  const nearest = nearestWord(axis, axes);
  const known = axes.length === 0 ? "the selected scenarios have no matrix" : `the axes are ${axes.join(", ")}`;
  throw new HarnessError({
    code: "HX327",
    what:
      values.length === 1
        ? `--compare ${axis}: all selected jobs have the value ${values[0]}`
        : `--compare ${axis}: no selected job has this axis`,
    fix:
      values.length === 1
        ? "select jobs with another value, too"
        : nearest === null
          ? `name an axis of a matrix: ${known}`
          : `did you mean \`--compare ${nearest}\`?`,
    exit: 2,
  });
}
