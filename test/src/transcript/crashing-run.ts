import { DefaultForkSubagent } from "../../../src/fork/default-fork-subagent.ts";
import { fileRecords } from "../../../src/transcript/file-records.ts";
import { capture } from "../support/parents.ts";
import { echo } from "../support/run-fork.ts";
import { ScriptedClient } from "../support/scripted-client.ts";

// Run as a process of its own: begins a recorded run, says so, and never ends.
const [, , folder = ""] = process.argv;
const never = new Promise<never>(() => undefined);
const keptAlive = setInterval(() => undefined, 2 ** 30);
const handle = await new DefaultForkSubagent({ newRunId: () => "lost", records: fileRecords(folder) }).fork({
  parent: capture(),
  llm: new ScriptedClient([() => never]),
  tools: echo,
  directive: "x",
  label: "crashes",
  maxTurns: 1,
  timeoutMs: null,
  mode: "ForkAndForget",
  skipTranscript: false,
});
handle.detach();
// Its row is written by then.
setImmediate(() => process.stdout.write("running\n"));
await never;
clearInterval(keptAlive);
