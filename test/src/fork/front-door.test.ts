import { describe, expect, test } from "vitest";
import {
  agentTool,
  AnthropicClient,
  captureCacheSafeParams,
  clientFor,
  consolidateMemory,
  DefaultForkSubagent,
  delegate,
  evaluatePrompts,
  forkSiblings,
  GeminiClient,
  lastNTurns,
  OpenAiClient,
  passThrough,
  snapshotQuery,
  startAwaySummary,
} from "../../../src/index.ts";
import { capture, parentRequest } from "../support/parents.ts";
import { echo, runFork } from "../support/run-fork.ts";
import { says, ScriptedClient } from "../support/scripted-client.ts";

/** What a caller without a type checker may pass: the values of these tests are of no right type. */
function untyped(value: unknown): never {
  return value as never;
}

const done = says({ blocks: [{ text: "Done." }] });
const call = says({ blocks: [{ call: "Read", id: "t1", input: "{}" }] });

describe("fork() explains an invalid parameter, and what to pass", () => {
  test.each([
    [{ strategy: "pass-through" }, 'strategy: the text "pass-through" is not a strategy; pass passThrough'],
    [{ strategy: lastNTurns }, "strategy: a function is not a strategy; pass passThrough, or call one"],
    [{ overrides: { expectBreak: {} } }, "overrides.expectBreak: an object is not an object with a reason; write"],
    [{ overrides: { expectBreak: { reason: "" } } }, 'overrides.expectBreak: its reason is the text ""; say why'],
    [{ overrides: { expectBreak: { reason: 7 } } }, "overrides.expectBreak: its reason is 7; say why the loss"],
    [{ overrides: { expectBreak: "cheap" } }, 'overrides.expectBreak: the text "cheap" is not an object with a reason'],
    [{ overrides: { tools: { Read: {} } } }, "overrides.tools: an object is not a list of tools"],
    [{ overrides: { thinking: true } }, "overrides.thinking: true is not an object"],
    [{ overrides: { seed: 0 } }, "overrides.seed: unknown override; known: agentId, reminder, "],
    [{ overrides: "fast" }, 'overrides: the text "fast" is not an object'],
    [{ overrides: { reminder: 7 } }, "overrides.reminder: 7 is not a text"],
    [{ llm: undefined }, "llm: missing; expected a client; pass new AnthropicClient()"],
    [{ llm: { messages: {} } }, "llm: an object is not a client"],
    [{ tools: [] }, "tools: a list is not a dispatcher; pass { dispatch"],
    [{ tools: () => "x" }, "tools: a function is not a dispatcher"],
    [{ parent: parentRequest() }, "parent: an object is not a snapshot of a parent; take one with capture"],
    [{ directive: undefined }, "directive: missing; expected a text; say what the fork is to do"],
    [{ label: undefined }, "label: missing; expected a text"],
    [{ filter: ["Read"] }, 'filter: a list is not a filter; pass allowTools(["Read"])'],
    [{ signal: new AbortController() }, "signal: an object is not an AbortSignal; pass controller.signal"],
    [{ observe: {} }, "observe: an object is not a function"],
    [{ mode: "sync" }, 'mode: the text "sync" is not a mode; write "Sync" or "ForkAndForget"'],
    [{ skipTranscript: "false" }, 'skipTranscript: the text "false" is not a boolean'],
    [{ startAfter: 100 }, "startAfter: 100 is not a promise"],
    [{ ownCall: 0 }, "ownCall: 0 is not a call"],
    [{ refuseTag: "" }, 'refuseTag: the text "" is not a tag'],
    [{ source: null }, "source: null is not a text"],
    [{ maxTurns: -3 }, "maxTurns: -3 is not a count of turns; give a whole number from 0"],
    [{ maxTurns: "3" }, 'maxTurns: the text "3" is not a count of turns'],
    [{ maxTurns: undefined }, "maxTurns: missing; expected a count of turns"],
    [{ maxDepth: -1 }, "maxDepth: -1 is not a count of levels"],
    [{ timeoutMs: -1 }, "timeoutMs: -1 is not a number between 0 and 2147483647 milliseconds; null sets no limit"],
    [{ timeoutMs: undefined }, "timeoutMs: missing; expected a number between"],
    [{ timeoutMs: "1000" }, 'timeoutMs: the text "1000" is not a number between'],
  ])("in %o", async (params, said) => {
    const llm = new ScriptedClient([done]);
    const refused = runFork(untyped({ llm, ...params }));
    await expect(refused).rejects.toMatchObject({ name: "ForkParamsError" });
    await expect(refused).rejects.toThrow(said);
    expect(llm.requests).toEqual([]);
  });

  test("even without any parameters", async () => {
    await expect(new DefaultForkSubagent().fork(untyped(undefined))).rejects.toThrow(
      "params: missing; expected an object",
    );
    expect(() => new DefaultForkSubagent(untyped({ records: ".forkproof" }))).toThrow(
      'ports.records: the text ".forkproof" is not a place for records; pass fileRecords(".forkproof")',
    );
    expect(() => new DefaultForkSubagent(untyped({ now: 5 }))).toThrow("ports.now: 5 is not a function");
  });
});

