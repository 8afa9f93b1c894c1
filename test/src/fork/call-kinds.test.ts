import { describe, expect, test } from "vitest";
import { captureCacheSafeParams } from "../../../src/cache-safe/capture-cache-safe-params.ts";
import { appendToolResult } from "../../../src/strategies/append-tool-result.ts";
import { openCallNotice, passThrough } from "../../../src/strategies/pass-through.ts";
import { placeholderResult, placeholderResults } from "../../../src/strategies/placeholder-results.ts";
import { sanitizedHistory } from "../../../src/strategies/sanitized-history.ts";
import { wireFormats } from "../../../src/wire/wire-formats.ts";
import { forkOn } from "../support/fork-on.ts";
import { seeded } from "../support/seeded-body.ts";
import { chatText, responseText } from "../support/wire-answers.ts";
import { parentOn } from "../support/wire-parents.ts";

const patch = '{"type":"custom_tool_call","id":"ctc_1","call_id":"t1","name":"apply_patch","input":"*** Begin"}';
const read = '{"type":"function_call","call_id":"t2","name":"Read","arguments":"{}"}';
const click = '{"type":"computer_call","id":"cu_1","call_id":"t3","action":{"type":"click"},"status":"completed"}';

const event = (data: string): string => `data: ${data}\n\n`;

/** A whole streamed response of these items. */
function streamOf(...items: readonly string[]): readonly string[] {
  return [
    ...items.map((item, at) => event(`{"type":"response.output_item.done","output_index":${at},"item":${item}}`)),
    event('{"type":"response.completed","response":{"id":"r1","status":"completed"}}'),
  ];
}

describe("a call on Responses is answered by an item of its own kind", () => {
  test("in the fork's own turns", async () => {
    const { result, histories } = await forkOn("openai-responses", streamOf(patch, read), responseText);
    expect(result.stop).toEqual({ cause: "completed" });
    expect(histories[1]?.slice(-2)).toEqual([
      { type: "custom_tool_call_output", call_id: "t1", output: 'apply_patch {"input":"*** Begin"}' },
      { type: "function_call_output", call_id: "t2", output: "Read {}" },
    ]);
  });

  test.each([
    [passThrough, openCallNotice],
    [placeholderResults(), placeholderResult],
    [appendToolResult, "You are now a clone"],
  ])("by the strategy %o if the parent has left it open", (strategy, text) => {
    const own = seeded(strategy, parentWith(`${patch},${read}`), { ownCall: "t1" }).history.slice(-3);
    const outputs = own.flatMap((item) => (item.includes("_output") ? [JSON.parse(item) as Item] : []));
    expect(outputs.map(({ type, call_id: id }) => `${type} ${id}`)).toEqual([
      "custom_tool_call_output t1",
      "function_call_output t2",
    ]);
    expect(outputs[0]?.output).toContain(text);
  });
});

describe("a call whose output is not text", () => {
  test.each([
    click,
    '{"type":"shell_call","call_id":"t3","action":{"commands":["ls"]}}',
    '{"type":"apply_patch_call","call_id":"t3","operation":{}}',
    '{"type":"local_shell_call","id":"ls_1","call_id":"t3","action":{}}',
    '{"type":"tool_search_call","call_id":"t3","execution":"client","arguments":{}}',
  ])("cannot be answered by a fork: %s", (call) => {
    const parent = parentWith(`${read},${call}`);
    const { type } = JSON.parse(call) as Item;
    expect(() => seeded(passThrough, parent)).toThrow(
      expect.objectContaining({ fault: "unanswerable-call", message: expect.stringContaining(type) }),
    );
    // A fork that leaves all calls out has nothing to answer.
    expect(seeded(sanitizedHistory, parent).history.at(-1)).toContain("Tidy up.");
  });

  test.each([
    '{"type":"shell_call","call_id":"t3","action":{}},{"type":"shell_call_output","call_id":"t3","output":[]}',
    '{"type":"tool_search_call","call_id":null,"execution":"server","arguments":{}},{"type":"tool_search_output","call_id":null,"tools":[]}',
    `${read},{"type":"web_search_call","id":"ws_1","status":"completed"}`,
  ])("needs no answer if the provider has carried it out: %s", (items) => {
    expect(seeded(passThrough, parentWith(items)).history.at(-1)).toContain("Tidy up.");
  });

  test("ends the fork that makes it, before any tool has run", async () => {
    const { result, histories } = await forkOn("openai-responses", streamOf(read, click), responseText);
    expect(result.stop).toEqual({ cause: "error", error: { kind: "unanswerable-call", call: "computer_call" } });
    expect(result.decisions).toEqual([]);
    expect(histories).toHaveLength(1);
  });
});

test("a custom tool's text is blanked like the arguments of other tools", () => {
  const blank = (wire: "openai-chat" | "openai-responses", element: string): string =>
    wireFormats[wire].blankArguments(Buffer.from(element)).toString();
  expect(blank("openai-responses", patch)).toBe(patch.replace("*** Begin", ""));
  const calling = '{"role":"assistant","tool_calls":[{"id":"t1","type":"custom","custom":{"name":"p","input":"x"}}]}';
  expect(blank("openai-chat", calling)).toBe(calling.replace('"x"', '""'));
});

test("a custom tool's text on Chat reaches the tool, and goes back unchanged", async () => {
  const delta = (call: string, finish = "null"): string =>
    event(`{"id":"c","choices":[{"index":0,"delta":{"tool_calls":[${call}]},"finish_reason":${finish}}]}`);
  const first = [
    delta('{"index":0,"id":"t1","type":"custom","custom":{"name":"apply_patch","input":"*** "}}'),
    delta('{"index":0,"custom":{"input":"Begin"}}', '"tool_calls"'),
    event("[DONE]"),
  ];
  const { histories } = await forkOn("openai-chat", first, chatText);
  expect(histories[1]?.slice(-2)).toEqual([
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "t1", type: "custom", custom: { name: "apply_patch", input: "*** Begin" } }],
    },
    { role: "tool", tool_call_id: "t1", content: 'apply_patch {"input":"*** Begin"}' },
  ]);
});

type Item = { readonly type: string; readonly call_id?: string; readonly output?: string };

/** A parent on Responses whose answer holds these items. */
function parentWith(items: string) {
  const { around, history } = parentOn("openai-responses");
  return captureCacheSafeParams({
    wire: "openai-responses",
    request: Buffer.from(around(history.join(","))),
    headers: [],
    answer: Buffer.from(`{"id":"r","status":"completed","output":[${items}]}`),
  });
}
