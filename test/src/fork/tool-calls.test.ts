import { describe, expect, test } from "vitest";
import type { ToolDispatcher } from "../../../src/fork/tool-dispatcher.ts";
import { allowTools } from "../../../src/filters/allow-tools.ts";
import type { ToolCall, ToolFilter } from "../../../src/filters/tool-filter.ts";
import type { ForkResult } from "../../../src/fork/fork-result.ts";
import type { ScriptedBlock } from "../support/answers.ts";
import { runFork } from "../support/run-fork.ts";
import { says, ScriptedClient } from "../support/scripted-client.ts";

const read: ScriptedBlock = { call: "Read", id: "t1", input: '{"path":"a"}' };
const bash: ScriptedBlock = { call: "Bash", id: "t2", input: '{"command":"rm -rf /"}' };

describe("a tool call", () => {
  test("is dispatched with its decoded input, frozen, if the filter allows it", async () => {
    const calls: ToolCall[] = [];
    const tools: ToolDispatcher = {
      dispatch: async (call) => {
        calls.push(call);
        return { content: "text of a", isError: false };
      },
    };
    const { results, result } = await answered([read], { tools });
    expect(calls).toEqual([{ id: "t1", tool: "Read", input: { path: "a" } }]);
    expect(Object.isFrozen(calls[0]?.input)).toBe(true);
    expect(results).toEqual([{ type: "tool_result", tool_use_id: "t1", content: "text of a" }]);
    expect(result.decisions).toEqual([
      {
        turn: 1,
        callId: "t1",
        tool: "Read",
        input: { path: "a" },
        decision: "allow",
        rule: "allow-all",
        reason: "No filter is set.",
      },
    ]);
  });

  test("is answered with the rule and not dispatched if the filter denies it, and the run continues", async () => {
    const ran: string[] = [];
    const tools: ToolDispatcher = {
      dispatch: ({ tool }) => {
        ran.push(tool);
        return { content: "ok", isError: false };
      },
    };
    const { results, result } = await answered([read, bash], { tools, filter: allowTools(["Read", "Grep"]) });
    expect(ran).toEqual(["Read"]);
    expect(results).toEqual([
      { type: "tool_result", tool_use_id: "t1", content: "ok" },
      {
        type: "tool_result",
        tool_use_id: "t2",
        content:
          '{"code":"tool_denied","tool":"Bash","rule":"allow-tools","reason":"Only these tools may run here: Read, Grep.",' +
          '"allowed":"tools that this fork was told it may use","retry":"Use another tool, or go on without this call."}',
        is_error: true,
      },
    ]);
    expect(result.stop).toEqual({ cause: "completed" });
    expect(result.decisions.map(({ tool, decision, rule }) => [tool, decision, rule])).toEqual([
      ["Read", "allow", "allow-tools"],
      ["Bash", "deny", "allow-tools"],
    ]);
  });

  test.each<[string, ToolFilter]>([
    ["throws", { name: "broken", decide: () => fault("no rules") }],
    ["rejects", { name: "broken", decide: async () => fault("no rules") }],
  ])("is denied by a filter that %s", async (_, filter) => {
    const { results, result } = await answered([read], { filter, tools: { dispatch: () => fault("must not run") } });
    expect(results).toEqual([
      expect.objectContaining({ is_error: true, content: expect.stringContaining("no rules") }),
    ]);
    expect(result.decisions).toMatchObject([
      { decision: "deny", rule: "filter-failed", reason: "The filter broken failed: no rules" },
    ]);
  });

  test.each([
    [{ decision: "allow" }, "its rule is nothing, its reason is nothing"],
    [{ decision: "allow", rule: "mine" }, "its reason is nothing"],
    [{ decision: "deny", rule: 7, reason: "no" }, "its rule is 7"],
  ])("is denied if its record would lack a rule or a reason: %j", async (said, missing) => {
    const filter: ToolFilter = { name: "mine", decide: () => said as never };
    const { result } = await answered([read], { filter, tools: { dispatch: () => fault("must not run") } });
    const reason = `The filter mine failed: it gave back a decision without words: ${missing}; give { decision, rule, reason }`;
    expect(result.decisions).toMatchObject([{ decision: "deny", rule: "filter-failed", reason }]);
  });

  test("is judged on an input that the filter cannot change", async () => {
    const filter: ToolFilter = {
      name: "meddler",
      decide: ({ input }) => {
        Object.assign(input, { path: "b" });
        return { decision: "allow", rule: "meddler", reason: "" };
      },
    };
    const { result } = await answered([read], { filter });
    expect(result.decisions).toMatchObject([{ decision: "deny", rule: "filter-failed", input: { path: "a" } }]);
  });

  test.each(["throws", "rejects"])("becomes an error result if its tool %s", async (how) => {
    const dispatch = how === "throws" ? () => fault("disk full") : async () => fault("disk full");
    const { results, result } = await answered([read], { tools: { dispatch } });
    expect(results).toEqual([{ type: "tool_result", tool_use_id: "t1", content: "disk full", is_error: true }]);
    expect(result.stop).toEqual({ cause: "completed" });
    expect(result.decisions).toMatchObject([{ decision: "allow" }]);
  });

  test.each(["[1]", "null", '"a"'])("is refused without asking filter or tool, with arguments %s", async (input) => {
    const { results, result } = await answered([{ call: "Read", id: "t1", input }], {
      filter: { name: "never", decide: () => fault("asked") },
      tools: { dispatch: () => fault("ran") },
    });
    expect(results).toEqual([
      expect.objectContaining({ is_error: true, content: expect.stringContaining("arguments-unreadable") }),
    ]);
    expect(result.decisions).toMatchObject([{ input: null, decision: "deny", rule: "arguments-unreadable" }]);
  });

  test("runs alone, since the calls of one turn run one after the other", async () => {
    const log: string[] = [];
    const tools: ToolDispatcher = {
      dispatch: async ({ id }) => {
        log.push(`${id} begins`);
        await Promise.resolve();
        log.push(`${id} ends`);
        return { content: "", isError: false };
      },
    };
    await answered([read, bash], { tools });
    expect(log).toEqual(["t1 begins", "t1 ends", "t2 begins", "t2 ends"]);
  });
});

/** Runs one turn of calls and a last word; returns the results that the second request carried. */
async function answered(
  blocks: readonly ScriptedBlock[],
  params: { readonly tools?: ToolDispatcher; readonly filter?: ToolFilter },
): Promise<{ readonly results: unknown; readonly result: ForkResult }> {
  const llm = new ScriptedClient([says({ blocks }), says({ blocks: [{ text: "Done." }] })]);
  const result = await runFork({ llm, ...params });
  const message: { readonly content?: unknown } = JSON.parse(result.messages[2]?.bytes.toString() ?? "{}");
  expect(llm.bodies).toHaveLength(2);
  return { results: message.content, result };
}

function fault(message: string): never {
  throw new Error(message);
}