describe("an override with the parent's own value", () => {
  test.each([
    { model: "claude-sonnet-4-5" },
    { tools: JSON.parse(parentRequest().toString()).tools },
    { model: "claude-sonnet-4-5", maxTokens: 64 },
  ])("does not count as a break, and its bytes stay: %j", async (overrides) => {
    const llm = new ScriptedClient([done]);
    await runFork({ llm, overrides });
    const untouched = new ScriptedClient([done]);
    await runFork({ llm: untouched, overrides: "maxTokens" in overrides ? { maxTokens: 64 } : {} });
    expect(llm.bodies).toEqual(untouched.bodies);
  });

  test("does not cover a different one, and all different ones are named at once", async () => {
    const llm = new ScriptedClient([done]);
    await expect(runFork({ llm, overrides: { model: "small", effort: "low" } })).rejects.toThrow(
      "overrides.model: each model has a cache of its own: the fork would read nothing; overrides.effort: the effort is part of the cache key of the messages: the fork would read no messages from cache; leave them out, or give",
    );
    const own = [...JSON.parse(parentRequest().toString()).tools];
    await expect(runFork({ llm, overrides: { tools: own.toReversed() } })).rejects.toThrow("tools stand first");
  });
});

describe("captureCacheSafeParams() explains an invalid exchange", () => {
  const exchange = { request: parentRequest(), headers: [], answer: null };
  test.each([
    [undefined, "the exchange is nothing"],
    [{ ...exchange, request: undefined }, "request is nothing"],
    [{ ...exchange, request: { model: "m" } }, "request is an object"],
    [{ ...exchange, headers: { "anthropic-beta": {} } }, "the value of the header anthropic-beta is an object"],
    [{ ...exchange, headers: undefined }, "headers is nothing"],
    [{ ...exchange, answer: { content: [] } }, "answer is an object"],
    [{ ...exchange, answer: undefined }, "answer is nothing"],
    [{ ...exchange, wire: "anthropic" }, 'wire is the text "anthropic"'],
    [{ ...exchange, wire: "constructor" }, 'wire is the text "constructor"'],
  ])("in case %#: %o", (given, said) => {
    const take = (): unknown => captureCacheSafeParams(untyped(given));
    expect(take).toThrow(`the parent's exchange cannot be read: ${said}`);
    expect(take).toThrow(
      expect.objectContaining({ name: "ForkPointError", fix: expect.stringMatching(/^(Pass|Name)/) }),
    );
  });

  test("and accepts bytes of any kind", () => {
    const bytes = new Uint8Array(parentRequest());
    const answer = new TextEncoder().encode('{"content":[{"type":"text","text":"Seen."}],"stop_reason":"end_turn"}');
    const parent = captureCacheSafeParams(untyped({ request: bytes, headers: [], answer }));
    expect(parent.continuation.answer?.toString()).toContain("Seen.");
  });
});

describe("every function that starts forks explains a missing or invalid option", () => {
  const llm = new ScriptedClient([]);
  const run = { llm, tools: echo, parent: capture(), forks: new DefaultForkSubagent() };
  test.each<[string, () => unknown, string]>([
    [
      "forkSiblings without a list",
      () => forkSiblings(untyped({}), { forks: run.forks }),
      "siblings: an object is not a list",
    ],
    ["forkSiblings without forks", () => forkSiblings([], untyped(undefined)), "fanOut: missing; expected an object"],
    ["forkSiblings without options", () => forkSiblings([], untyped({})), "fanOut.forks: missing; expected"],
    ["a negative hold", () => forkSiblings([], { forks: run.forks, holdMs: -1 }), "fanOut.holdMs: -1 is not a number"],
    ["agentTool without options", async () => agentTool(untyped(undefined)), "params: missing; expected an object"],
    [
      "agentTool without a snapshot",
      async () => agentTool(untyped({ forks: run.forks, run, notify: () => undefined, onFault: () => undefined })),
      "snapshot: missing; expected a function",
    ],
    ["consolidateMemory without a folder", () => consolidateMemory(untyped(run)), "memoryDir: missing; expected"],
    ["startAwaySummary without show", () => startAwaySummary(untyped(run)), "show: missing; expected a function"],
    ["evaluatePrompts with a text", () => evaluatePrompts(untyped({ ...run, prompts: "x" })), "prompts: the text"],
    ["evaluatePrompts with texts", () => evaluatePrompts(untyped({ ...run, prompts: ["x"] })), "prompts: a list is no"],
    ["evaluatePrompts without forks", () => evaluatePrompts(untyped({ prompts: [] })), "forks: missing; expected"],
  ])("for %s", async (_, start, said) => {
    const refused = Promise.resolve(start());
    await expect(refused).rejects.toMatchObject({ name: "ForkParamsError" });
    await expect(refused).rejects.toThrow(said);
  });

  test("and a delegation returns it as a result, like any other failure", async () => {
    const task = { ...run, task: "Count.", allowTools: [] };
    expect(await delegate(untyped({ ...task, allowTools: "Read" }))).toMatchObject({
      ok: false,
      output: expect.stringContaining('allowTools: the text "Read" is not a list of names'),
    });
    expect(await delegate(untyped({ ...task, forks: null }))).toMatchObject({
      ok: false,
      output: expect.stringContaining("forks: null is not a starter of forks"),
    });
  });

  test.each([
    [() => lastNTurns(untyped("3")), 'lastNTurns: count is the text "3"'],
    [() => lastNTurns(-1), "lastNTurns: count is -1"],
    [() => snapshotQuery({ window: 0 }), "snapshotQuery: window is 0"],
    [() => snapshotQuery(untyped({ tools: "none" })), 'snapshotQuery: tools is the text "none"; write "kept" or'],
  ])("for %o", (make, said) => {
    expect(make).toThrow(said);
  });
});

