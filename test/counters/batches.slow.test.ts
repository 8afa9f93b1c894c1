import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "../cli/run-forkproof.ts";

let folder: TempFolder;
beforeAll(() => {
  folder = makeTempFolder();
});
afterAll(() => folder[Symbol.dispose]());

const system = "Answer in one sentence. ".repeat(300);
/** The first two run before an entry is there. */
const reads = [0, 0, 1_500, 1_500];

const providers = {
  OpenAI: {
    requests: reads.map((_, at) => ({
      custom_id: `q${at}`,
      method: "POST",
      url: "/v1/chat/completions",
      body: {
        model: "gpt-4.1",
        messages: [
          { role: "system", content: system },
          { role: "user", content: `Question ${at}` },
        ],
      },
    })),
    responses: [
      ...reads.map((read, at) => ({
        id: `batch_req_${at}`,
        custom_id: `q${at}`,
        response: {
          status_code: 200,
          request_id: `r${at}`,
          body: {
            id: `chatcmpl-${at}`,
            object: "chat.completion",
            model: "gpt-4.1",
            choices: [{ index: 0, message: { role: "assistant", content: "Yes." }, finish_reason: "stop" }],
            usage: { prompt_tokens: 1_510, completion_tokens: 2, prompt_tokens_details: { cached_tokens: read } },
          },
        },
        error: null,
      })),
      { id: "batch_req_9", custom_id: "q9", response: null, error: { code: "batch_expired" } },
    ],
    written: "unknown: these counters do not show writes",
  },
  Anthropic: {
    requests: reads.map((_, at) => ({
      custom_id: `q${at}`,
      params: {
        model: "claude-sonnet-4-5",
        max_tokens: 100,
        system: [{ type: "text", text: system, cache_control: { type: "ephemeral" } }],
        messages: [{ role: "user", content: `Question ${at}` }],
      },
    })),
    responses: [
      ...reads.map((read, at) => ({
        custom_id: `q${at}`,
        result: {
          type: "succeeded",
          message: {
            id: `msg_${at}`,
            type: "message",
            role: "assistant",
            model: "claude-sonnet-4-5",
            content: [{ type: "text", text: "Yes." }],
            usage: {
              input_tokens: 10,
              cache_creation_input_tokens: 1_500 - read,
              cache_read_input_tokens: read,
              output_tokens: 2,
            },
          },
        },
      })),
      { custom_id: "q9", result: { type: "expired" } },
    ],
    written: "3,000 tokens, 2.0 times the largest context (1,510)",
  },
} as const;

function write(name: string, lines: readonly object[]): string {
  writeFileSync(join(folder.path, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return name;
}

async function inspect(...args: readonly string[]): Promise<{ exit: number; out: string; err: string }> {
  const { exit, out, err } = await runForkproof(["inspect", ...args], folder.path);
  return { exit, out: out.replaceAll(/\s+/g, " "), err: err.replaceAll(/\s+/g, " ") };
}

describe.each(Object.entries(providers))("a batch of %s", (name, { requests, responses, written }) => {
  it("shows the counters of its responses alone, without an order that a batch does not have", async () => {
    const file = write(`${name}-alone.jsonl`, responses);
    const { exit, out, err } = await inspect(file);
    expect([exit, err]).toEqual([0, expect.stringContaining("failed: 1 request of batches, without a response")]);
    expect(out).toContain("4 requests");
    expect(out).toContain("read 50 % of 6,040 prompt tokens");
    expect(out).toContain(written);
    expect(out).toContain("no read 2 of 4 requests");
    expect(out).toContain("A batch runs its requests in any order");
    expect(out).not.toMatch(/spikes (?:none|q)|idle (?:none|\d)/);
    const { counters = null, ...timeline } = JSON.parse((await inspect(file, "--json")).out);
    expect(counters).toBe(null);
    expect(timeline.sessions).toMatchObject([{ batch: { readNothing: 2 }, idle: [], switches: [], spikes: [] }]);
    const gated = await inspect(file, "--fail-on-break");
    expect([gated.exit, gated.err]).toEqual([2, expect.stringContaining("Of a batch, name the file of its requests")]);
  });

  it("joins requests and responses of two files by their ids", async () => {
    const [asked, answered] = [write(`${name}-in.jsonl`, requests), write(`${name}-out.jsonl`, responses)];
    for (const order of [
      [asked, answered],
      [answered, asked],
    ]) {
      const { exit, out, err } = await inspect(...order, "--json");
      expect([exit, err]).toEqual([0, expect.stringContaining("joined: 4 responses of batches with their requests")]);
      const { exchanges, counters, sources } = JSON.parse(out);
      expect(exchanges.map(({ id, usage }: { id: string; usage: { read: number } }) => [id, usage.read])).toEqual(
        reads.map((read, at) => [`q${at}`, read]),
      );
      expect(counters).toBe(undefined);
      const files = sources.files.map(({ requests: count, joined = 0, failed = 0 }: Joined) => [count, joined, failed]);
      expect(files.toSorted()).toEqual([
        [0, 4, 1],
        [4, 0, 0],
      ]);
    }
  });

  it("says that all failed if none was answered", async () => {
    const file = write(`${name}-failed.jsonl`, responses.slice(-1));
    const { exit, err } = await inspect(file);
    expect([exit, err]).toEqual([2, expect.stringContaining("holds no exchange: 1 request failed")]);
  });

  it("does not guess which of two batches with the same ids a response answers", async () => {
    const files = [1, 2].map((at) => write(`${name}-in-${at}.jsonl`, requests));
    const { out, err } = await inspect(...files, write(`${name}-one-out.jsonl`, responses), "--json");
    expect(err).not.toContain("joined:");
    expect(JSON.parse(out).counters.sessions).toMatchObject([{ requests: 4 }]);
  });
});

type Joined = { readonly requests: number; readonly joined?: number; readonly failed?: number };
