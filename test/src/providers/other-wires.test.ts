import { describe, expect, test } from "vitest";
import { DefaultForkSubagent } from "../../../src/fork/default-fork-subagent.ts";
import type { ForkResult } from "../../../src/fork/fork-result.ts";
import { GeminiClient } from "../../../src/providers/gemini/gemini-client.ts";
import type { LlmClient } from "../../../src/providers/llm-client.ts";
import { OpenAiClient } from "../../../src/providers/openai/openai-client.ts";
import type { WireName } from "../../../src/wire/wire-format.ts";
import { echo } from "../support/run-fork.ts";
import { jsonReply, ScriptedProvider, streamReply, type Reply } from "../support/scripted-provider.ts";
import * as answers from "../support/wire-answers.ts";
import { captureOn, parentOn } from "../support/wire-parents.ts";

type Wire = Exclude<WireName, "anthropic-messages">;

function clientOn(wire: Wire, baseUrl: string): LlmClient {
  const wait = async (): Promise<void> => undefined;
  if (wire === "gemini-generate")
    return new GeminiClient({ model: "gemini-2.5-pro", apiKey: "sk-secret", baseUrl, wait });
  return new OpenAiClient({ wire, apiKey: "sk-secret", baseUrl: `${baseUrl}/v1` });
}

const cases = [
  {
    wire: "openai-chat",
    path: "/v1/chat/completions",
    text: answers.chatText,
    calls: answers.chatCalls,
    element: answers.chatCallsElement,
  },
  {
    wire: "openai-responses",
    path: "/v1/responses",
    text: answers.responseText,
    calls: answers.responseCalls,
    element: `${answers.reasoningItem},${answers.callItem}`,
  },
  {
    wire: "gemini-generate",
    path: "/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse",
    text: answers.geminiText,
    calls: answers.geminiCalls,
    element: `{"role":"model","parts":[${answers.geminiPart}]}`,
  },
] as const;

async function forkOn(
  wire: Wire,
  replies: readonly Reply[],
  more: { readonly signal?: AbortSignal } = {},
): Promise<{ readonly result: ForkResult; readonly provider: ScriptedProvider }> {
  const provider = await ScriptedProvider.start(replies);
  const handle = await new DefaultForkSubagent().fork({
    parent: captureOn(parentOn(wire)),
    llm: clientOn(wire, provider.baseUrl),
    tools: echo,
    directive: "Tidy up.",
    label: "x",
    maxTurns: 4,
    timeoutMs: null,
    ...more,
  });
  const result = await handle.takeCompletion();
  if (result === null) throw new Error("no completion");
  return { result, provider };
}

