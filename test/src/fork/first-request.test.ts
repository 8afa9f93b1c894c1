import { describe, expect, test } from "vitest";
import { AnthropicClient } from "../../../src/providers/anthropic/anthropic-client.ts";
import { openCallNotice } from "../../../src/strategies/pass-through.ts";
import { contentOf, streamedAnswer, type ScriptedBlock } from "../support/answers.ts";
import { calling, capture, listing, parentRequest, question } from "../support/parents.ts";
import { runFork } from "../support/run-fork.ts";
import { ScriptedProvider, streamReply } from "../support/scripted-provider.ts";
import { says, ScriptedClient } from "../support/scripted-client.ts";

const done = { blocks: [{ text: "Done." }] };
const answer: readonly ScriptedBlock[] = [
  { thinking: "Which?", signature: "c2ln" },
  { call: "Fork", id: "t1", input: '{"n": 1.0}' },
  { call: "Read", id: "t2", input: "{}" },
];
const directive = '{"type":"text","text":"Tidy up."}';
const notice = (id: string): string => `{"type":"tool_result","tool_use_id":"${id}","content":"${openCallNotice}"}`;

describe("a fork's first request", () => {
  test("is the parent's body with the fork's message inserted and stream set", async () => {
    await using provider = await ScriptedProvider.start([streamReply(streamedAnswer(done))]);
    const llm = new AnthropicClient({ apiKey: "sk-test", baseUrl: provider.baseUrl });
    await runFork({ llm });
    const sent = provider.requests[0];
    expect(sent?.body.toString()).toBe(
      parentRequest([question, calling, listing, `{"role":"user","content":[${directive}]}`])
        .toString()
        .replace(/\}$/, ',"stream":true}'),
    );
    expect(sent?.headers["anthropic-beta"]).toBe("context-1m");
  });

  test.each<[string, readonly string[], readonly ScriptedBlock[] | null, readonly string[]]>([
    ["nothing is open", [question], null, [`{"role":"user","content":[${directive}]}`]],
    [
      "the request ends in a call",
      [question, calling],
      null,
      [`{"role":"user","content":[${notice("toolu_a")},${directive}]}`],
    ],
    [
      "the answer has calls",
      [question],
      answer,
      [
        `{"role":"assistant","content":${contentOf(answer)}}`,
        `{"role":"user","content":[${notice("t1")},${notice("t2")},${directive}]}`,
      ],
    ],
  ])("continues where the parent stopped: %s", async (_, messages, known, inserted) => {
    const llm = new ScriptedClient([says(done)]);
    const result = await runFork({ llm, parent: capture(messages, known) });
    const expected = parentRequest([...messages, ...inserted])
      .toString()
      .replace(/\}$/, ',"stream":true}');
    expect(llm.bodies).toEqual([expected]);
    expect(result.parentPrefix.answer?.toString()).toBe(known === null ? undefined : inserted[0]);
  });

  test("differs between siblings only in the directive, and shares the parent's bytes in memory", async () => {
    const parent = capture([question], answer);
    const llm = new ScriptedClient([says(done), says(done), says(done)]);
    await Promise.all(["one", "two", "six"].map((text) => runFork({ llm, parent, directive: text })));
    expect(llm.bodies.map((body) => body.replace(/"text":"(one|two|six)"/, '"text":""'))).toEqual(
      Array.from({ length: 3 }, () => expect.stringContaining('"text":""')),
    );
    expect(new Set(llm.bodies.map((body) => body.replace(/"text":"(one|two|six)"/, ""))).size).toBe(1);
    for (const { body } of llm.requests) expect(body.parts).toContainEqual(parent.continuation.answer);
    expect(new Set(llm.requests.map(({ body }) => body.parts[0]?.buffer))).toEqual(new Set([parent.body.bytes.buffer]));
  });

  test("takes overrides only outside the prefix, and a reminder in the fork's own message", async () => {
    const llm = new ScriptedClient([says(done)]);
    const overrides = { reminder: "Be brief.", maxTokens: 64, metadata: { user_id: "u" } };
    await runFork({ llm, parent: capture([question]), overrides });
    expect(llm.bodies[0]).toBe(
      parentRequest([question, `{"role":"user","content":[{"type":"text","text":"Be brief."},${directive}]}`])
        .toString()
        .replace('"max_tokens":1024', '"max_tokens":64')
        .replace(/\}$/, ',"stream":true,"metadata":{"user_id":"u"}}'),
    );
  });

  test("leaves the snapshot unchanged", async () => {
    const parent = capture();
    const before = Buffer.from(parent.body.bytes);
    await runFork({ llm: new ScriptedClient([says(done)]), parent });
    expect(parent.body.bytes).toEqual(before);
  });
});

describe("an override that breaks the cache", () => {
  test("is sent if it has a reason, and nothing else changes", async () => {
    const llm = new ScriptedClient([says(done)]);
    const expectBreak = { reason: "a cheaper model is good enough here" };
    await runFork({
      llm,
      overrides: { model: "small", tools: [], thinking: { type: "disabled" }, effort: "low", expectBreak },
    });
    const body = JSON.parse(llm.bodies[0] ?? "");
    const parent = JSON.parse(parentRequest().toString());
    expect(body).toMatchObject({
      model: "small",
      tools: [],
      thinking: { type: "disabled" },
      output_config: { effort: "low" },
    });
    expect(body.system).toEqual(parent.system);
    expect(body.messages.slice(0, parent.messages.length)).toEqual(parent.messages);
  });

  test("is sent under the former name of expectBreak too", async () => {
    const llm = new ScriptedClient([says(done)]);
    await runFork({ llm, overrides: { model: "small", breaksCache: { reason: "a trial" } } });
    expect(JSON.parse(llm.bodies[0] ?? "")).toMatchObject({ model: "small" });
  });
});
