import type { Mutation } from "../mutation.ts";

const [early, leftovers] = ["test/cli/early-signals.slow.test.ts", "test/run/leftover-processes.slow.test.ts"];
const [output, serving] = ["test/cli/failed-output.slow.test.ts", "test/mock/internal-faults.test.ts"];

const pending = "SIGTERM that arrives before anybody listens is the listener's first one";
const ends = "a signal ends a run with 130 whose command line is wrong, and every other command";
const named = "a run ends detached processes that its jobs left, and names them";
const closed = "forkproof --help exits 3 when its stdout is closed";
const discarded = "output that its reader discards on purpose fails no command";
const failing = "a request on which the server of the mock itself fails";

/** Signals, processes and streams at the edge of a run, and the servers that outlive a request. */
export const processMutations: readonly Mutation[] = [
  {
    file: "harness/io/held-signals.ts",
    find: "if (held !== null) process.exit(130);",
    replace: "if (held !== null) process.exit(0);",
    proof: { test: early, title: ends },
  },
  {
    file: "harness/io/held-signals.ts",
    find: "if (held === null && !wasClaimed) held = { signal, atMs };",
    replace: "if (held === null && !wasClaimed) return;",
    proof: { test: "test/io/held-signals.test.ts", title: pending },
  },
  {
    file: "harness/io/signals.ts",
    find: "if (claim.pending !== null) listener(claim.pending);",
    replace: "void claim.pending;",
    proof: { test: "test/io/held-signals.test.ts", title: pending },
  },
  {
    file: "harness/io/workers/leftover-processes.ts",
    find: "      kill(pid);",
    replace: "      void kill;",
    proof: { test: leftovers, title: named },
  },
  {
    file: "harness/io/workers/leftover-processes.ts",
    find: "if (!ownGroups.has(group) && !isDying",
    replace: "if (ownGroups.has(group) && !isDying",
    proof: { test: leftovers, title: named },
  },
  {
    file: "harness/io/workers/leftover-processes.ts",
    find: ".includes(mark)",
    replace: ".includes(`of another run ${mark}`)",
    proof: { test: leftovers, title: named },
  },
  {
    file: "harness/io/workers/leftover-processes.ts",
    find: "if (ours.has(parent)) ours.add(pid);",
    replace: "if (ours.has(parent)) ours.add(parent);",
    proof: { test: leftovers, title: named },
  },
  {
    file: "harness/io/workers/run-mark.ts",
    find: "outer === undefined ? mark :",
    replace: 'outer === undefined ? "" :',
    proof: { test: leftovers, title: named },
  },
  {
    file: "harness/io/closed-stdout.ts",
    find: "(Number.parseInt(flags, 8) & 3) === 2",
    replace: "(Number.parseInt(flags, 8) & 3) === 1",
    proof: { test: output, title: closed },
  },
  {
    file: "harness/io/closed-stdout.ts",
    find: "isReadAndWritten() && ",
    replace: "",
    proof: { test: output, title: discarded },
  },
  {
    file: "harness/io/closed-stdout.ts",
    find: " && !parentHasSame()",
    replace: "",
    proof: { test: output, title: discarded },
  },
  {
    file: "harness/io/closed-stdout.ts",
    find: " && !parentHasSame()",
    replace: " && parentHasSame()",
    proof: { test: output, title: closed },
  },
  {
    file: "harness/mock/serve/answer-safely.ts",
    find: "await (hasBegun ? sink.cut() : refuse(request, fault, sink));",
    replace: "await sink.cut();",
    proof: { test: serving, title: `${failing} > gets its 500 if its body cannot be read, and the next one is served` },
  },
  {
    file: "harness/mock/serve/via-loopback.ts",
    find: "if (response.headersSent) response.destroy();",
    replace: "if (!response.headersSent) response.destroy();",
    proof: { test: serving, title: `${failing} > gets a plain 500 if the body of its error fails too` },
  },
  {
    file: "harness/mock/serve/via-websocket.ts",
    find: "socket.end(internalAnswer(fault, asked));",
    replace: "socket.destroy();",
    proof: {
      test: serving,
      title: `${failing} > gets a 500 that names the fault if it is an upgrade, and the next one is served`,
    },
  },
];
