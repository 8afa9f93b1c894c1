export type Effect = "disk" | "process" | "clock" | "chance" | "console" | "network";

/** Where the world may be touched. Everything else takes what it needs as an argument. */
export const edges: readonly { readonly at: string; readonly may: readonly Effect[]; readonly why: string }[] = [
  {
    at: "harness/io",
    may: ["disk", "process", "clock", "chance", "console", "network"],
    why: "The one place, so that a run is a function of its inputs.",
  },
  {
    at: "harness/mock/serve/via-loopback.ts",
    may: ["network", "process"],
    why: "A provider that clients really connect to. It asks the process for Node's server, since an import loads fetch, too.",
  },
  {
    at: "harness/mock/serve/via-websocket.ts",
    may: ["network"],
    why: "The same provider, over an upgraded connection.",
  },
  { at: "harness/record", may: ["network"], why: "Stands between a real client and its provider." },
  { at: "harness/mock/serve/egress-proxy.ts", may: ["network"], why: "Tells which hosts a child process asked for." },
  { at: "harness/mock/serve/egress-guard.ts", may: ["network"], why: "Holds every socket of the process on loopback." },
  { at: "harness/page/browser", may: ["clock"], why: "It runs in the browser of a reader." },
  {
    at: "harness/run/fork/parent/send-parent.ts",
    may: ["network"],
    why: "Replaying a parent's request means sending it.",
  },
  {
    at: "harness/run/fork/modules/worker",
    may: ["process", "clock", "network"],
    why: "A process of its own, which is held against what it was before a user's module ran in it.",
  },
  { at: "harness/run/evals/ask-grader.ts", may: ["network"], why: "A grader is asked as a fork asks." },
  { at: "harness/testing/tape", may: ["network"], why: "Stands between a client in this process and its fetch." },
  { at: "harness/run/live/live-provider.ts", may: ["network"], why: "A live run asks the real provider." },
  { at: "harness/run/fork-library.ts", may: ["network"], why: "Hands a real client its fetch, with the lane named." },
  {
    at: "src/cache-safe/record-parent.ts",
    may: ["network"],
    why: "Stands between the parent's client and its fetch.",
  },
  { at: "src/providers", may: ["network"], why: "The provider port's real side." },
  {
    at: "src/providers/transport/retry-pause.ts",
    may: ["clock", "chance"],
    why: "The pause before a retry, with jitter, so that forks that failed together do not return together.",
  },
  {
    at: "src/providers/openai/openai-environment.ts",
    may: ["process"],
    why: "OpenAI's key is read where its SDK reads it.",
  },
  { at: "src/fork/loop/timer.ts", may: ["clock"], why: "The timer port's real side." },
  { at: "src/fork/loop/fork-ports.ts", may: ["chance"], why: "Where nobody gives ids, they must not collide." },
  { at: "src/filters/audit/take-snapshot.ts", may: ["disk"], why: "What a run really wrote is on the disk." },
  {
    at: "src/filters/paths/node-disk.ts",
    may: ["disk"],
    why: "The real side of the port that path rules look through.",
  },
  {
    at: "src/filters/shell/run/open-shell.ts",
    may: ["disk", "process"],
    why: "Makes the environment in which allowed commands run.",
  },
  {
    at: "src/filters/shell/run/started-shell.ts",
    may: ["disk", "process", "clock"],
    why: "Runs what a filter has allowed, for a time, in the folder that is there.",
  },
  { at: "src/filters/shell/load-grammar.ts", may: ["disk"], why: "The compiled grammar is a file of ours." },
  { at: "src/remote/nats", may: ["clock"], why: "An event waits for a lost connection, and not for ever." },
  {
    at: "src/transcript",
    may: ["disk", "process"],
    why: "The transcript port's real side; a run is lost when its process is gone.",
  },
];
