import type { OptionSpec, Positional } from "../command-spec.ts";

/** What `inspect`, `judge` and `simulate` read. */
export const sourcesPositional: Positional = {
  name: "sources",
  count: "at least one",
  description:
    "cassettes, traffic files and logs that import reads, also .gz and .zst; folders with such files; - for standard input (the format is detected)",
};

/** Options that several commands take. */
export const providerOptionSpec: OptionSpec = {
  name: "provider",
  value: "NAME",
  description: "apply the cache rules of this provider; by default the request decides",
};

export const rulesOptionSpec: OptionSpec = {
  name: "rules",
  value: "FILE",
  description: "a JSON file of cache rules that override the built-in ones",
};

export const unknownModelOptionSpec: OptionSpec = {
  name: "fail-on-unknown-model",
  value: null,
  description: "fail if no cache rules name the model",
  formerly: { name: "strict" },
};

export const failOnBreakOptionSpec: OptionSpec = {
  name: "fail-on-break",
  value: null,
  description:
    "exit 1 if the client broke a cached prefix, or may have. Pauses and model switches on the main line, compactions and entries that the provider dropped do not count",
};

export const pageOptionSpecs: readonly OptionSpec[] = [
  {
    name: "html",
    value: "FILE",
    description:
      "write the HTML report: incidents, a waterfall for each conversation, and shared prefixes, in one file",
  },
  {
    name: "full-text",
    value: null,
    description: "with --html: keep whole blocks instead of 200 characters; credentials stay masked",
  },
];

/** A pasted line break within the quotes is white space to jq. */
export const ownLogNote: string = `A log of your own becomes a traffic file with jq. If its lines have the members time, request and response: jq -c '{seq: input_line_number, ts: .time, method: "POST", path: "/v1/messages", headers: [["host", "api.anthropic.com"]], body: (.request | tojson), response: {status: 200, headers: [], body: (.response | tojson)}}' own.jsonl > traffic.jsonl`;
