import { describe, expect, it } from "vitest";
import { chat, judged, responses, text } from "../support/judged.ts";

describe("the normalisation item-id-and-key-order", () => {
  const call = { type: "function_call", id: "fc_1", call_id: "c", name: "f", arguments: "{}", status: "completed" };
  const part = { type: "output_text", text: "a", annotations: [] };
  const said = { type: "message", id: "m1", role: "assistant", status: "completed", content: [part] };

  it.each<readonly [string, object, object]>([
    ["another id", call, { ...call, id: "fc_2" }],
    ["no id and no state", call, { type: "function_call", call_id: "c", name: "f", arguments: "{}" }],
    ["members in another order", call, Object.fromEntries(Object.entries(call).toReversed())],
    [
      "members of a message in another order",
      said,
      { content: [part], status: "in_progress", role: "assistant", type: "message" },
    ],
    [
      "members of a content part in another order",
      said,
      { ...said, content: [{ text: "a", annotations: [], type: "output_text" }] },
    ],
    [
      "members of the content of an item other than a message",
      { type: "agent_message", id: "a", content: [part] },
      { content: [{ annotations: [], type: "output_text", text: "a" }], type: "agent_message" },
    ],
  ])("forgives %s", (_, parent, child) => {
    const expected = { verdict: "rendered-identical", normalisations: ["item-id-and-key-order"] };
    expect(judged("openai-responses", responses(parent), responses(child))).toMatchObject(expected);
    expect(judged("openai-responses", responses(child), responses(parent))).toMatchObject(expected);
  });

  it.each<readonly [string, object, object]>([
    ["another call id", call, { ...call, call_id: "d" }],
    ["a value in another order", { ...call, input: { a: 1, b: 2 } }, { ...call, input: { b: 2, a: 1 } }],
    ["a value under another name", { type: "x", a: "1", b: "2" }, { type: "x", a: "2", b: "1" }],
    ["a member that is missing", call, { ...call, name: undefined }],
    ["the id that a reference is", { type: "item_reference", id: "m1" }, { type: "item_reference", id: "m2" }],
    ["the id of a part", { ...said, content: [{ ...part, id: "p1" }] }, { ...said, content: [{ ...part, id: "p2" }] }],
    [
      "parts shared out otherwise",
      { type: "x", content: [{ a: 1 }, { b: 2 }] },
      { type: "x", content: [{ a: 1, b: 2 }] },
    ],
    [
      "a tool's key order",
      { type: "additional_tools", tools: [{ a: 1, b: 2 }] },
      { type: "additional_tools", tools: [{ b: 2, a: 1 }] },
    ],
  ])("never forgives %s", (_, parent, child) => {
    expect(judged("openai-responses", responses(parent), responses(child))).toMatchObject({ verdict: "diverged" });
  });

  it("does not apply to other wire formats", () => {
    const [left, right] = [
      { role: "user", content: "a", id: "1" },
      { id: "2", role: "user", content: "a" },
    ];
    expect(judged("openai-chat", chat(left), chat(right))).toMatchObject({ verdict: "diverged" });
  });

  it("can be part of the smallest set together with others", () => {
    const marked = { ...part, prompt_cache_breakpoint: { mode: "explicit" } };
    const parent = responses({ ...said, content: [marked] }, text("a"));
    const child = responses({ ...said, id: "m2" }, text([{ type: "input_text", text: "a" }]), text("b"));
    expect(judged("openai-responses", parent, child)).toMatchObject({
      verdict: "rendered-identical",
      normalisations: ["cache_control", "string-as-text-block", "item-id-and-key-order"],
      class: "extension",
    });
  });
});
