import { readFileSync } from "node:fs";
import { SpanStatusCode, trace } from "@opentelemetry/api";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from "@opentelemetry/sdk-trace-base";
import { describe, expect, test } from "vitest";
import type { ForkParams } from "../../../src/fork/params/fork-params.ts";
import { fields } from "../../../src/telemetry/fork-span.ts";
import { renderTelemetry } from "../../../src/telemetry/render-telemetry.ts";
import { runFork } from "../support/run-fork.ts";
import { fails, says, ScriptedClient } from "../support/scripted-client.ts";

type Usage = { readonly [counter: string]: number };

/** The spans of one run. */
async function spansOf(params: Pick<ForkParams, "llm"> & Partial<ForkParams>): Promise<readonly ReadableSpan[]> {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  await runFork(params, { tracer: provider.getTracer("test") });
  return exporter.getFinishedSpans();
}

function answering(...usages: readonly Usage[]): ScriptedClient {
  const last = usages.length - 1;
  return new ScriptedClient(
    usages.map((usage, index) =>
      says({ blocks: index === last ? [{ text: "Done." }] : [{ call: "Bash", id: "t1", input: "{}" }], usage }),
    ),
  );
}

const usage = (read: number, write: number, fresh: number): Usage => ({
  cache_read_input_tokens: read,
  cache_creation_input_tokens: write,
  input_tokens: fresh,
  output_tokens: 7,
});

describe("the span of a fork's run", () => {
  test("covers the whole run, with the fields of its start and of its end", async () => {
    const spans = await spansOf({ llm: answering(usage(900, 96, 4), usage(0, 0, 100)), source: "auto_dream" });
    expect(spans.map(({ name }) => name)).toEqual(["fork.subagent"]);
    expect(spans[0]?.attributes).toEqual({
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.request.model": "claude-sonnet-4-5",
      "gen_ai.usage.input_tokens": 1100,
      "gen_ai.usage.cache_read.input_tokens": 900,
      "gen_ai.usage.cache_creation.input_tokens": 96,
      "gen_ai.usage.output_tokens": 14,
      cache_key_hash: expect.stringMatching(/^[0-9a-f]{16}$/),
      fork_depth: 1,
      fork_first_turn_ratio: 0.9,
      fork_label: "test",
      fork_run_id: "run-1",
      fork_stop: "completed",
      fork_strategy: "pass-through",
      fork_tool_calls: 1,
      fork_turns: 2,
      mode: "Sync",
      query_source: "auto_dream",
      skip_transcript: true,
    });
  });

  test("records an error, and leaves out unreported counters", async () => {
    const [span] = await spansOf({ llm: new ScriptedClient([fails({ kind: "connection", message: "refused" })]) });
    expect(span?.status.code).toBe(SpanStatusCode.ERROR);
    expect(span?.attributes).toMatchObject({ fork_stop: "error" });
    expect(span?.attributes).not.toHaveProperty([fields.readTokens.name]);
  });

  test("names the fork in which it was started", async () => {
    const exporter = new InMemorySpanExporter();
    const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
    const ports = { tracer: provider.getTracer("test") };
    const tools = {
      dispatch: async () => {
        await runFork({ llm: answering(usage(1, 0, 0)) }, { ...ports, newRunId: () => "inner" });
        return { content: "", isError: false };
      },
    };
    await runFork({ llm: answering(usage(1, 0, 0), usage(1, 0, 0)), tools, maxDepth: 2 }, ports);
    const [inner] = exporter.getFinishedSpans();
    expect(inner?.attributes).toMatchObject({ fork_run_id: "inner", parent_agent: "run-1", fork_depth: 2 });
  });

  test("needs no SDK, and finds one that is registered", async () => {
    expect((await runFork({ llm: answering(usage(1, 0, 0)) })).observerFaults).toEqual([]);
    const exporter = new InMemorySpanExporter();
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
    try {
      await runFork({ llm: answering(usage(1, 0, 0)) });
    } finally {
      trace.disable();
    }
    expect(exporter.getFinishedSpans()).toHaveLength(1);
  });
});

describe("the event of a cache break", () => {
  test.each([
    ["800 of 875", usage(800, 50, 25), 0],
    ["half", usage(500, 500, 0), 0],
    ["just under half", usage(499, 501, 0), 1],
    ["nothing read", usage(0, 1000, 0), 1],
    ["nothing read and nothing written", usage(0, 0, 9000), 1],
    ["nothing read of a prompt below the model's minimum", usage(0, 0, 30), 0],
    ["nothing read of a prompt whose parent is below the minimum", usage(0, 0, 1050), 0],
    ["nothing read, and what was written unknown", { cache_read_input_tokens: 0, output_tokens: 7 }, 0],
    ["some read and nothing written", usage(400, 0, 600), 1],
    ["nothing known", { output_tokens: 7 }, 0],
  ])("is recorded for the first turn: %s", async (_, first, warnings) => {
    const [span] = await spansOf({ llm: answering(first) });
    expect(span?.events.map(({ name }) => name)).toEqual(
      Array.from({ length: warnings }, () => "fork.cache_break_detected"),
    );
  });

  test("has its numbers and its run", async () => {
    const [span] = await spansOf({ llm: answering(usage(100, 300, 600)) });
    expect(span?.events[0]?.attributes).toEqual({
      level: "warn",
      fork_run_id: "run-1",
      fork_label: "test",
      hit_ratio: 0.1,
      cache_read: 100,
      cache_creation: 300,
      fresh_input: 600,
    });
  });

  test("is not recorded for later turns", async () => {
    const [span] = await spansOf({ llm: answering(usage(900, 0, 0), usage(0, 5000, 0)) });
    expect(span?.events).toEqual([]);
  });
});

test("a denied call is recorded with its rule, and an allowed one is not", async () => {
  const filter = { name: "no", decide: () => ({ decision: "deny", rule: "r1", reason: "no shell" }) as const };
  const [denied] = await spansOf({ llm: answering(usage(1, 0, 0), usage(1, 0, 0)), filter });
  expect(denied?.events.map(({ name, attributes }) => [name, attributes])).toEqual([
    [
      "fork.tool_filter",
      { level: "debug", fork_run_id: "run-1", fork_label: "test", tool_name: "Bash", rule: "r1", reason: "no shell" },
    ],
  ]);
  const [allowed] = await spansOf({ llm: answering(usage(1, 0, 0), usage(1, 0, 0)) });
  expect(allowed?.events).toEqual([]);
});

test("TELEMETRY.md is generated from the names", () => {
  expect(readFileSync("src/telemetry/TELEMETRY.md", "utf8")).toBe(renderTelemetry());
});
