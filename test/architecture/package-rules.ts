/** Where each package may be imported. One that is missing here is an error. */
export const packages: readonly { readonly name: string; readonly in: readonly string[]; readonly why: string }[] = [
  {
    name: "@anthropic-ai/sdk",
    in: ["src/providers/anthropic"],
    why: "SDKs change under us: one folder takes the change.",
  },
  { name: "@opentelemetry/api", in: ["src/fork"], why: "A run is traced where it is driven, and nowhere else." },
  { name: "unbash", in: ["src/filters"], why: "Only the shell classifier parses a shell." },
  {
    name: "@pydantic/genai-prices",
    in: ["harness/money"],
    why: "Prices change by the week; one file asks for them.",
  },
  {
    name: "ajv",
    in: [
      "src/filters",
      "src/fork/events",
      "harness/scenario",
      "harness/checks",
      "harness/report/read-run-result.ts",
      "harness/report/read-inspection.ts",
      "harness/gate",
    ],
    why: "Documents from outside meet their schema here.",
  },
  {
    name: "csv-parse",
    in: ["harness/scenario/rows/read-csv.ts"],
    why: "Quotes and line breaks inside a value are its business.",
  },
  {
    name: "yaml",
    in: ["harness/scenario", "harness/cassette", "harness/import"],
    why: "The formats that people write by hand.",
  },
  {
    name: "gpt-tokenizer",
    in: ["harness/cache-model"],
    why: "The public tokenizers of OpenAI; loaded with the first count that asks for one.",
  },
  { name: "chalk", in: ["harness/report"], why: "Colour is the terminal's business, never the result's." },
  {
    name: "rolldown",
    in: ["harness/page/page-script.ts"],
    why: "A checkout bundles the page's script when it is asked for; the package holds it bundled.",
  },
  { name: "cli-table3", in: ["harness/report"], why: "So is the width of a table." },
  {
    name: "eventsource-parser",
    in: ["harness/wires"],
    why: "The judge reads streams by the specification; the fork library reads them by code of its own.",
  },
  {
    name: "ws",
    in: ["harness/mock", "harness/record"],
    why: "Node serves no WebSocket of its own; the proxy reads the frames that pass through it.",
  },
  {
    name: "@smithy/eventstream-codec",
    in: ["harness/mock"],
    why: "Bedrock streams in Amazon's binary form; its own codec writes it.",
  },
  {
    name: "msw",
    in: ["harness/mock", "harness/testing/mocked"],
    why: "One of three ways to serve the same pure handler.",
  },
  { name: "vitest", in: ["harness/testing/vitest"], why: "A user's own test runner: only its entry loads it." },
  {
    name: "@nats-io/transport-node",
    in: ["harness/queue", "src/remote/nats"],
    why: "Only runs on a queue and forks in other processes connect to NATS.",
  },
  {
    name: "@nats-io/jetstream",
    in: ["harness/queue", "src/remote/nats"],
    why: "Its streams carry jobs, results and events of forks.",
  },
  {
    name: "@nats-io/obj",
    in: ["harness/queue", "src/remote/nats"],
    why: "Its object store carries files and parents' bodies.",
  },
  {
    name: "@nats-io/kv",
    in: ["harness/queue"],
    why: "Its buckets keep the runs.",
  },
];
