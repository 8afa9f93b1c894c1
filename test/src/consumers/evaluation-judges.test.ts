import { describe, expect, test } from "vitest";
import { evaluatePrompts, type EvalPrompt, type PromptVerdict } from "../../../src/consumers/evaluate-prompts.ts";
import { DefaultForkSubagent } from "../../../src/fork/default-fork-subagent.ts";
import { capture } from "../support/parents.ts";
import { echo } from "../support/run-fork.ts";
import { says, ScriptedClient } from "../support/scripted-client.ts";

/** What a judge without a type checker may give back. */
function untyped(value: unknown): never {
  return value as never;
}

describe("a judge of an evaluation", () => {
  async function verdictOf(judge: EvalPrompt["judge"]): Promise<Omit<PromptVerdict, "run" | "name"> | undefined> {
    const llm = new ScriptedClient([says({ blocks: [{ text: "Done." }] })]);
    const prompts = [{ name: "one", prompt: "First.", judge }];
    const all = { forks: new DefaultForkSubagent(), parent: capture(), llm, tools: echo, prompts };
    const [verdict] = await evaluatePrompts(all);
    return verdict === undefined ? undefined : { passed: verdict.passed, complaint: verdict.complaint };
  }

  test("may be asynchronous", async () => {
    expect(await verdictOf(async () => null)).toEqual({ passed: true, complaint: null });
    expect(await verdictOf(async () => "too short")).toEqual({ passed: false, complaint: "too short" });
  });

  test("fails the prompt if it rejects, and leaves no rejection", async () => {
    const verdict = await verdictOf(async () => {
      throw new Error("no model");
    });
    expect(verdict).toEqual({ passed: false, complaint: "its judge failed: no model" });
  });

  test.each([
    [undefined, "nothing"],
    [true, "true"],
    [{ score: 1 }, "an object"],
  ])("fails the prompt if it returns %o", async (given, named) => {
    const complaint = `its judge failed: it gave back ${named}; it has to give back a complaint or null`;
    expect(await verdictOf(() => untyped(given))).toEqual({ passed: false, complaint });
    expect(await verdictOf(async () => untyped(given))).toEqual({ passed: false, complaint });
  });
});

test("an evaluation without prompts is refused, since it would examine nothing and pass", async () => {
  const given = { forks: new DefaultForkSubagent(), parent: capture(), llm: new ScriptedClient([]), tools: echo };
  await expect(evaluatePrompts({ ...given, prompts: [] })).rejects.toThrow(
    "prompts: the list of prompts is empty; pass at least one prompt",
  );
});
