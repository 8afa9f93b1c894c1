import { describe, expect, test } from "vitest";
import { appendToolResult } from "../../../src/strategies/append-tool-result.ts";
import { parseCloneReport } from "../../../src/strategies/clone-contract.ts";
import { openCallNotice, passThrough } from "../../../src/strategies/pass-through.ts";
import {
  acknowledgement,
  begin,
  placeholderResult,
  placeholderResults,
} from "../../../src/strategies/placeholder-results.ts";
import { seeded } from "../support/seeded-body.ts";
import { captureOn, parentOn, wireParents } from "../support/wire-parents.ts";

const anthropic = parentOn("anthropic-messages");
const chat = parentOn("openai-chat");
const responses = parentOn("openai-responses");
const gemini = parentOn("gemini-generate");

describe("pass-through on every wire format", () => {
  test.each(wireParents)("on $wire sends request, answer, results and directive", (parent) => {
    const fork = seeded(passThrough, captureOn(parent, { calls: ["t1", "t2"] }));
    expect(fork.history.join(",").startsWith(`${parent.history.join(",")},${parent.answered(["t1", "t2"])},`)).toBe(
      true,
    );
    expect(fork.history.join("\n").match(new RegExp(openCallNotice, "g"))).toHaveLength(2);
  });

  test("writes results in each wire format's own form", () => {
    const own = (wire: (typeof wireParents)[number]): readonly string[] =>
      seeded(passThrough, captureOn(wire, { calls: ["t1"] })).history.slice(wire.history.length + 1);
    expect(own(chat)).toEqual([
      `{"role":"tool","tool_call_id":"t1","content":"${openCallNotice}"}`,
      '{"role":"user","content":"Tidy up."}',
    ]);
    expect(own(responses)).toEqual([
      `{"type":"function_call_output","call_id":"t1","output":"${openCallNotice}"}`,
      '{"type":"message","role":"user","content":[{"type":"input_text","text":"Tidy up."}]}',
    ]);
    expect(own(gemini)).toEqual([
      `{"role":"user","parts":[{"functionResponse":{"id":"t1","name":"Agent","response":{"output":"${openCallNotice}"}}},{"text":"Tidy up."}]}`,
    ]);
  });

  test("answers a Gemini call without an ID by its name, and only while it is open", () => {
    const calling =
      '{"role":"model","parts":[{"functionCall":{"name":"Read","args":{}}},{"functionCall":{"name":"Read","args":{}}}]}';
    const one = '{"role":"user","parts":[{"functionResponse":{"name":"Read","response":{}}}]}';
    expect(captureOn(gemini, { more: [calling] }).continuation.openCalls).toEqual([
      { id: null, name: "Read" },
      { id: null, name: "Read" },
    ]);
    expect(captureOn(gemini, { more: [calling, one] }).continuation.openCalls).toEqual([{ id: null, name: "Read" }]);
    expect(seeded(passThrough, captureOn(gemini, { more: [calling, one] })).history.at(-1)).toContain(
      '{"functionResponse":{"name":"Read","response"',
    );
  });
});

