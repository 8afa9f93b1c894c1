import { expect, test } from "vitest";
import { startAwaySummary } from "../../../src/consumers/away-summary.ts";
import { startConsolidation } from "../../../src/consumers/consolidate-memory.ts";
import { DefaultForkSubagent } from "../../../src/fork/default-fork-subagent.ts";
import { capture } from "../support/parents.ts";
import { echo } from "../support/run-fork.ts";
import { says, ScriptedClient } from "../support/scripted-client.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const done = says({ blocks: [{ text: "Two letters were read." }] });
const agentWith = (llm: ScriptedClient) => ({
  forks: new DefaultForkSubagent({ newRunId: () => "run-1" }),
  parent: capture(),
  llm,
  tools: echo,
});

test("a consolidation in the background is aborted by its handle, and audited all the same", async () => {
  const llm = new ScriptedClient([() => new Promise(() => undefined)]);
  const started = await startConsolidation({ ...agentWith(llm), memoryDir: temporaryFolder() });
  started.abort("the user came back");
  expect(await started.completion).toMatchObject({
    outcome: "failed",
    run: { runId: started.runId, stop: { cause: "aborted", reason: "the user came back" } },
    audit: { outcome: "clean" },
  });
});

test("the handle of an away summary gives its run once the summary was shown, also if showing it fails", async () => {
  const faults: unknown[] = [];
  const shown: unknown[] = [];
  const show = (summary: string | null): never => {
    shown.push(summary);
    throw new Error("no screen");
  };
  const onFault = (fault: unknown): void => void faults.push(fault);
  const started = await startAwaySummary({ ...agentWith(new ScriptedClient([done])), show, onFault });
  expect(await started.completion).toMatchObject({ runId: "run-1", stop: { cause: "completed" } });
  expect([shown, faults]).toEqual([["Two letters were read."], [new Error("no screen")]]);
});
