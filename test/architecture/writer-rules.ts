/** What writes to the disk or the terminal, by the module of `harness/io` and its export. Commands also get a console handed. */
export const writers: Readonly<Record<string, readonly string[]>> = {
  "harness/io/files/disk.ts": ["writeAtomically", "appendText"],
  "harness/io/files/new-folder.ts": ["makeFolderAtomically"],
  "harness/io/files/folder-entries.ts": ["writeEntries"],
  "harness/io/files/folder-snapshot.ts": ["copyFolder"],
  "harness/io/files/private-folder.ts": ["writePrivately", "makePrivateFolder"],
  "harness/io/files/spool.ts": ["openSpool"],
  "harness/io/files/kept-spool.ts": ["openKeptSpool"],
  "harness/io/files/scratch-file.ts": ["openScratchFile"],
  "harness/io/new-file.ts": ["NewFile"],
  "harness/io/descriptors/write-content.ts": ["writeContent", "writeInto"],
  "harness/io/console.ts": ["openConsole", "Console"],
};

/** Modules of `harness/io` that write, but nothing that a caller hands them. */
export const ownTexts: readonly string[] = [
  "harness/io/files/lock-file.ts",
  "harness/io/files/hold-device.ts",
  "harness/io/workers/message-pipe.ts",
];

type Rule = {
  /** The writing modules. */
  readonly at: readonly string[];
  /** The modules that mask what these write: each imports the search for credentials. */
  readonly masked?: readonly string[];
  readonly why: string;
};

const cassette = ["harness/cassette/format/write-cassette.ts", "harness/cassette/format/growing-cassette.ts"];
const judged = [
  "harness/verdict/judge.ts",
  "harness/verdict/recording/judge-recording.ts",
  "harness/verdict/recording/inspect-recording.ts",
  "harness/blocks/block-book.ts",
];
const result = ["harness/run/job/masked-result.ts", "harness/run/job/check-fork.ts"];
const errors = ["harness/cli/error-document.ts"];

