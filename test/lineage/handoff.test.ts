import { describe, expect, it } from "vitest";
import { breakGate } from "../../harness/verdict/break-gate.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { drawn } from "./drawn.ts";
import { recordingOf, type Sent } from "./sent.ts";

const words = {
  b: [call("toolu_list", "list")],
  c: [result("toolu_list", "add.js and index.js")],
  t: [call("toolu_transfer", "transfer_to_worker")],
  T: [result("toolu_transfer", "The worker has taken over.")],
  g: [call("toolu_agent", "agent")],
  G: [result("toolu_agent", "The fork has started."), { type: "text", text: "Report what you find." }],
};

function call(id: string, name: string): object {
  return { type: "tool_use", id, name, input: {} };
}

function result(id: string, content: string): object {
  return { type: "tool_result", tool_use_id: id, content };
}

const coder = { system: "You write code.", tools: ["read", "list", "write", "agent", "transfer_to_worker"], words };
const planner = { system: "You only plan.", tools: ["read", "list"], words };

function last(...requests: readonly Sent[]): string | undefined {
  return drawn(...requests).at(-1);
}

describe("a request with the history of its parent, another system prompt and other tools", () => {
  it("is the same agent's turn if it answers a call of a tool that it keeps, and its break is ours", () => {
    const requests = [
      { ...coder, said: "a" },
      { ...planner, said: "abc" },
    ];
    expect(last(...requests)).toBe("2 1 turn CB202");
    expect(breakGate(inspectRecording(recordingOf(requests)).exchanges)).toMatchObject({ passed: false });
    expect(last({ ...coder, said: "a" }, { ...planner, tools: ["read", "list", "exit"], said: "abc" })).toMatch(
      /^2 1 turn CB202/,
    );
  });

  it("is another agent's if it answers the call that transferred the conversation", () => {
    expect(last({ ...coder, said: "a" }, { ...planner, said: "atT" })).toMatch(/^2 1 fresh/);
    const both = { ...planner, tools: ["read", "transfer_to_worker"] };
    expect(last({ ...coder, said: "a" }, { ...both, said: "atT" })).toMatch(/^2 1 fresh/);
  });

  it("is a fork if a text follows the result of the call that it lost", () => {
    expect(last({ ...coder, said: "a" }, { ...planner, said: "agG" })).toMatch(/^2 1 turn CB202/);
  });

  it("is another agent's without a transfer if it shares no tool with its parent", () => {
    const [first, swapped] = [
      { ...coder, said: "a" },
      { ...planner, tools: ["read", "outline"] },
    ];
    expect(last(first, { ...planner, tools: ["outline"], said: "azy" })).toMatch(/^2 1 fresh/);
    expect(last(first, { ...swapped, said: "azy" })).toMatch(/^2 1 turn CB202/);
  });
});