describe("a client explains an invalid option without quoting a key", () => {
  test.each<[() => unknown, string]>([
    [() => new AnthropicClient(untyped("sk-secret")), "AnthropicClient: pass { apiKey }, not a text"],
    [
      () => new AnthropicClient({ baseUrl: "localhost:8080" }),
      'AnthropicClient: baseUrl is "localhost:8080"; give scheme',
    ],
    [() => new AnthropicClient({ baseUrl: "" }), 'AnthropicClient: baseUrl is ""; give scheme'],
    [() => new AnthropicClient({ maxRetries: -1 }), "AnthropicClient: maxRetries is not a whole number"],
    [() => new AnthropicClient(untyped({ apiKey: ["sk-secret"] })), "AnthropicClient: apiKey is a list"],
    [() => new OpenAiClient(untyped(undefined)), "OpenAiClient: pass { apiKey }"],
    [() => new OpenAiClient(untyped({})), "OpenAiClient: name the wire"],
    [() => new OpenAiClient({ wire: "openai-chat", baseUrl: "not a url" }), 'OpenAiClient: baseUrl is "not a url"'],
    [() => new GeminiClient(untyped({ apiKey: "sk-secret" })), "GeminiClient: requests name the model"],
    [() => new GeminiClient(untyped({ model: "g" })), "GeminiClient: pass apiKey"],
    [() => clientFor(untyped("openai"), {}), 'the text "openai" is not a wire format; name one of anthropic'],
  ])("for %o", (make, said) => {
    expect(make).toThrow(said);
    expect(make).toThrow(TypeError);
    expect(make).not.toThrow("sk-secret");
  });
});

describe("an invalid return value", () => {
  test.each([
    [undefined, "send() of the client has to give back"],
    [{ kind: "done" }, 'its kind is the text "done"'],
    [{ kind: "failed" }, "its error has no message"],
    [{ kind: "answer" }, "its answer is nothing"],
    [{ kind: "answer", answer: { content: "[]" } }, "the answer of a client has no content: a Buffer"],
    [{ kind: "answer", answer: { content: Buffer.from("[]"), calls: [] } }, "has no text"],
    [{ kind: "answer", answer: { content: Buffer.from("[]"), calls: [], text: "" } }, "has no usage"],
  ])("of a client, %o, ends the run with a message about the required value", async (outcome, said) => {
    const { stop } = await runFork({ llm: { wire: "anthropic-messages", send: async () => untyped(outcome) } });
    expect(stop).toMatchObject({ cause: "error", error: { kind: "defect", message: expect.stringContaining(said) } });
  });

  test.each([
    ["Done.", 'dispatch() gave back the text "Done." for Read; it has to give back { content, isError }'],
    [undefined, "dispatch() gave back nothing for Read"],
    [{ content: [{ type: "text" }] }, "dispatch() gave back an object whose content is a list for Read"],
  ])("of a dispatcher, %o, ends the run before a request that would be refused", async (outcome, said) => {
    const llm = new ScriptedClient([call, done]);
    const { stop } = await runFork({ llm, tools: { dispatch: async () => untyped(outcome) } });
    expect(stop).toMatchObject({ cause: "error", error: { kind: "defect", message: expect.stringContaining(said) } });
    expect(llm.requests).toHaveLength(1);
  });

  test("of a filter, undefined, denies the call with a message", async () => {
    const filter = { name: "mine", decide: () => untyped(undefined) };
    const { decisions, stop } = await runFork({ llm: new ScriptedClient([call, done]), filter, strategy: passThrough });
    expect(decisions).toMatchObject([
      {
        decision: "deny",
        reason: "The filter mine failed: it gave back nothing instead of { decision, rule, reason }",
      },
    ]);
    expect(stop).toEqual({ cause: "completed" });
  });
});