/** Why what each module writes shows no credential. A module that begins to write needs a line. */
export const rules: readonly Rule[] = [
  { at: cassette, masked: cassette, why: "A cassette is searched before it is written." },
  {
    at: [
      "harness/cli/recording/keep-recording.ts",
      "harness/cli/recording/recover-recording.ts",
      "harness/cli/commands/gate/keep-traffic.ts",
    ],
    masked: cassette,
    why: "They print the names of what was masked, and ids.",
  },
  {
    at: ["harness/run/job/keep-evidence.ts"],
    masked: ["harness/run/job/keep-evidence.ts"],
    why: "Uploaded from a CI job.",
  },
  {
    at: ["harness/run/live/transcripts/job-transcript.ts", "harness/run/live/transcripts/kept-grades.ts"],
    masked: ["harness/run/live/transcripts/job-transcript.ts", "harness/run/live/transcripts/kept-grades.ts"],
    why: "Transcripts are kept for later runs and other people.",
  },
  {
    at: [
      "harness/cli/commands/import-command.ts",
      "harness/cli/commands/inspect-command.ts",
      "harness/cli/commands/merge-command.ts",
      "harness/cli/commands/compare-command.ts",
      "harness/cli/commands/judge/judge-batch.ts",
      "harness/cli/commands/judge/judge-command.ts",
      "harness/cli/commands/simulate-command.ts",
      "harness/cli/commands/fail-on-break.ts",
      "harness/cli/inspecting/compare-recordings.ts",
      "harness/cli/inspecting/exchange-lines.ts",
      "harness/cli/inspecting/page-option.ts",
      "harness/cli/inspecting/watch-exchanges.ts",
      "harness/cli/recording/show-recording.ts",
    ],
    masked: [
      ...judged,
      "harness/builds/request-members.ts",
      "harness/cli/commands/import-command.ts",
      "harness/cli/commands/simulate-command.ts",
      "harness/cli/inspecting/watch-exchanges.ts",
      "harness/cli/recording/show-recording.ts",
    ],
    why: "They show judgements, in which findings and excerpts are masked, and what stopped one.",
  },
  {
    at: ["harness/cli/commands/ps-command.ts"],
    masked: ["harness/cli/commands/ps-command.ts"],
    why: "It shows what forks said.",
  },
  { at: ["harness/cli/inspecting/show-counters.ts"], why: "Counters hold numbers, models and times." },
  {
    at: ["harness/cli/print-notes.ts"],
    masked: ["harness/cli/commands/simulate-command.ts"],
    why: "Notes hold numbers and the names of models and headers. Those on a body that is not JSON are masked by their command.",
  },
  {
    at: ["harness/cli/inspecting/reading-progress.ts"],
    why: "It shows the names of the files that were asked for, and counts.",
  },
  {
    at: [
      "harness/cli/commands/gate/gate-command.ts",
      "harness/cli/commands/run/run-command.ts",
      "harness/cli/reporting/finish-run.ts",
      "harness/cli/reporting/report-outputs.ts",
      "harness/cli/reporting/report-file.ts",
    ],
    masked: result,
    why: "The result of a run is masked job by job, before anything reads it.",
  },
  {
    at: [
      "harness/cli/commands/run-client.ts",
      "harness/cli/commands/serve-command.ts",
      "harness/cli/failed-request-teller.ts",
      "harness/cli/inspecting/follow-file.ts",
      "harness/cli/report-fault.ts",
      "harness/cli/run-cli.ts",
      "harness/cli/main.ts",
      "harness/cli/command.ts",
    ],
    masked: [
      ...errors,
      "harness/cli/commands/run-client.ts",
      "harness/cli/commands/serve-command.ts",
      "harness/cli/failed-request-teller.ts",
    ],
    why: "They print errors, which are masked as they become text.",
  },
  {
    at: ["harness/cli/commands/record-command.ts", "harness/cli/recording/name-leftovers.ts"],
    masked: ["harness/cli/recording/name-leftovers.ts"],
    why: "They name processes by their commands.",
  },
  {
    at: ["harness/record/recorder.ts", "harness/record/spooled/open-session.ts"],
    why: "The spool is encrypted, and its key is readable by the user alone.",
  },
  {
    at: ["harness/record/run-recorded.ts", "harness/record/forward/run-forwarded.ts"],
    why: "The client's own settings, in a folder of the user's that goes with the run.",
  },
  { at: ["harness/record/forward/authority/kept-authority.ts"], why: "The key of the user's own authority." },
  {
    at: ["harness/cli/recording/kept-authority-command.ts"],
    why: "It prints the path of the authority's certificate.",
  },
  { at: ["harness/sources/open-source.ts"], why: "What a packed recording unpacks to, in a file without a name." },
  { at: ["harness/cassette/format/save-parents.ts"], why: "Ids go into a cassette that was searched." },
  { at: ["harness/cli/commands/run/baseline-options.ts"], why: "A baseline holds outcomes and numbers." },
  { at: ["harness/cli/commands/init-command.ts"], why: "Scenarios name exchanges and findings, and quote no body." },
  {
    at: [
      "harness/cli/commands/explain-command.ts",
      "harness/cli/commands/filter-command.ts",
      "harness/cli/commands/validate-command.ts",
      "harness/cli/commands/worker-command.ts",
    ],
    why: "They read no recording.",
  },
  {
    at: [
      "harness/cli/commands/run/list-jobs.ts",
      "harness/cli/progress-line.ts",
      "harness/cli/recording/client-limits.ts",
    ],
    why: "Names of jobs, counts and times.",
  },
  {
    at: [
      "harness/run/fork/memory-tools.ts",
      "harness/run/job/with-filter-checks.ts",
      "harness/queue/worker/run-folder.ts",
      "harness/queue/coordinator/take-result.ts",
    ],
    why: "Files that the run was given or has made already.",
  },
  { at: ["harness/testing/vitest/run-mark.ts"], why: "One letter a test." },
];
