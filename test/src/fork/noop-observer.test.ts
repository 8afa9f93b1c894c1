import { expect, test } from "vitest";
import { runFork } from "../support/run-fork.ts";
import { says, ScriptedClient } from "../support/scripted-client.ts";

const answers = [
  says({ blocks: [{ call: "Read", id: "t1", input: "{}" }] }),
  says({ blocks: [{ text: "Done." }] }),
] as const;

test("an observer without effects changes nothing in a run", async () => {
  const [alone, watched] = [new ScriptedClient(answers), new ScriptedClient(answers)];
  const now = (): number => 0;
  const expected = await runFork({ llm: alone }, { now });
  const seen = await runFork({ llm: watched, observe: () => undefined }, { now });
  expect(expected.stop).toEqual({ cause: "completed" });
  expect(seen).toEqual(expected);
  expect(watched.bodies).toEqual(alone.bodies);
});
