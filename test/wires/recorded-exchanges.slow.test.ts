import { describe, expect, it } from "vitest";
import type { RecordedExchange } from "../../harness/cassette/recorded-exchange.ts";
import type { DialectName } from "../../harness/kernel/layout.ts";
import type { Usage } from "../../harness/kernel/usage.ts";
import { wires } from "../../harness/wires/list.ts";
import { isOfWire, recognise } from "../../harness/wires/recognise.ts";
import { groundTruthFiles, noRecordings, recordedRequests, recordingFiles } from "../support/recorded-requests.ts";

describe.skipIf(noRecordings !== null)("the wire format of recorded requests", () => {
  it.each([...recordingFiles, ...groundTruthFiles])(
    "is recognised in %s as the recorder named it, and by one dialect only",
    (file) => {
      for (const exchange of recordedRequests(file)) {
        const found = recognise(exchange)?.name ?? null;
        // The recorder knows some that the judge does not read, and Bedrock's invoke by another name than its wire.
        if (exchange.dialect !== null) expect(found).toBe(exchange.dialect);
        expect(wires.filter((wire) => isOfWire(wire, exchange, exchange.request)).length).toBeLessThan(2);
      }
    },
  );
});

it.skipIf(noRecordings !== null)(
  "the error reader finds the message of every recorded refusal, and no error in an answer",
  () => {
    let [refused, answered] = [0, 0];
    for (const exchange of groundTruthFiles.flatMap((file) => [...recordedRequests(file)])) {
      const { response } = exchange;
      const dialect = recognise(exchange);
      if (response === null || dialect === null || response.body.length === 0) continue;
      const error = dialect.readError(response);
      if (response.status >= 400) {
        refused += 1;
        expect(error?.message, exchange.id).toEqual(expect.any(String));
      } else if (error === null) answered += 1;
      else expect.unreachable(`${exchange.id} answers ${response.status}, and is read as ${JSON.stringify(error)}`);
    }
    expect(refused).toBeGreaterThan(20);
    expect(answered).toBeGreaterThan(200);
  },
);

describe.skipIf(noRecordings !== null)("the usage in recorded responses", () => {
  it.each(groundTruthFiles)("is read from %s", (file) => {
    const read = new Set<string>();
    for (const exchange of recordedRequests(file)) {
      // A count of tokens is an answer of another shape: nothing was read, written or generated.
      const isTurn = !exchange.path.includes("count_tokens");
      const dialect = isTurn ? recognise(exchange) : (wires.find(({ name }) => name === "anthropic-messages") ?? null);
      const { response, usage } = exchange;
      // Whole bodies only: a body that was trimmed is empty, and shows nothing.
      if (dialect === null || response === null || response.status !== 200 || response.body.length === 0) continue;
      expect(dialect.readUsage(response)).toEqual(isTurn ? recorded(dialect.name, usage) : null);
      read.add(exchange.id);
    }
    const isUsageAlone = /usage|steps|errors/.test(file);
    expect(read.size).toBeGreaterThan(isUsageAlone ? -1 : 1);
  });

  /** The recorder's own copy of the provider's usage object, read as the provider documents it. */
  function recorded(name: DialectName, usage: RecordedExchange["usage"]): Usage | null {
    if (usage === null) return null;
    const number = (...path: readonly string[]): number | null => {
      const value = path.reduce<unknown>((each, key) => Object(each)[key], usage);
      return typeof value === "number" ? value : null;
    };
    const inclusive = (
      prompt: number | null,
      cached: number | null,
      written: number | null,
      output: number | null,
    ): Usage => ({
      read: cached,
      write: written,
      fresh: cached === null || prompt === null ? null : prompt - cached - (written ?? 0),
      output,
    });
    const kept = (written: number | null, long: number | null): Partial<Usage> =>
      written === null || written === 0 || long === null ? {} : { longWrite: long };
    switch (name) {
      case "anthropic-messages":
        return {
          read: number("cache_read_input_tokens"),
          write: number("cache_creation_input_tokens"),
          fresh: number("input_tokens"),
          output: number("output_tokens"),
          ...kept(number("cache_creation_input_tokens"), number("cache_creation", "ephemeral_1h_input_tokens")),
        };
      case "openai-chat":
        return inclusive(
          number("prompt_tokens"),
          number("prompt_tokens_details", "cached_tokens"),
          number("prompt_tokens_details", "cache_write_tokens"),
          number("completion_tokens"),
        );
      case "openai-responses":
        return inclusive(
          number("input_tokens"),
          number("input_tokens_details", "cached_tokens"),
          number("input_tokens_details", "cache_write_tokens"),
          number("output_tokens"),
        );
      case "gemini-generate": {
        const prompt = number("promptTokenCount");
        return inclusive(
          // What Google's own tools had answered stands in a counter of its own.
          prompt === null ? null : prompt + (number("toolUsePromptTokenCount") ?? 0),
          number("cachedContentTokenCount"),
          null,
          (number("candidatesTokenCount") ?? 0) + (number("thoughtsTokenCount") ?? 0),
        );
      }
      case "bedrock-converse":
        return {
          read: number("cacheReadInputTokens"),
          write: number("cacheWriteInputTokens"),
          fresh: number("inputTokens"),
          output: number("outputTokens"),
          // Where it splits its writes at all, the recordings' are all of five minutes.
          ...kept(number("cacheWriteInputTokens"), number("cacheDetails", "0", "inputTokens") === null ? null : 0),
        };
    }
  }
});
