import { describe, expect, test } from "vitest";
import * as library from "../../../src/index.ts";
import { capture, parentRequest } from "../support/parents.ts";
import { echo } from "../support/run-fork.ts";
import { ScriptedClient } from "../support/scripted-client.ts";
import { ScriptedProvider } from "../support/scripted-provider.ts";
import { without } from "./without-options.ts";

/** What a caller without a type checker may pass. */
function untyped(value: unknown): never {
  return value as never;
}

const llm = new ScriptedClient([]);
const forks = new library.DefaultForkSubagent();
const parent = capture();
const run = { llm, tools: echo, parent, forks };
const given = { tools: echo, directive: "x", label: "x", maxTurns: 1, timeoutMs: null };
const fork = { ...given, llm, parent };
const exchange = { request: parentRequest(), headers: [], answer: null };
const said = (): undefined => undefined;
const agent = {
  forks,
  snapshot: () => null,
  run: { llm, tools: echo, maxTurns: 1, timeoutMs: null },
  notify: said,
  onFault: said,
};
const forkTools = { dispatch: () => ({ content: "", isError: false }) };
const transport = library.memoryTransport();
const roots = { parentRoot: "/a", forkRoot: "/b" };
const bubble = { label: "x", needsPermission: () => true, ask: async () => true };

/** Each public function with options: the call with one misspelled, and what the refusal says of it. */
const misspelled: readonly (readonly [
  entry: keyof typeof library,
  call: () => unknown,
  misspelled: string,
  meant: string,
])[] = [
  [
    "AnthropicClient",
    () => new library.AnthropicClient(untyped({ baseURL: "http://127.0.0.1:9" })),
    "baseURL",
    "baseUrl",
  ],
  ["AnthropicClient", () => new library.AnthropicClient(untyped({ apikey: "sk-secret" })), "apikey", "apiKey"],
  ["AnthropicClient", () => new library.AnthropicClient(Object.create({ baseURL: "" })), "baseURL", "baseUrl"],
  [
    "OpenAiClient",
    () => new library.OpenAiClient(untyped({ wire: "openai-chat", baseURL: "x" })),
    "baseURL",
    "baseUrl",
  ],
  [
    "OpenAiClient",
    () => new library.OpenAiClient(untyped({ wire: "openai-responses", api_key: "sk-secret" })),
    "api_key",
    "apiKey",
  ],
  [
    "OpenAiClient",
    () =>
      new library.OpenAiClient(untyped({ wire: "openai-chat", profile: { name: "x", keyVariable: "X", header: [] } })),
    "header",
    "headers",
  ],
  [
    "GeminiClient",
    () => new library.GeminiClient(untyped({ model: "g", apiKey: "k", baseURL: "x" })),
    "baseURL",
    "baseUrl",
  ],
  [
    "GeminiClient",
    () => new library.GeminiClient(untyped({ model: "g", apiKey: "k", retries: 0 })),
    "retries",
    "maxRetries",
  ],
  ["recordParent", () => library.recordParent(untyped({ isParrent: () => true })), "isParrent", "isParent"],
  ["clientFor", () => library.clientFor("anthropic-messages", untyped({ baseURL: "x" })), "baseURL", "baseUrl"],
  ["clientFor", () => library.clientFor("gemini-generate", untyped({ modle: "g", apiKey: "k" })), "modle", "model"],
  [
    "captureCacheSafeParams",
    () => library.captureCacheSafeParams(untyped({ ...exchange, wires: "openai-chat" })),
    "wires",
    "wire",
  ],
  [
    "forkRecordedParent",
    () => library.forkRecordedParent(untyped({ ...given, exchange, client: { baseURL: "x" } })),
    "baseURL",
    "baseUrl",
  ],
  [
    "forkRecordedParent",
    () => library.forkRecordedParent(untyped({ ...given, exchange, client: {}, filters: null })),
    "filters",
    "filter",
  ],
  ["DefaultForkSubagent", () => new library.DefaultForkSubagent(untyped({ record: null })), "ports.record", "records"],
  ["DefaultForkSubagent", () => forks.fork(untyped({ ...fork, filters: null })), "filters", "filter"],
  [
    "DefaultForkSubagent",
    () => forks.fork(untyped({ ...fork, overrides: { maxToken: 9 } })),
    "overrides.maxToken",
    "maxTokens",
  ],
  [
    "DefaultForkSubagent",
    () => forks.fork(untyped({ ...fork, overrides: { expectBreak: { reason: "x", reasons: 1 } } })),
    "overrides.expectBreak.reasons",
    "reason",
  ],
  ["forkSiblings", () => library.forkSiblings([], untyped({ forks, hold: 5 })), "fanOut.hold", "holdMs"],
  [
    "RemoteForkSubagent",
    () => new library.RemoteForkSubagent(untyped({ transport, retryy: 1 })),
    "options.retryy",
    "retry",
  ],
  [
    "serveForks",
    () =>
      library.serveForks(
        untyped({ transport, roles: { a: { llm, tools: forkTools, filters: 1 } }, onFault: () => {} }),
      ),
    "roles.a.filters",
    "filter",
  ],
  ["agentTool", () => library.agentTool(untyped({ ...agent, handon: said })), "handon", "handOn"],
  [
    "agentTool",
    () => library.agentTool(untyped({ ...agent, run: { ...agent.run, timeout: 1 } })),
    "run.timeout",
    "timeoutMs",
  ],
  ["bubblePermissions", () => library.bubblePermissions(untyped({ ...bubble, label_: "x" })), "label_", "label"],
  ["worktreeNotice", () => library.worktreeNotice(untyped({ ...roots, forkRoots: "/c" })), "forkRoots", "forkRoot"],
  [
    "translatePath",
    () => library.translatePath("/a/b", untyped({ parentroot: "/a", forkRoot: "/b" })),
    "parentroot",
    "parentRoot",
  ],
  [
    "translateCall",
    () =>
      library.translateCall(
        { id: "1", tool: "Read", input: { path: "/a" } },
        ["path"],
        untyped({ ...roots, forkroot: "" }),
      ),
    "forkroot",
    "forkRoot",
  ],
  [
    "CacheSafeSlot",
    () => new library.CacheSafeSlot().save(untyped({ sesion: "a", turn: 1 }), parent),
    "sesion",
    "session",
  ],
  ["CacheSafeSlot", () => new library.CacheSafeSlot().read(untyped({ session: "a", turns: 1 })), "turns", "turn"],
  [
    "startAwaySummary",
    () => library.startAwaySummary(untyped({ ...run, show: said, onFault: said, roots: [] })),
    "roots",
    "readRoots",
  ],
  [
    "consolidateMemory",
    () => library.consolidateMemory(untyped({ ...run, memoryDir: "/x", watch: [] })),
    "watch",
    "watched",
  ],
  [
    "startConsolidation",
    () => library.startConsolidation(untyped({ ...run, memoryDir: "/x", watch: [] })),
    "watch",
    "watched",
  ],
  [
    "evaluatePrompts",
    () => library.evaluatePrompts(untyped({ ...run, prompts: [], filters: null })),
    "filters",
    "filter",
  ],
  ["lastNTurns", () => library.lastNTurns(1, untyped({ contxt: "" })), "contxt", "context"],
  [
    "placeholderResults",
    () => library.placeholderResults(untyped({ acknowledged: true })),
    "acknowledged",
    "acknowledge",
  ],
  ["snapshotQuery", () => library.snapshotQuery(untyped({ windows: 3 })), "windows", "window"],
  ["forkRollout", () => library.forkRollout("", untyped({ kind: "last-turns", turn: 1 })), "turn", "turns"],
  ["autoMemFilter", () => library.autoMemFilter(untyped({ memoryDir: "/x", readRoot: [] })), "readRoot", "readRoots"],
  ["definedFilter", () => library.definedFilter(untyped({ allowTool: ["Read"] })), "allowTool", "allowTools"],
  ["readOnlyFilter", () => library.readOnlyFilter(untyped({ readroots: [] })), "readroots", "readRoots"],
  ["openShell", () => library.openShell(untyped({ cwd: "/", timeout: 5 })), "timeout", "timeoutMs"],
  ["ForkBody", () => library.ForkBody.splice(parent.body, {}, untyped({ histories: [] })), "histories", "history"],
];