describe.each(cases)("a fork on $wire", ({ wire, path, text, calls, element }) => {
  const parent = parentOn(wire);

  test("sends the parent's bytes, reads a stream cut anywhere, and reports usage", async () => {
    const bytes = Buffer.from(text.join(""));
    const chunks = [...bytes].map((byte) => Buffer.from([byte]).toString("latin1"));
    const { result, provider } = await forkOn(wire, [streamReply(chunks)]);
    await using _ = provider;
    expect(result).toMatchObject({ stop: { cause: "completed" }, finalText: "Done." });
    // These answers report no write: it is unknown, and the prompt is known all the same.
    expect(result.usage).toEqual({ prompt: 1000, read: 900, write: null, fresh: 100, output: 7 });
    expect(result.firstTurnRatio).toBe(0.9);
    const sent = provider.requests[0]?.body.toString() ?? "";
    expect(provider.requests[0]?.path).toBe(path);
    expect(sent).toContain(parent.history.join(","));
    const around = parent.around(parent.history.join(","));
    // Tools, keys and all else that stands behind the history.
    const behind = around.slice(around.lastIndexOf(parent.history.at(-1) ?? "") + (parent.history.at(-1)?.length ?? 0));
    expect(sent).toContain(behind.slice(0, -1));
    expect(sent.startsWith(around.slice(0, around.indexOf(parent.history.at(-1) ?? "")))).toBe(true);
  });

  test("sends the model's own calls back, answers them, and continues", async () => {
    const { result, provider } = await forkOn(wire, [streamReply(calls), streamReply(text)]);
    await using _ = provider;
    expect(result.stop).toEqual({ cause: "completed" });
    const [first, second] = provider.requests.map(({ body }) => body.toString());
    expect(second).toContain(element);
    expect(second).toContain('Read {\\"n\\":1}');
    const until = first?.indexOf("Tidy up.") ?? 0;
    expect(second?.slice(0, until)).toBe(first?.slice(0, until));
    expect(result.decisions[0]).toMatchObject({ tool: "Read", input: { n: 1 } });
  });

  test("distinguishes a cut stream from a complete one", async () => {
    const { result, provider } = await forkOn(wire, [streamReply(text.slice(0, 2))]);
    await using _ = provider;
    expect(result).toMatchObject({
      stop: { cause: "error", error: { kind: "provider", error: { kind: "cut-stream" } } },
    });
  });

  test.each([
    [400, "bad-request", 1],
    [401, "auth", 1],
    [404, "not-found", 1],
  ] as const)("reports a refusal with status %d as %s, with the key masked", async (status, kind, attempts) => {
    const { result, provider } = await forkOn(wire, [
      jsonReply('{"error":{"message":"no sk-secret here"}}', { status }),
    ]);
    await using _ = provider;
    expect(result).toMatchObject({ stop: { cause: "error", error: { error: { kind } } }, turns: [{ attempts }] });
    expect(JSON.stringify(result.stop)).not.toContain("sk-secret");
  });

  test("retries an overloaded provider and counts the attempts", async () => {
    const busy = jsonReply('{"error":{"message":"busy"}}', { status: 503, headers: { "retry-after-ms": "1" } });
    const { result, provider } = await forkOn(wire, [busy, busy, streamReply(text)]);
    await using _ = provider;
    expect(result).toMatchObject({ finalText: "Done.", turns: [{ attempts: 3 }] });
  });

  test("reports an unreadable answer", async () => {
    const { result, provider } = await forkOn(wire, [streamReply(["data: {not json\n\n"])]);
    await using _ = provider;
    expect(result).toMatchObject({ stop: { error: { error: { kind: "malformed-event" } } } });
  });

  test("ends the exchange when it is aborted", async () => {
    const controller = new AbortController();
    const gate = { opened: new Promise<void>(() => undefined), open: (): void => undefined };
    await using provider = await ScriptedProvider.start([streamReply([...text.slice(0, 2), gate])]);
    const running = new DefaultForkSubagent().fork({
      parent: captureOn(parent),
      llm: clientOn(wire, provider.baseUrl),
      tools: echo,
      directive: "x",
      label: "x",
      maxTurns: 1,
      timeoutMs: null,
      signal: controller.signal,
    });
    await provider.arrival(1);
    controller.abort(new Error("enough"));
    expect((await (await running).takeCompletion())?.stop).toEqual({ cause: "aborted", reason: "enough" });
    await provider.requests[0]?.abandoned;
  });
});

describe("the stop cause of an answer", () => {
  test.each<[Wire, string, string]>([
    ["openai-chat", '{"choices":[{"message":{"role":"assistant","content":"x"},"finish_reason":"length"}]}', "length"],
    [
      "openai-chat",
      '{"choices":[{"message":{"role":"assistant","content":"x"},"finish_reason":"content_filter"}]}',
      "refusal",
    ],
    [
      "openai-responses",
      '{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[]}',
      "length",
    ],
    [
      "openai-responses",
      '{"status":"incomplete","incomplete_details":{"reason":"content_filter"},"output":[]}',
      "refusal",
    ],
    ["gemini-generate", '{"candidates":[{"content":{"parts":[{"text":"x"}]},"finishReason":"MAX_TOKENS"}]}', "length"],
    ["gemini-generate", '{"promptFeedback":{"blockReason":"OTHER"}}', "refusal"],
    ["gemini-generate", '{"candidates":[{"finishReason":"MALFORMED_FUNCTION_CALL"}]}', "error"],
  ])("on %s is read: %s", async (wire, body, cause) => {
    const { result, provider } = await forkOn(wire, [jsonReply(body)]);
    await using _ = provider;
    expect(result.stop.cause).toBe(cause);
    expect(result.usage.read).toBeNull();
  });
});
