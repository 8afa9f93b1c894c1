import { reporters } from "../../report/reporters/reporters.ts";
import type { OptionSpec } from "../command-spec.ts";

export const reporterOptionSpec: OptionSpec = {
  name: "reporter",
  value: "NAME[=FILE]",
  description: `how to report: ${reporters.map(({ name }) => name).join(", ")}; repeatable`,
  repeats: true,
};

export const verboseOptionSpec: OptionSpec = { name: "verbose", value: null, description: "list every job and fork" };