describe("an unknown option is refused with its name and the nearest known one", () => {
  test.each(misspelled)("by %s: %o has %s instead of %s", async (_entry, call, name, meant) => {
    const refusal = new Promise((resolve) => resolve(call())).then(
      () => new Error("it was taken"),
      (fault: unknown) => fault,
    );
    const { message, fix = "" }: { readonly message: string; readonly fix?: string } = Object(await refusal);
    expect(`${message} ${fix}`).toContain(name);
    expect(`${message} ${fix}`).toMatch(new RegExp(`did you mean ${meant}\\? Known: `));
    expect(`${message} ${fix}`).not.toContain("sk-secret");
    expect(llm.requests).toEqual([]);
  });

  test("by a delegation, as its result", async () => {
    expect(
      await library.delegate(untyped({ ...run, task: "x", allowTools: [], filters: null, contxt: "" })),
    ).toMatchObject({
      ok: false,
      output: expect.stringContaining("unknown parameter of a delegation"),
    });
  });
});

test("every public function is in the table of misspelled options, or takes no options", () => {
  const held = new Set<string>([...without, ...misspelled.map(([entry]) => entry)]);
  const functions = Object.entries(library).flatMap(([name, value]) => (typeof value === "function" ? [name] : []));
  expect(functions.filter((name) => !held.has(name))).toEqual([]);
  const names = new Set(functions);
  expect(without.filter((name) => !names.has(name))).toEqual([]);
});

test("a key without its session is refused, since all sessions would share one snapshot", () => {
  expect(() => new library.CacheSafeSlot().save(untyped({ turn: 1 }), parent)).toThrow("pass { session, turn }");
  expect(() => library.translatePath("/a/b", untyped({ parentRoot: "/a" }))).toThrow("a root is missing");
});

test("a client with the SDK's spelling of the base URL sends nothing to the environment's URL", async () => {
  await using provider = await ScriptedProvider.start([]);
  const options = untyped({ apiKey: "sk-secret", baseURL: provider.baseUrl, baseUrl: provider.baseUrl });
  expect(() => new library.AnthropicClient(options)).toThrow(TypeError);
  expect(provider.requests).toEqual([]);
});
