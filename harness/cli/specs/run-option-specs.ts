import type { OptionSpec } from "../command-spec.ts";
import { rulesOptionSpec, unknownModelOptionSpec } from "./shared-option-specs.ts";

/** The options of `run`; the last ones are for scenarios that send requests to the real provider. */
export const runOptions: readonly OptionSpec[] = [
  { name: "tag", value: "TAG", description: "only scenarios with this tag; repeatable", repeats: true },
  { name: "name", value: "REGEXP", description: "only scenarios whose name matches" },
  rulesOptionSpec,
  unknownModelOptionSpec,
  { name: "max-warnings", value: "N", description: "fail if there are more warnings than this" },
  { name: "bail", value: null, description: "stop after the first job that does not pass" },
  { name: "report", value: "FILE", description: "write the result here instead of reports/latest.json" },
  {
    name: "update",
    value: null,
    description: "record the cassette of one scenario with mode: replay again, and report what changed",
  },
  { name: "live", value: null, description: "also run scenarios with mode: live, which ask the real provider" },
  {
    name: "base-url",
    value: "URL",
    description: "with --live: send requests here; by default to ANTHROPIC_BASE_URL and its like",
  },
  { name: "max-cost", value: "USD", description: "with --live: refuse a request that could cost more than this" },
  { name: "repeat", value: "N", description: "with --live: run each live scenario N times and report pass^k" },
  {
    name: "live-gate",
    value: null,
    description: "with --live: let live scenarios fail the run; by default they only advise",
  },
];
