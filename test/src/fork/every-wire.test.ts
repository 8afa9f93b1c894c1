import { describe, expect, test } from "vitest";
import { forkRecordedParent, type RecordedFork } from "../../../src/fork/fork-recorded-parent.ts";
import type { ForkOverrides } from "../../../src/fork/params/fork-params.ts";
import { streamedAnswer } from "../support/answers.ts";
import { echo } from "../support/run-fork.ts";
import { type Reply, ScriptedProvider, streamReply } from "../support/scripted-provider.ts";
import { chatText, geminiText, responseText } from "../support/wire-answers.ts";
import { parentOn } from "../support/wire-parents.ts";

const wires = [
  { wire: "anthropic-messages", done: streamedAnswer({ blocks: [{ text: "Done." }] }), path: "/v1/messages", at: "" },
  { wire: "openai-chat", done: chatText, path: "/v1/chat/completions", at: "/v1" },
  { wire: "openai-responses", done: responseText, path: "/v1/responses", at: "/v1" },
  { wire: "gemini-generate", done: geminiText, path: "/v1beta/models/g:streamGenerateContent?alt=sse", at: "" },
] as const;

type Wire = (typeof wires)[number];

async function fork(
  { wire, done, at }: Wire,
  { overrides = {}, first = [] }: { readonly overrides?: ForkOverrides; readonly first?: readonly Reply[] } = {},
) {
  const { around, history } = parentOn(wire);
  const request = Buffer.from(around(history.join(",")));
  const provider = await ScriptedProvider.start([...first, streamReply(done)]);
  const recorded: RecordedFork = {
    exchange: { wire, request, headers: [], answer: null, ...(wire === "gemini-generate" ? { model: "g" } : {}) },
    client: { apiKey: "sk-test", baseUrl: `${provider.baseUrl}${at}` },
    tools: echo,
    directive: "Tidy up.",
    label: "wire",
    maxTurns: 1,
    timeoutMs: null,
    overrides,
  };
  try {
    return { result: await forkRecordedParent(recorded), requests: provider.requests, request };
  } finally {
    await provider[Symbol.asyncDispose]();
  }
}

describe.each(wires)("a parent recorded on $wire", (wire) => {
  test("is forked by the client of its wire format, at its provider's address", async () => {
    const { result, requests, request } = await fork(wire);
    expect(result).toMatchObject({ stop: { cause: "completed" }, finalText: "Done." });
    expect(requests.map(({ path }) => path)).toEqual([wire.path]);
    const last = parentOn(wire.wire).history.at(-1)!;
    const end = request.indexOf(last) + last.length;
    expect(requests[0]!.body.subarray(0, end).equals(request.subarray(0, end))).toBe(true);
  });

  test.each([
    [{ model: "another" }, "each model has a cache of its own"],
    [{ tools: [] }, "tools stand first in the cached prefix"],
    [{ thinking: { type: "disabled" } }, "the thinking settings are part of the cache key"],
    [{ effort: "low" }, "the effort is part of the cache key"],
  ])("refuses %j with the reason, unless the loss is intended", async (overrides, reason) => {
    // Gemini's model stands in the URL, which the client writes: no override reaches it.
    if (wire.wire === "gemini-generate" && "model" in overrides) {
      const given = { ...overrides, expectBreak: { reason: "a trial" } };
      await expect(fork(wire, { overrides: given })).rejects.toThrow("pass a GeminiClient with another model");
      return;
    }
    await expect(fork(wire, { overrides })).rejects.toThrow(reason);
    const meant = await fork(wire, { overrides: { ...overrides, expectBreak: { reason: "a trial" } } });
    expect(meant.result.stop).toEqual({ cause: "completed" });
    expect(meant.requests[0]!.body.toString()).toContain(JSON.stringify(Object.values(overrides)[0]));
  });

  test("counts a retry as an attempt of the same turn", async () => {
    const busy = { status: 429, headers: { "retry-after": "0", "retry-after-ms": "1" }, chunks: ["{}"] };
    const { result, requests } = await fork(wire, { first: [busy] });
    expect(result.turns.map(({ attempts }) => attempts)).toEqual([2]);
    expect(requests[1]!.body.equals(requests[0]!.body)).toBe(true);
  });
});

test("a parent recorded on Gemini without its model is refused before anything is sent", async () => {
  const { around, history } = parentOn("gemini-generate");
  const exchange = {
    wire: "gemini-generate",
    request: Buffer.from(around(history.join(","))),
    headers: [],
    answer: null,
  } as const;
  const common = { tools: echo, directive: "x", label: "x", maxTurns: 1, timeoutMs: null };
  await expect(forkRecordedParent({ exchange, client: { apiKey: "k" }, ...common })).rejects.toThrow("name the model");
});
