import { describe, expect, it, test } from "vitest";
import type { Judgement } from "../../harness/kernel/judgement.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { messagesExchange } from "../support/messages-body.ts";

const LONG = "Name the file and the line for each remark, and say why it matters. ".repeat(120);

type Message = { readonly role: string; readonly content: unknown };

const marked = (text: string): object => ({ type: "text", text, cache_control: { type: "ephemeral" } });
const say = (...content: readonly unknown[]): Message => ({ role: "user", content });

function body(messages: readonly (Message | object)[], more: object = {}): string {
  return JSON.stringify({ model: "claude-sonnet-4-5", system: [marked(LONG)], messages, ...more });
}

function judged(parent: string, child: string, at?: string): Judgement {
  const sent = (text: string, id: string, startedAtMs: number) => ({
    ...messagesExchange(text, id),
    startedAtMs,
    firstByteMs: 500,
  });
  return judge({ parent: sent(parent, "1", 0), child: sent(child, "2", 20_000), ...(at === undefined ? {} : { at }) });
}

describe("a fork that shares less than its parent stored", () => {
  const parent = body([say(LONG, "then this"), say(marked("and that"))].map(asBlocks));

  it("reads an earlier entry, and reports its end", () => {
    const child = body([say(LONG), say(marked("go"))].map(asBlocks));
    expect(judged(parent, child, "/messages/0/content/1")).toMatchObject({
      verdict: "byte-identical",
      reusable: "unknown",
      reusableBecause: [
        "nothing was lost, since the parent's entry ends at /messages/1/content/0, behind what the fork shares: only up to /system/0 can be read",
      ],
    });
  });

  it("reads everything that it shares if an entry ends there", () => {
    const child = body([say("another", marked("conversation"))].map(asBlocks));
    expect(judged(parent, child, "/messages/0")).toMatchObject({ reusable: "yes", reusableBecause: [] });
  });

  it("reads nothing if the parent stored only content that the fork left out", () => {
    const plain = { system: LONG };
    const [whole, head] = [
      body([say(LONG), say(marked("b"))].map(asBlocks), plain),
      body([asBlocks(say(LONG))], plain),
    ];
    const rewound = head.replace(
      `"type":"text","text":"Name`,
      `"cache_control":{"type":"ephemeral"},"type":"text","text":"Name`,
    );
    expect(judged(whole, rewound)).toMatchObject({
      class: "shortened",
      reusable: "unknown",
      reusableBecause: [
        "nothing was lost, since the parent's entry ends at /messages/1/content/0, behind what the fork shares, and no earlier one can be read",
      ],
    });
  });
});

describe("equal blocks under another key", () => {
  const chat = (content: unknown, more: object = {}): string =>
    JSON.stringify({
      model: "gpt-5.5",
      tools: [{ type: "function", function: { name: "read" } }],
      messages: [
        { role: "system", content },
        { role: "user", content: "hi" },
      ],
      ...more,
    });
  const onChat = (parent: string, child: string): Judgement => {
    const sent = (text: string, id: string) => ({ ...messagesExchange(text, id), path: "/v1/chat/completions" });
    return judge({ parent: sent(parent, "1"), child: sent(child, "2"), provider: "openai" });
  };

  it("are a note if only the text's wrapping differs, which the reason names", () => {
    const judgement = onChat(chat(LONG), chat([{ type: "text", text: LONG }]));
    expect(judgement).toMatchObject({
      verdict: "rendered-identical",
      reusable: "unknown",
      reusableBecause: [
        "the text at /messages/0/content is wrapped in another way, which openai's key may or may not tell apart",
      ],
      findings: [{ code: "CB310", role: "note", severity: "none" }],
    });
  });

  it.each([
    ["claude-opus-4-8", "yes", [], "none"],
    ["claude-opus-5", "no", [expect.stringContaining("; claude-opus-5 tells them apart")], "medium"],
    ["claude-fable-5-1", "no", [expect.stringContaining("; claude-fable-5-1 tells them apart")], "medium"],
  ])("follow the key of %s for a string in place of a text block", (model, reusable, because, severity) => {
    const apart = severity === "none" ? "" : `; ${model} tells them apart`;
    const block = (text: string): object[] => [{ type: "text", text }];
    const called = { role: "assistant", content: [{ type: "tool_use", id: "t", name: "read", input: {} }] };
    const request = (system: unknown, first: unknown, answer: unknown): string => {
      const result = { type: "tool_result", tool_use_id: "t", content: answer };
      const last = { role: "user", content: [result, marked("go")] };
      return body([{ role: "user", content: first }, called, last], { model, system });
    };
    const parent = request(LONG, LONG, "done");
    for (const [child, code, pointer] of [
      [request(block(LONG), LONG, "done"), "CB310", "/system"],
      [request(LONG, block(LONG), "done"), "CB408", "/messages/0/content"],
      [request(LONG, LONG, block("done")), "CB408", "/messages/2/content/0"],
    ] as const) {
      expect(judged(parent, child)).toMatchObject({
        verdict: "rendered-identical",
        normalisations: ["string-as-text-block"],
        reusable,
        reusableBecause: because,
        findings: [
          {
            code,
            role: reusable === "no" ? "cause" : "note",
            severity,
            pointer,
            observed: `the same text is a string in the parent and a text block in the fork${apart}`,
          },
        ],
      });
    }
  });

  it("have a setting in the key as the one cause", () => {
    const turn = [asBlocks(say(marked("hi")))];
    const tools = { tools: [{ name: "read", input_schema: { type: "object" } }] };
    const judgement = judged(body(turn, tools), body(turn, { ...tools, speed: "fast" }));
    expect(judgement.findings.filter(({ role }) => role === "cause").map(({ code }) => code)).toEqual(["CB106"]);
  });

  it("have an image that only the fork has as a finding", () => {
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } };
    const turn = asBlocks(say(LONG, marked("hi")));
    const child = body([turn, say(image, marked("look"))]);
    expect(judged(body([turn]), child)).toMatchObject({
      verdict: "byte-identical",
      findings: [{ code: "CB109", role: "cause", pointer: "/messages/0/content/0", names: ["image"] }],
      reusableBecause: ["CB109: only the fork has an image"],
    });
  });
});

