import { describe, expect, test } from "vitest";
import { acknowledgement, begin, placeholderResult } from "../../../src/strategies/placeholder-results.ts";
import { fallbackSystem, qwenHistory } from "../../../src/strategies/qwen-history.ts";
import { sanitizedHistory } from "../../../src/strategies/sanitized-history.ts";
import { DefaultForkSubagent } from "../../../src/fork/default-fork-subagent.ts";
import type { CacheSafeParams } from "../../../src/cache-safe/cache-safe-params.ts";
import { captureCacheSafeParams } from "../../../src/cache-safe/capture-cache-safe-params.ts";
import { echo } from "../support/run-fork.ts";
import { ScriptedClient } from "../support/scripted-client.ts";
import { seeded } from "../support/seeded-body.ts";
import type { WireName } from "../../../src/wire/wire-format.ts";
import { captureOn, parentOn, wireParents } from "../support/wire-parents.ts";

const chat = parentOn("openai-chat");
const responses = parentOn("openai-responses");
const gemini = parentOn("gemini-generate");

const bareBodies: Readonly<Record<WireName, string>> = {
  "anthropic-messages": '{"messages":[]}',
  "openai-chat": '{"messages":[],"tools":[]}',
  "openai-responses": '{"input":[]}',
  "gemini-generate": '{"contents":[]}',
};

describe("the strategy qwen-history", () => {
  test.each(wireParents)("on $wire adds history and directive after a text of the model", (parent) => {
    const fork = seeded(qwenHistory, captureOn(parent, { calls: [] }));
    expect(fork.history.slice(0, -1)).toEqual([...parent.history, parent.answered([])]);
    expect(fork.history.at(-1)).toContain("Directive: Tidy up.");
  });

  test.each(wireParents)(
    "on $wire adds placeholders with the directive, an acknowledgement and a start message after calls",
    (parent) => {
      const own = seeded(qwenHistory, captureOn(parent, { calls: ["t1"] })).history.slice(parent.history.length + 1);
      expect(own.join("\n")).toContain(placeholderResult);
      expect(own.at(-2)).toContain(acknowledgement);
      expect(own.at(-1)).toContain(begin);
    },
  );

  test.each(wireParents)("on $wire drops a last message of the user, but not results of tools", (parent) => {
    const dropped = seeded(qwenHistory, captureOn(parent, { more: [parent.answered([]), parent.user("wait")] }));
    expect(dropped.history.slice(0, -1)).toEqual([...parent.history, parent.answered([])]);
    expect(dropped.sharedEnd).toMatch(new RegExp(`/${parent.history.length + 1}$`));
    expect(seeded(qwenHistory, captureOn(parent)).history.slice(0, -1)).toEqual(parent.history);
  });

  test.each(wireParents)(
    "on $wire reports a parent without a system prompt as a loss, also in the run's result",
    async (parent) => {
      const bare = bareBodies[parent.wire];
      const snapshot = captureCacheSafeParams({
        wire: parent.wire,
        request: Buffer.from(bare),
        headers: [],
        answer: null,
      });
      const fork = seeded(qwenHistory, snapshot);
      expect(fork.body).toContain(fallbackSystem);
      expect(fork.note).toContain("cannot use the parent's cache");
      const handle = await new DefaultForkSubagent().fork({
        parent: snapshot,
        strategy: qwenHistory,
        tools: echo,
        directive: "x",
        label: "x",
        maxTurns: 0,
        timeoutMs: null,
        llm: new ScriptedClient([], snapshot.wire),
      });
      expect((await handle.takeCompletion())?.notes).toEqual([fork.note]);
    },
  );
});

test("qwen-history adds no system prompt to a stored content, which has the parent's, and is refused with another one", () => {
  const request = Buffer.from(`{"cachedContent":"cachedContents/1","contents":[${gemini.user("hi")}]}`);
  const stored = captureCacheSafeParams({
    wire: gemini.wire,
    request,
    headers: [],
    answer: Buffer.from(gemini.answer([])),
  });
  const fork = seeded(qwenHistory, stored);
  expect(fork.body).not.toContain("systemInstruction");
  expect(fork).toMatchObject({ note: null, sharedEnd: null });
});

describe("the strategy sanitized-history", () => {
  const developer = '{"type":"message","role":"developer","content":[{"type":"input_text","text":"Rules."}]}';
  const final =
    '{"type":"message","role":"assistant","phase":"final_answer","content":[{"type":"output_text","text":"Done."}]}';
  const commentary = final.replace("final_answer", "commentary");
  const unknown = final.replace('"phase":"final_answer",', "");

  test("keeps instructions and conclusions, and says where it diverges from the parent", () => {
    const parent = captureOn(responses, { more: [developer, commentary, final, unknown, responses.user("go on")] });
    const fork = seeded(sanitizedHistory, parent);
    expect(fork.history.slice(0, -1)).toEqual([responses.history[0], developer, final, responses.user("go on")]);
    expect(fork.sharedEnd).toBe("/input/1");
  });

  test("says how many assistant messages without a phase it left out, including the last answer", () => {
    const reading = (output: string): CacheSafeParams =>
      captureCacheSafeParams({
        wire: "openai-responses",
        request: Buffer.from(responses.around([responses.user("hi"), unknown, commentary, final].join(","))),
        headers: [],
        answer: Buffer.from(`{"output":[${output}]}`),
      });
    expect(seeded(sanitizedHistory, reading(unknown)).note).toMatch(/^2 messages of the parent .* its last answer/);
    expect(seeded(sanitizedHistory, reading(final)).note).toMatch(/^1 message of the parent (?!.*its last answer)/);
    expect(seeded(sanitizedHistory, captureOn(responses, { more: [commentary], calls: [] })).note).toBeNull();
  });

  test("shares everything if there is nothing to leave out", () => {
    const request = Buffer.from(responses.around([responses.user("hi"), final].join(",")));
    const parent = captureCacheSafeParams({ wire: "openai-responses", request, headers: [], answer: null });
    expect(seeded(sanitizedHistory, parent)).toMatchObject({ sharedEnd: null });
  });

  test("drops the calls of the answer and keeps its final text", () => {
    const calls = seeded(sanitizedHistory, captureOn(responses, { calls: ["t1"] }));
    expect(calls.history.join()).not.toContain("t1");
    expect(seeded(sanitizedHistory, captureOn(responses, { calls: [] })).history).toContain(responses.answered([]));
  });

  test("belongs to OpenAI Responses, and is refused on other wire formats before anything is sent", async () => {
    const llm = new ScriptedClient([], chat.wire);
    const forking = new DefaultForkSubagent().fork({
      parent: captureOn(chat),
      strategy: sanitizedHistory,
      llm,
      tools: echo,
      directive: "x",
      label: "x",
      maxTurns: 1,
      timeoutMs: null,
    });
    await expect(forking).rejects.toMatchObject({ name: "ForkPointError", fault: "wrong-wire" });
    expect(llm.requests).toEqual([]);
  });
});
