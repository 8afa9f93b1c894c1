import { describe, expect, test } from "vitest";
import { lastNTurns } from "../../../src/strategies/last-n-turns.ts";
import { snapshotQuery } from "../../../src/strategies/snapshot-query.ts";
import { captureCacheSafeParams } from "../../../src/cache-safe/capture-cache-safe-params.ts";
import { seeded } from "../support/seeded-body.ts";
import { captureOn, parentOn } from "../support/wire-parents.ts";

const anthropic = parentOn("anthropic-messages");
const chat = parentOn("openai-chat");

describe("the strategy last-n-turns", () => {
  const more = [
    anthropic.user("second"),
    anthropic.answered([]),
    '{"role":"user","content":[{"type":"text","text":"<system-reminder>x</system-reminder>"}]}',
    anthropic.user("third"),
  ];

  test("counts turns of the user, and keeps everything after them", () => {
    const parent = captureOn(anthropic, { more });
    expect(seeded(lastNTurns(1), parent).history.slice(0, -1)).toEqual(more.slice(3));
    expect(seeded(lastNTurns(2), parent).history.slice(0, -1)).toEqual(more);
    expect(seeded(lastNTurns(2), parent).sharedEnd).toBe("/messages/0");
  });

  test("does not count a text next to a tool's result as a turn, since the result would lose its call", () => {
    const mixed =
      '{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"x"},{"type":"text","text":"go on"}]}';
    const parent = captureOn(anthropic, { more: [anthropic.user("second"), anthropic.answered(["t1"]), mixed] });
    expect(seeded(lastNTurns(1), parent).history[0]).toBe(anthropic.user("second"));
  });

  test("keeps and shares everything if there are fewer turns", () => {
    const fork = seeded(lastNTurns(9), captureOn(anthropic, { more }));
    expect(fork.history.slice(0, -1)).toEqual([...anthropic.history, ...more]);
    expect(fork.sharedEnd).toBeNull();
  });

  test("keeps nothing without a turn of the user", () => {
    const request = Buffer.from(anthropic.around(anthropic.history.slice(2).join(",")));
    const parent = captureCacheSafeParams({ request, headers: [], answer: Buffer.from(anthropic.answer(["t1"])) });
    expect(seeded(lastNTurns(3), parent).history).toEqual([
      '{"role":"user","content":[{"type":"text","text":"Tidy up."}]}',
    ]);
  });

  test("adds its turns after the system prompt and fresh context", () => {
    const fork = seeded(lastNTurns(1, { context: "It is Monday." }), captureOn(chat, { more: [chat.user("second")] }));
    expect(fork.history).toEqual([
      chat.history[0],
      '{"role":"user","content":"It is Monday."}',
      chat.user("second"),
      '{"role":"user","content":"Tidy up."}',
    ]);
    expect(fork.sharedEnd).toBe("/messages/1");
  });

  test.each([0, -1, 1.5, Number.NaN])("refuses %d turns", (count) => {
    expect(() => lastNTurns(count)).toThrow(RangeError);
  });
});

describe("the strategy snapshot-query", () => {
  test("adds one message and keeps tools and history", () => {
    const parent = captureOn(anthropic, { calls: [] });
    const fork = seeded(snapshotQuery(), parent);
    expect(fork.history).toHaveLength(anthropic.history.length + 2);
    expect(fork.sharedEnd).toBeNull();
  });

  test("without a window leaves nothing out, whichever role comes first", () => {
    const request = Buffer.from(
      '{"messages":[{"role":"system","content":"Be brief."},{"role":"assistant","content":"Hello."},{"role":"user","content":"Hi."}]}',
    );
    const parent = captureCacheSafeParams({ request, headers: [], answer: null, wire: "openai-chat" });
    for (const query of [snapshotQuery(), snapshotQuery({ window: 2 }), snapshotQuery({ window: 9 })]) {
      expect(seeded(query, parent).history).toHaveLength(4);
      expect(seeded(query, parent).sharedEnd).toBeNull();
    }
    expect(seeded(snapshotQuery({ window: 1 }), parent).history).toHaveLength(3);
  });

  test("keeps everything if no message of the user begins a history", () => {
    const history =
      '[{"role":"system","content":"x"},{"role":"assistant","content":"a"},{"role":"assistant","content":"b"}]';
    const request = Buffer.from(`{"messages":${history}}`);
    const parent = captureCacheSafeParams({ request, headers: [], answer: null, wire: "openai-chat" });
    expect(seeded(snapshotQuery({ window: 1 }), parent).history).toHaveLength(4);
  });

  test("never cuts a tool round in two", () => {
    const parent = captureOn(anthropic, { more: [anthropic.answered([]), anthropic.user("second")] });
    expect(seeded(snapshotQuery({ window: 3 }), parent).history[0]).toBe(anthropic.user("second"));
    expect(seeded(snapshotQuery({ window: 1 }), captureOn(anthropic)).history.slice(0, 3)).toEqual(anthropic.history);
  });

  test.each([
    ["openai-chat", "messages"],
    ["openai-responses", "input"],
  ] as const)("without tools leaves out on %s the members that need tools", (wire, history) => {
    const parallel = '"parallel_tool_calls":false';
    const tools = '"tools" : [{"type":"function","name":"Read","function":{"name":"Read"}}]';
    const element = '{"role":"user","content":"Hi."}';
    for (const members of [
      `${tools}, ${parallel},"model":"m","${history}":[${element}]`,
      `"model":"m","${history}":[${element}],${parallel},${tools}`,
      `"${history}":[${element}],${tools},"n":2 , "model":"m",${parallel}`,
    ]) {
      const parent = captureCacheSafeParams({ request: Buffer.from(`{${members}}`), headers: [], answer: null, wire });
      const sent: unknown = JSON.parse(seeded(snapshotQuery({ tools: "emptied" }), parent).body);
      expect(sent).toMatchObject({ model: "m", stream: true });
      expect(Object.keys(sent as object)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(tools|parallel_tool_calls)$/)]),
      );
      expect("n" in (sent as object)).toBe(wire === "openai-responses" && members.includes('"n"'));
    }
  });

  test("without tools declares that everything is lost, and is refused with a tool choice", () => {
    const emptied = snapshotQuery({ tools: "emptied" });
    expect(emptied.expectedSharedEnd).toBe("nothing");
    expect(seeded(emptied, captureOn(anthropic)).sharedEnd).toBe("/tools/0");
    const request = Buffer.from('{"tool_choice":{"type":"auto"},"tools":[{}],"messages":[]}');
    const chosen = captureCacheSafeParams({ request, headers: [], answer: null });
    expect(() => seeded(emptied, chosen)).toThrow(expect.objectContaining({ fault: "tool-choice" }));
  });
});
