import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { DefaultForkSubagent } from "../../../src/fork/default-fork-subagent.ts";
import { closedGate } from "../support/gate.ts";
import { capture } from "../support/parents.ts";
import { echo } from "../support/run-fork.ts";
import { says, ScriptedClient } from "../support/scripted-client.ts";

test("the default mode Sync keeps fork() pending until its client has answered every turn", async () => {
  const gates = [closedGate(), closedGate()] as const;
  const call = { call: "List", id: "toolu_1", input: "{}" };
  const llm = new ScriptedClient([
    async () => {
      await gates[0].opened;
      return says({ blocks: [call] });
    },
    async () => {
      await gates[1].opened;
      return says({ blocks: [{ text: "Done." }] });
    },
  ]);
  const seen: string[] = [];
  const forking = new DefaultForkSubagent().fork({
    parent: capture(),
    llm,
    tools: echo,
    directive: "Tidy up.",
    label: "test",
    maxTurns: 3,
    timeoutMs: null,
  });
  void forking.then(() => seen.push("resolved"));
  for (const gate of gates) {
    await rounds();
    seen.push("pending");
    gate.open();
  }
  const handle = await forking;
  expect(seen).toEqual(["pending", "pending", "resolved"]);
  // The completion has settled: it is there before anything else that is ready.
  expect(await Promise.race([handle.takeCompletion(), Promise.resolve(null)])).toMatchObject({ finalText: "Done." });
  expect(llm.requests).toHaveLength(2);
});

/** Far more rounds of the event loop than a promise needs. */
async function rounds(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await setImmediate();
}
