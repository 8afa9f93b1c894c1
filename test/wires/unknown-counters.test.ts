import fc from "fast-check";
import { expect, test } from "vitest";
import { wireNamed } from "../../harness/wires/list.ts";
import type { DialectName } from "../../harness/kernel/layout.ts";
import type { Usage } from "../../harness/kernel/usage.ts";

const SSE = "text/event-stream";

function streamed(events: readonly object[]): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
}

function read(name: DialectName, body: string, contentType: string = SSE): Usage | null {
  return wireNamed(name).readUsage({ contentType, body: Buffer.from(body) });
}

/** A stream in which the count of the answer grows, with the event that ends it. */
type Growing = { readonly wire: DialectName; readonly events: (counts: readonly number[]) => readonly object[] };

const growing: readonly (readonly [string, Growing])[] = [
  [
    "Claude",
    {
      wire: "anthropic-messages",
      events: ([guess = 1, ...counts]) => [
        {
          type: "message_start",
          message: { usage: { input_tokens: 3, cache_read_input_tokens: 9, output_tokens: guess } },
        },
        { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: counts.at(-1) ?? guess } },
      ],
    },
  ],
  [
    "Gemini",
    {
      wire: "gemini-generate",
      events: (counts) =>
        counts.map((count, at) => ({
          candidates: [{ content: {}, ...(at === counts.length - 1 && { finishReason: "STOP" }) }],
          usageMetadata: { promptTokenCount: 12, cachedContentTokenCount: 9, candidatesTokenCount: count },
        })),
    },
  ],
  [
    "a vendor of Chat Completions with growing counters",
    {
      wire: "openai-chat",
      events: (counts) =>
        counts.map((count, at) => ({
          choices: [{ index: 0, delta: {}, finish_reason: at === counts.length - 1 ? "stop" : null }],
          usage: { prompt_tokens: 12, prompt_tokens_details: { cached_tokens: 9 }, completion_tokens: count },
        })),
    },
  ],
];

const grown = fc
  .array(fc.integer({ min: 1, max: 5_000 }), { minLength: 2, maxLength: 6 })
  .map((counts) => counts.sort((a, b) => a - b));

test.each(growing)(
  "the answer of %s is as long as the last event says, and unknown if the stream was cut before it",
  (_name, { wire, events }) => {
    fc.assert(
      fc.property(grown, fc.nat(), (counts, at) => {
        const all = events(counts);
        const cut = all.slice(0, 1 + (at % (all.length - 1)));
        const prompt = { read: 9, fresh: 3 };
        expect(read(wire, streamed(all))).toMatchObject({ ...prompt, output: counts.at(-1) });
        expect(read(wire, streamed(cut))).toMatchObject({ ...prompt, output: null });
      }),
      { numRuns: 50 },
    );
  },
);

test("thoughts that a vendor of Chat Completions counts into the total alone are output, and others are counted once", () => {
  const usage = { prompt_tokens: 100, prompt_tokens_details: { cached_tokens: 64 }, completion_tokens: 7 };
  const details = { completion_tokens_details: { reasoning_tokens: 300 } };
  const output = (more: object): number | null =>
    read("openai-chat", JSON.stringify({ choices: [], usage: { ...usage, ...more } }), "application/json")?.output ??
    null;
  expect(output({ ...details, total_tokens: 407 })).toBe(307);
  expect(output({ ...details, completion_tokens: 307, total_tokens: 407 })).toBe(307);
  expect(output(details)).toBe(7);
  expect(output({ total_tokens: 107 })).toBe(7);
});

test("prompts behind Gemini's own tools are fresh input", () => {
  // Recorded of gemini-2.5-flash.
  const usageMetadata = {
    cachedContentTokenCount: 1081,
    candidatesTokenCount: 21,
    promptTokenCount: 1107,
    thoughtsTokenCount: 41,
    toolUsePromptTokenCount: 1171,
    totalTokenCount: 2340,
  };
  const usage = read("gemini-generate", JSON.stringify({ candidates: [], usageMetadata }), "application/json");
  expect(usage).toEqual({ read: 1081, write: null, fresh: 26 + 1171, output: 62 });
  expect((usage?.read ?? 0) + (usage?.fresh ?? 0) + (usage?.output ?? 0)).toBe(usageMetadata.totalTokenCount);
});
