import { DefaultForkSubagent } from "../../../src/fork/default-fork-subagent.ts";
import { fileRecords } from "../../../src/transcript/file-records.ts";
import { closedGate } from "../support/gate.ts";
import { capture } from "../support/parents.ts";
import { echo } from "../support/run-fork.ts";
import { says, ScriptedClient } from "../support/scripted-client.ts";

// Run as a process of its own: begins a recorded run, takes a turn where it is to, says so, and never ends.
const [, , folder = "", afterTurn] = process.argv;
const never = new Promise<never>(() => undefined);
const reached = closedGate();
const hang = (): Promise<never> => {
  reached.open();
  return never;
};
const calls = says({ blocks: [{ call: "Read", id: "t1", input: "{}" }] });
const keptAlive = setInterval(() => undefined, 2 ** 30);
const handle = await new DefaultForkSubagent({ newRunId: () => "lost", records: fileRecords(folder) }).fork({
  parent: capture(),
  llm: new ScriptedClient(afterTurn === undefined ? [hang] : [calls, hang]),
  tools: echo,
  directive: "x",
  label: "crashes",
  maxTurns: 2,
  timeoutMs: null,
  mode: "ForkAndForget",
  skipTranscript: false,
});
handle.detach();
await reached.opened;
// Its row is written by then.
setImmediate(() => process.stdout.write("running\n"));
await never;
clearInterval(keptAlive);