function asBlocks({ role, content }: Message): Message {
  const blocks = Array.isArray(content) ? content : [content];
  return {
    role,
    content: blocks.map((each: unknown) => (typeof each === "string" ? { type: "text", text: each } : each)),
  };
}

describe("a parent that failed", () => {
  const parent = body([say(marked(LONG))]);
  const child = body([say(marked(LONG)), { role: "assistant", content: "yes" }, say(marked("go"))]);
  const after = (status: number, text: string, usage?: Readonly<Record<string, number>>): Judgement => {
    const sent = (said: string, id: string, startedAtMs: number) => ({ ...messagesExchange(said, id), startedAtMs });
    const contentType = text.startsWith("{") ? "application/json" : "text/event-stream";
    const response = { status, contentType, body: Buffer.from(text), usageIsReal: true };
    const answer = { status: 200, contentType: "application/json", body: Buffer.from("{}"), usageIsReal: true };
    return judge({
      parent: { ...sent(parent, "1", 0), firstByteMs: 500, response },
      child: { ...sent(child, "2", 20_000), ...(usage === undefined ? {} : { response: answer, usage }) },
    });
  };
  const refusal = (type: string): string => JSON.stringify({ type: "error", error: { type, message: "no" } });

  it.each([
    [400, refusal("invalid_request_error"), "400 invalid_request_error"],
    [529, refusal("overloaded_error"), "529 overloaded_error"],
    [200, `event: error\ndata: ${refusal("overloaded_error")}\n\n`, "200 overloaded_error"],
  ])("stored nothing with status %i", (status, text, told) => {
    expect(after(status, text)).toMatchObject({
      reusable: "unknown",
      reusableBecause: [
        `nothing was lost, since the parent failed (${told}) before an answer began: nothing of it was stored`,
      ],
    });
  });

  it("stored its prompt if the answer broke off after its first byte", () => {
    const begun = `event: message_start\ndata: {"type":"message_start"}\n\nevent: error\ndata: ${refusal("overloaded_error")}\n\n`;
    expect(after(200, begun)).toMatchObject({ reusable: "yes" });
  });

  it("does not prevent a read if the counters show that another request had stored the same", () => {
    const usage = { input_tokens: 3, output_tokens: 3, cache_read_input_tokens: 9_000, cache_creation_input_tokens: 9 };
    expect(after(529, refusal("overloaded_error"), usage)).toMatchObject({ reusable: "yes" });
  });
});

describe("a setting that is part of the provider's key", () => {
  const parent = body([say(marked(LONG))]);
  it.each([
    ["context_management", { edits: [{ type: "clear_tool_uses_20250919" }] }],
    ["mcp_servers", [{ type: "url", name: "docs", url: "https://docs.invalid/mcp" }]],
  ])("makes reusable no with its cause: %s", (name, value) => {
    const child = body([say(marked(LONG)), { role: "assistant", content: "yes" }, say(marked("go"))], {
      [name]: value,
    });
    const { reusable, findings } = judged(parent, child);
    expect({
      reusable,
      causes: findings.filter(({ role }) => role === "cause").map(({ code, names }) => [code, names]),
    }).toEqual({
      reusable: "no",
      causes: [["CB109", [name]]],
    });
  });
});

it("the cost of a cause is unknown, not nothing, if the model's key cannot show it", () => {
  const text = LONG.repeat(4);
  const request = (parts: unknown, ...more: readonly object[]): string =>
    JSON.stringify({ contents: [{ role: "user", parts }, ...more] });
  const path = "/v1beta/models/gemini-2.5-pro:generateContent";
  const { reusable, findings, breakCost } = judge({
    parent: { ...messagesExchange(request({ text }), "1"), path },
    child: { ...messagesExchange(request([{ text }], { role: "user", parts: [{ text: "go" }] }), "2"), path },
  });
  expect({ reusable, code: findings[0]?.code, breakCost }).toEqual({ reusable: "no", code: "CB420", breakCost: null });
});

it.each([
  ["a message's members", { role: "user", content: "a" }, { content: "a", role: "user" }],
  [
    "a text block's members",
    { role: "user", content: [{ type: "text", text: "a" }] },
    { role: "user", content: [{ text: "a", type: "text" }] },
  ],
])("the cache model and the verdict both depend on the order of %s", (_, message, otherwise) => {
  const [parent, child] = [message, otherwise].map((first) => body([{ ...first }, say(marked("go"))]));
  const { findings, breakCost } = judged(parent ?? "", child ?? "");
  expect(findings).toMatchObject([{ code: "CB420", role: "cause" }]);
  // The cost of a break is the difference of two predictions; a model that ignores order would see no difference.
  expect(breakCost).toMatchObject({ lostTokens: expect.any(Number) });
});

test("a parent with a breakpoint only in its system prompt stored no more, even if the fork marks its end", () => {
  const history = [say(LONG), { role: "assistant", content: "done" }];
  expect(judged(body(history), body([...history, say(marked("go"))]))).toMatchObject({
    findings: [],
    reusable: "yes",
    reusableBecause: ["the parent stored no more than up to /system/0: what is shared behind that was not marked"],
  });
});
