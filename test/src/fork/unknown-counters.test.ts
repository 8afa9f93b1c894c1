import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { describe, expect, test } from "vitest";
import { forkRecordedParent } from "../../../src/fork/fork-recorded-parent.ts";
import { toTaskNotification } from "../../../src/fork/task-notification.ts";
import type { LlmClient } from "../../../src/providers/llm-client.ts";
import { type TokenUsage, unknownUsage } from "../../../src/wire/token-usage.ts";
import { fileRecords } from "../../../src/transcript/file-records.ts";
import { listHandles, readTranscript } from "../../../src/transcript/list-handles.ts";
import { echo, runFork } from "../support/run-fork.ts";
import { ScriptedProvider, streamReply } from "../support/scripted-provider.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { chatText, geminiText, responseText } from "../support/wire-answers.ts";
import { parentOn } from "../support/wire-parents.ts";

/** Wires whose providers count the whole prompt and mostly report no write. */
const wires = [
  { wire: "openai-chat", done: chatText, at: "/v1" },
  { wire: "openai-responses", done: responseText, at: "/v1" },
  { wire: "gemini-generate", done: geminiText, at: "" },
] as const;

describe.each(wires)("a write that $wire does not report", ({ wire, done, at }) => {
  test("is unknown in the result, the row, the transcript and the span, and no other number is", async () => {
    await using provider = await ScriptedProvider.start([streamReply(done)]);
    const { around, history } = parentOn(wire);
    const exporter = new InMemorySpanExporter();
    const tracers = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
    const folder = temporaryFolder();
    const result = await forkRecordedParent(
      {
        exchange: { wire, request: Buffer.from(around(history.join(","))), headers: [], answer: null, model: "m" },
        client: { apiKey: "sk-test", baseUrl: `${provider.baseUrl}${at}` },
        tools: echo,
        directive: "Tidy up.",
        label: "unknown",
        maxTurns: 1,
        timeoutMs: null,
        skipTranscript: false,
      },
      { records: fileRecords(folder), tracer: tracers.getTracer("test") },
    );
    const known = { prompt: 1000, read: 900, fresh: 100, output: 7 };
    expect(result.usage).toEqual({ ...known, write: null });
    expect(result.turns).toMatchObject([{ hitRatio: 0.9, usage: { write: null } }]);
    expect(toTaskNotification(result).usage.totalTokens).toBe(1007);
    expect(listHandles(folder)).toMatchObject([{ ...known, write: null }]);
    const lines = (readTranscript(folder, result.runId) ?? []).map((line) => JSON.parse(line));
    expect(lines.find(({ type }) => type === "turn")).toMatchObject({ usage: { ...known, write: null } });
    expect(lines.find(({ type }) => type === "end")).toMatchObject({ end: { usage: { ...known, write: null } } });
    const [span] = exporter.getFinishedSpans();
    expect(span?.attributes).toMatchObject({
      "gen_ai.usage.input_tokens": 1000,
      "gen_ai.usage.cache_read.input_tokens": 900,
      fork_first_turn_ratio: 0.9,
    });
    expect(Object.keys(span?.attributes ?? {})).not.toContain("gen_ai.usage.cache_creation.input_tokens");
  });
});

test("a read that Gemini leaves out is unknown, and the prompt is known", async () => {
  const cold =
    'data: {"candidates":[{"content":{"parts":[{"text":"x"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":1000,"thoughtsTokenCount":3}}\n\n';
  await using provider = await ScriptedProvider.start([streamReply([cold])]);
  const { around, history, wire } = parentOn("gemini-generate");
  const result = await forkRecordedParent({
    exchange: { wire, request: Buffer.from(around(history.join(","))), headers: [], answer: null, model: "m" },
    client: { apiKey: "sk-test", baseUrl: provider.baseUrl },
    tools: echo,
    directive: "Tidy up.",
    label: "unknown",
    maxTurns: 1,
    timeoutMs: null,
  });
  expect(result.usage).toEqual({ prompt: 1000, read: null, write: null, fresh: null, output: 3 });
  expect(result.firstTurnRatio).toBeNull();
});

describe("the usage of a client of one's own", () => {
  const content = '[{"type":"text","text":"Done."}]';

  /** A client without a type checker, which gives this usage at the start and at the end. */
  const clientWith = (usage: object): LlmClient => ({
    wire: "anthropic-messages",
    send: async ({ observe }) => {
      const reported: TokenUsage = JSON.parse(JSON.stringify(usage));
      observe({ type: "started", usage: reported });
      const answer = { id: null, text: "Done.", calls: [], pausedCalls: [], stopReason: "end_turn", usage: reported };
      return { kind: "answer", attempts: 1, answer: { ...answer, content: Buffer.from(content) } };
    },
  });

  test("is unknown where a counter is missing", async () => {
    const started: TokenUsage[] = [];
    const { usage, firstTurnRatio } = await runFork({
      llm: clientWith({ read: 3, write: 0, fresh: 1 }),
      observe: (event) => void (event.type === "started" && started.push(event.usage)),
    });
    expect(started).toEqual([{ prompt: null, read: 3, write: 0, fresh: 1, output: null }]);
    expect(usage).toEqual({ prompt: 4, read: 3, write: 0, fresh: 1, output: null });
    expect(firstTurnRatio).toBe(0.75);
    expect((await runFork({ llm: clientWith({}) })).usage).toEqual(unknownUsage);
  });

  test("ends the run where a counter is not a number", async () => {
    const { stop } = await runFork({ llm: clientWith({ read: "5" }) });
    const message = 'the usage of a client has the text "5" for read; give a number, or null if it was not reported';
    expect(stop).toEqual({ cause: "error", error: { kind: "defect", message } });
  });
});