describe("the strategy placeholder-results", () => {
  test("answers all calls with one constant, in call order, and ends with the directive", () => {
    const fork = seeded(placeholderResults(), captureOn(anthropic, { calls: ["t1", "t2", "t3"] }));
    const own = fork.history.at(-1) ?? "";
    expect(
      [...own.matchAll(/"tool_use_id":"(\w+)","content":"([^"]+)"/g)].map(([, id, content]) => [id, content]),
    ).toEqual([
      ["t1", placeholderResult],
      ["t2", placeholderResult],
      ["t3", placeholderResult],
    ]);
    expect(own.endsWith('Directive: Tidy up."}]}')).toBe(true);
    expect(fork.history.at(-2)).toBe(anthropic.answered(["t1", "t2", "t3"]));
  });

  test("differs between siblings only in the directive", () => {
    const parent = captureOn(anthropic, { calls: ["t1", "t2"] });
    const [one, two] = ["Research A", "Modify B"].map(
      (directive) => seeded(placeholderResults(), parent, { directive }).body,
    );
    expect(one?.replace("Research A", "")).toBe(two?.replace("Modify B", ""));
  });

  test.each(wireParents)("ends in an acknowledgement and a start message if turns must alternate: $wire", (parent) => {
    const strict = placeholderResults({ acknowledge: true });
    const [ack, last] = seeded(strict, captureOn(parent, { calls: ["t1"] })).history.slice(-2);
    expect(ack).toContain(acknowledgement);
    expect(last).toContain(begin);
    expect(seeded(strict, captureOn(parent, { calls: [] })).history.at(-1)).not.toContain(begin);
  });

  test.each(wireParents)("blanks on request only the arguments of the open calls: $wire", (parent) => {
    const fork = seeded(placeholderResults({ blankArguments: true }), captureOn(parent, { calls: ["t1", "t2"] }));
    const answered = parent.answered(["t1", "t2"]);
    const emptied = answered.replaceAll('{"n":1.0}', "{}").replaceAll('"{\\"n\\":1.0}"', '"{}"');
    expect(emptied).not.toBe(answered);
    expect(fork.history.join(",")).toContain(`${parent.history.join(",")},${emptied},`);
  });

  test("reports where the prefix ends if it blanks a turn of the request itself", () => {
    const fork = seeded(
      placeholderResults({ blankArguments: true }),
      captureOn(responses, { more: [responses.answered(["t1", "t2"])] }),
    );
    expect(fork.sharedEnd).toBe("/input/4");
  });
});

describe("the strategy append-tool-result", () => {
  test.each(["t1", "t2", "t3"])(
    "gives the contract only to the fork's own call %s, as one element without a user message",
    (ownCall) => {
      const fork = seeded(appendToolResult, captureOn(responses, { calls: ["t1", "t2", "t3"] }), { ownCall });
      const outputs = fork.history.slice(-3);
      expect(outputs.map((item) => /"call_id":"(\w+)"/.exec(item)?.[1])).toEqual(["t1", "t2", "t3"]);
      expect(
        outputs.filter((item) => item.includes("===PERSIST===")).map((item) => /"call_id":"(\w+)"/.exec(item)?.[1]),
      ).toEqual([ownCall]);
    },
  );

  test("finds its own call if only one is open, and refuses if there are several or no open calls", () => {
    expect(seeded(appendToolResult, captureOn(anthropic, { calls: ["t1"] })).history.at(-1)).toContain("===RESULT===");
    for (const [calls, ownCall] of [
      [["t1", "t2"], null],
      [["t1"], "t9"],
      [[], null],
    ] as const) {
      expect(() => seeded(appendToolResult, captureOn(anthropic, { calls }), { ownCall })).toThrow(
        expect.objectContaining({ fault: "no-own-call" }),
      );
    }
  });

  test("has a report with only its PERSIST part for the parent", () => {
    expect(parseCloneReport("===RESULT===\nlong\ntext\n===PERSIST===\n- short\n")).toEqual({
      result: "long\ntext",
      persist: "- short",
    });
    expect(
      parseCloneReport("I was told ===PERSIST=== and\n ===PERSIST===\nold\n===RESULT===\nr\n===PERSIST=== \n- new"),
    ).toEqual({ result: "r", persist: "- new" });
    expect(parseCloneReport("===PERSIST===\n- p")).toEqual({ result: "", persist: "- p" });
    expect(parseCloneReport("===RESULT===\nall of it")).toBeNull();
    const turned = { result: "secret", persist: "- p" };
    expect(parseCloneReport("===PERSIST===\n- p\n===RESULT===\nsecret")).toEqual(turned);
    expect(parseCloneReport("===RESULT===\nold\n===PERSIST===\n- p\n===RESULT=== secret")).toEqual(turned);
  });
});
