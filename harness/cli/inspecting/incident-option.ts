import type { Inspection } from "../../kernel/inspection/inspection.ts";
import type { OptionSpec } from "../command-spec.ts";
import type { Invocation } from "../command.ts";
import { usageError } from "../usage-error.ts";

export const incidentOptionSpec: OptionSpec = {
  name: "incident",
  value: "N",
  repeats: true,
  description: "show the incident with this number of the table in full, instead of the first ones; repeatable",
};

/**
 * The numbers of the incidents that are shown in full; empty without `--incident`.
 *
 * @throws HarnessError HX503 for anything but a number from 1 on; HX505 together with an option whose output does not show incidents one by one
 */
export function incidentOption({ options }: Invocation): readonly number[] {
  const values = options.get(incidentOptionSpec.name) ?? [];
  const other = OTHER_OUTPUT.find((name) => options.has(name));
  if (values.length > 0 && other !== undefined)
    throw usageError("HX505", `--incident and --${other} are two outputs`, `leave --incident or --${other} out`);
  return [...new Set(values)].map((value) => {
    if (!/^[1-9]\d{0,8}$/.test(value))
      throw usageError("HX503", `--incident takes a number of the table, not "${value}"`, "write --incident 3");
    return Number(value);
  });
}

const OTHER_OUTPUT: readonly string[] = ["all", "json", "jsonl", "by"];

/** @throws HarnessError HX503 for a number that no incident of the recording has */
export function checkIncidents(numbers: readonly number[], { incidents }: Pick<Inspection, "incidents">): void {
  const missing = numbers.find((number) => incidents.every(({ rank }) => rank !== number));
  if (missing === undefined) return;
  const [what, fix] =
    incidents.length === 0
      ? ["the recording has no incidents", "leave it out"]
      : [`the last incident is number ${incidents.length}`, "name a number of the table"];
  throw usageError("HX503", `--incident ${missing}: ${what}`, fix);
}
