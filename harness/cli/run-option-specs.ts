import type { OptionSpec } from "./commands.ts";

/** What `run` takes; the last ones are for scenarios that ask the real provider. */
export const runOptions: readonly OptionSpec[] = [
  { name: "tag", value: "TAG", description: "only scenarios with this tag; may be given again for more tags" },
  { name: "name", value: "REGEXP", description: "only scenarios whose name this regular expression finds" },
  { name: "rules", value: "FILE", description: "a JSON file of cache rules that differ from ours" },
  { name: "strict", value: null, description: "fail a job whose model has no rules of its own" },
  { name: "max-warnings", value: "N", description: "fail when there are more warnings than this" },
  { name: "bail", value: null, description: "stop after the first job that does not pass" },
  { name: "report", value: "FILE", description: "write the result here instead of reports/latest.json" },
  {
    name: "update",
    value: null,
    description: "record the cassette of one scenario of mode replay again, and say what changed",
  },
  { name: "live", value: null, description: "run scenarios of mode live too: they ask the real provider" },
  {
    name: "base-url",
    value: "URL",
    description: "with --live: send requests here; by default to what ANTHROPIC_BASE_URL and the like hold",
  },
  { name: "max-cost", value: "USD", description: "with --live: hold back a request that could cost more than this" },
  { name: "repeat", value: "N", description: "with --live: run each live scenario so often, and tell pass^k" },
  { name: "live-gate", value: null, description: "with --live: let live scenarios fail the run, not only advise" },
];
