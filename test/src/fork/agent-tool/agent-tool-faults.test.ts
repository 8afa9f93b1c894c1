import { describe, expect, test } from "vitest";
import { agentTool, type AgentToolOptions } from "../../../../src/fork/agent-tool/agent-tool.ts";
import { DefaultForkSubagent } from "../../../../src/fork/default-fork-subagent.ts";
import type { TaskNotification } from "../../../../src/fork/task-notification.ts";
import type { ToolOutcome } from "../../../../src/fork/tool-dispatcher.ts";
import { closedGate } from "../../support/gate.ts";
import { capture, question } from "../../support/parents.ts";
import { echo } from "../../support/run-fork.ts";
import { says, ScriptedClient } from "../../support/scripted-client.ts";

/** What a caller without a type checker may pass. */
function untyped(value: unknown): never {
  return value as never;
}

function throwing(): never {
  throw new Error("out of order");
}

async function rejecting(): Promise<never> {
  throw new Error("out of order");
}

const waiting = { prompt: "x", run_in_background: false };

describe("the agent tool returns a result whatever fails around a fork", () => {
  async function call(input: unknown, more: Partial<AgentToolOptions> = {}): Promise<ToolOutcome> {
    const llm = new ScriptedClient([says({ blocks: [{ text: "secret workings" }] })]);
    const tool = agentTool({
      forks: new DefaultForkSubagent(),
      snapshot: () => capture([question], [{ call: "Agent", id: "t1", input: "{}" }]),
      run: { llm, tools: echo, maxTurns: 1, timeoutMs: null },
      notify: () => undefined,
      onFault: () => undefined,
      ...more,
    });
    return tool.dispatch({ id: "t1", tool: "Agent", input: untyped(input) }, new AbortController().signal);
  }

  test.each<[string, unknown, Partial<AgentToolOptions>, string, string]>([
    ["no input at all", null, {}, "bad_arguments", "The arguments must be an object with a prompt."],
    ["a text as input", "Tidy up.", {}, "bad_arguments", "The arguments must be an object with a prompt."],
    ["a list as input", ["Tidy up."], {}, "bad_arguments", "The arguments must be an object with a prompt."],
    ["a snapshot that throws", waiting, { snapshot: throwing }, "agent_failed", "out of order"],
    ["a snapshot that is nothing", waiting, { snapshot: () => untyped(undefined) }, "no_snapshot", "has not started"],
    ["a snapshot that is none", waiting, { snapshot: () => untyped({}) }, "bad_arguments", "parent: an object is no"],
    ["forks that reject", waiting, { forks: { fork: rejecting } }, "agent_failed", "out of order"],
    ["another agent that rejects", { prompt: "x", subagent_type: "y" }, { other: rejecting }, "agent_failed", "out of"],
    ["another agent that throws", { prompt: "x", subagent_type: "y" }, { other: throwing }, "agent_failed", "out of"],
  ])("for %s", async (_, input, more, code, reason) => {
    const { content, isError } = await call(input, more);
    expect(isError).toBe(true);
    expect(JSON.parse(content)).toEqual({ code, reason: expect.stringContaining(reason) });
  });

  test.each<[string, () => string, string]>([
    ["throws", throwing, "out of order"],
    ["gives back nothing", () => untyped(undefined), "it gave back nothing"],
    ["gives back a promise", () => untyped(Promise.resolve("x")), "it gave back an object"],
  ])("without the fork's text, if handOn %s", async (_, handOn, said) => {
    const summary = `the fork's report cannot be handed on: handOn failed: ${said}`;
    expect(await call(waiting, { handOn })).toEqual({ content: summary, isError: true });
    const gate = closedGate();
    const told: TaskNotification[] = [];
    const notify = (notification: TaskNotification): void => {
      told.push(notification);
      gate.open();
    };
    await call({ prompt: "x" }, { handOn, notify });
    await gate.opened;
    expect(told).toMatchObject([{ status: "failed", result: null, summary }]);
  });
});
