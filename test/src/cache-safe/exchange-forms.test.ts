import { describe, expect, test } from "vitest";
import { captureCacheSafeParams } from "../../../src/cache-safe/capture-cache-safe-params.ts";
import type { CacheSafeParams } from "../../../src/cache-safe/cache-safe-params.ts";
import type { HeadersLike } from "../../../src/cache-safe/parent-exchange.ts";
import type { WireName } from "../../../src/wire/wire-format.ts";
import { parentRequest } from "../support/parents.ts";
import { parentOn } from "../support/wire-parents.ts";

const wires = ["anthropic-messages", "openai-chat", "openai-responses", "gemini-generate"] as const;

function bodyOn(wire: WireName): string {
  const { around, history } = parentOn(wire);
  return around(history.join(","));
}

/** What a caller without a type checker may pass. */
function untyped(value: unknown): never {
  return value as never;
}

describe("the URL selects the wire format, and the model if its path names one", () => {
  test.each<[url: string, wire: WireName, model: string | null]>([
    ["https://api.anthropic.com/v1/messages?beta=true", "anthropic-messages", null],
    ["https://api.deepseek.com/anthropic/v1/messages", "anthropic-messages", null],
    [
      "https://us-east5-aiplatform.googleapis.com/v1/projects/p/locations/us-east5/publishers/anthropic/models/claude-sonnet-4-5@20250929:streamRawPredict",
      "anthropic-messages",
      "claude-sonnet-4-5@20250929",
    ],
    [
      "https://bedrock-runtime.us-east-1.amazonaws.com/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0/invoke-with-response-stream",
      "anthropic-messages",
      "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
    ],
    [
      "https://bedrock-runtime.us-east-1.amazonaws.com/model/openai.gpt-oss-120b-1:0/invoke",
      "openai-chat",
      "openai.gpt-oss-120b-1:0",
    ],
    ["https://api.openai.com/v1/chat/completions", "openai-chat", null],
    [
      "https://x.openai.azure.com/openai/deployments/my-gpt/chat/completions?api-version=2025-04-01",
      "openai-chat",
      "my-gpt",
    ],
    ["https://x.openai.azure.com/openai/v1/responses", "openai-responses", null],
    ["https://chatgpt.com/backend-api/codex/responses", "openai-responses", null],
    [
      "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse&key=secret",
      "gemini-generate",
      "gemini-2.5-pro",
    ],
    [
      "https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/google/models/gemini-3-pro:generateContent",
      "gemini-generate",
      "gemini-3-pro",
    ],
    ["/v1/messages", "anthropic-messages", null],
    ["/v1beta/models/gemini-2.5-flash:generateContent", "gemini-generate", "gemini-2.5-flash"],
  ])("for %s", (url, wire, model) => {
    const request = bodyOn(wire).replace('"model":"m",', "");
    const taken = captureCacheSafeParams({ request, headers: [], answer: null, url });
    expect({ wire: taken.wire, model: taken.model }).toEqual({ wire, model });
    expect(captureCacheSafeParams({ request, headers: [], answer: null, url: new URL(url, "http://h") })).toEqual(
      taken,
    );
  });

  test("but the body's own model takes precedence over the deployment in the path", () => {
    const url = "/openai/deployments/my-gpt/chat/completions";
    expect(captureCacheSafeParams({ request: bodyOn("openai-chat"), headers: [], answer: null, url }).model).toBe("m");
  });

  test("and a gateway's path leaves the choice to the caller", () => {
    const exchange = { request: bodyOn("openai-chat"), headers: [], answer: null, url: "https://gateway.example/llm" };
    expect(captureCacheSafeParams({ ...exchange, wire: "openai-chat" }).wire).toBe("openai-chat");
    expect(() => captureCacheSafeParams(exchange)).toThrow('its URL path "/llm" names no wire format');
  });

  test.each<[given: object, fault: string, message: string]>([
    [
      { url: "/v1/messages", wire: "openai-chat" },
      "wrong-wire",
      'said to be openai-chat, but "/v1/messages" is an endpoint of anthropic-messages',
    ],
    [{ url: "/v1/messages/count_tokens" }, "wrong-wire", "it counts tokens and answers nothing"],
    [{ url: "/model/anthropic.claude/converse-stream" }, "wrong-wire", "it is Bedrock's Converse"],
    [
      { url: "/v1beta/models/gemini-2.5-pro:generateContent", model: "gemini-2.5-flash" },
      "unreadable",
      "its URL names gemini-2.5-pro",
    ],
    [{ url: "http://[" }, "unreadable", "url is no URL"],
    [{ url: 7 }, "unreadable", "url is a number"],
    [{ url: "/v1/other?key=secret" }, "unreadable", 'its URL path "/v1/other" names no wire format'],
  ])("and the contradictory input %j is refused", (given, fault, message) => {
    const take = (): unknown =>
      captureCacheSafeParams(untyped({ request: parentRequest(), headers: [], answer: null, ...given }));
    expect(take).toThrow(expect.objectContaining({ name: "ForkPointError", fault }));
    expect(take).toThrow(message);
    expect(take).not.toThrow("secret");
  });
});

describe("a body of another wire format is refused, with the format that it resembles", () => {
  const pairs = wires.flatMap((said) => wires.filter((is) => is !== said).map((is) => [said, is] as const));
  test.each(pairs)("if it is declared as %s and is %s", (said, is) => {
    const take = (): unknown => captureCacheSafeParams({ request: bodyOn(is), headers: [], answer: null, wire: said });
    expect(take).toThrow(expect.objectContaining({ fault: "wrong-wire", fix: expect.stringContaining(`"${is}"`) }));
    expect(take).toThrow(`the parent's request is not ${said}: it looks like ${is}`);
  });

  test.each<[body: string, looks: string]>([
    ['{"messages":[{"role":"user","content":[{"text":"Hi"}]}],"inferenceConfig":{}}', "Bedrock's Converse"],
    ['{"model":"g","request":{"contents":[]}}', "Gemini Code Assist"],
    ['{"model":"m","messages":[{"role":"developer","content":"x"},{"role":"user","content":"y"}]}', "openai-chat"],
    ['{"model":"m","stream_options":{"include_usage":true},"messages":[{"role":"user","content":"y"}]}', "openai-chat"],
  ])("if it is %s, which resembles %s", (request, looks) => {
    const take = (): unknown => captureCacheSafeParams({ request, headers: [], answer: null });
    expect(take).toThrow(`not anthropic-messages: it looks like ${looks}`);
    expect(take).toThrow(expect.objectContaining({ fault: "wrong-wire" }));
  });

  test.each<[wire: WireName, body: string]>([
    ["anthropic-messages", '{"model":"m","messages":[{"role":"user","content":"Hi"}]}'],
    ["openai-chat", '{"model":"m","messages":[{"role":"user","content":"Hi"}]}'],
    ["openai-chat", '{"thinking":{"type":"enabled"},"messages":[{"role":"user","content":"Hi"}]}'],
    ["anthropic-messages", '{"stream_options":{},"tools":[{"name":"a","input_schema":{}}],"messages":[]}'],
    ["openai-chat", '{"stream_options":{},"tools":[{"name":"a","input_schema":{}}],"messages":[]}'],
  ])("but %s is accepted if the body is ambiguous: %s", (wire, request) => {
    expect(captureCacheSafeParams({ request, headers: [], answer: null, wire }).wire).toBe(wire);
  });
});

describe("the request and the answer may be bytes or text", () => {
  const text = ' {"model":"m","1":1.0,"messages":[{"role":"user","content":"\\u00e9 é 🙂"}]}\n';
  const answer = '{"content":[{"type":"text","text":"Seen ✓."}],"stop_reason":"end_turn"}';
  const take = (request: Uint8Array | string, said: Uint8Array | string | null): CacheSafeParams =>
    captureCacheSafeParams({ request, headers: [], answer: said });

  test("and a text is taken as its UTF-8 bytes, without serialising it again", () => {
    const taken = take(text, answer);
    expect(taken.body.bytes).toEqual(Buffer.from(text, "utf8"));
    expect(taken).toEqual(take(Buffer.from(text), Buffer.from(answer)));
    expect(taken).toEqual(take(new TextEncoder().encode(text), new TextEncoder().encode(answer)));
    expect(taken.asSent).toBe(true);
  });

  test("and a view into a larger buffer is read in place", () => {
    const bytes = Buffer.concat([Buffer.from("xx"), Buffer.from(text), Buffer.from("yy")]);
    const view = new Uint8Array(bytes.buffer, bytes.byteOffset + 2, bytes.length - 4);
    expect(take(view, null)).toEqual(take(text, null));
  });

  test.each(["request", "answer"])("and a %s with a lone surrogate is refused, since it has no UTF-8 bytes", (name) => {
    const lone = text.replace("🙂", "\ud83d");
    expect(() => take(name === "request" ? lone : text, name === "answer" ? lone : null)).toThrow(
      `${name} is a text with a lone surrogate`,
    );
  });
});

describe("headers may be given in every form of clients and servers", () => {
  const taken = [
    ["anthropic-beta", "one, two"],
    ["anthropic-version", "2023-06-01"],
  ];
  test.each<[form: string, headers: HeadersLike]>([
    [
      "pairs",
      [
        ["Anthropic-Beta", "one, two"],
        ["X-Api-Key", "sk"],
        ["anthropic-version", "2023-06-01"],
      ],
    ],
    ["Headers", new Headers({ "Anthropic-Beta": "one, two", "x-api-key": "sk", "anthropic-version": "2023-06-01" })],
    [
      "a Map",
      new Map([
        ["anthropic-beta", "one, two"],
        ["anthropic-version", "2023-06-01"],
      ]),
    ],
    [
      "an object",
      { "Anthropic-Beta": "one, two", "content-length": 7, cookie: undefined, "anthropic-version": "2023-06-01" },
    ],
    ["an object of lists", { "anthropic-beta": ["one", "two"], "anthropic-version": "2023-06-01" }],
    [
      "pairs with a name twice",
      [
        ["anthropic-beta", "one"],
        ["anthropic-version", "2023-06-01"],
        ["Anthropic-Beta", "two"],
      ],
    ],
  ])("as %s", (_, headers) => {
    expect(captureCacheSafeParams({ request: parentRequest(), headers, answer: null }).headers).toEqual(taken);
  });

  test("as Node's flat list of raw headers", () => {
    const headers = untyped(["Anthropic-Beta", "one, two", "anthropic-version", "2023-06-01"]);
    expect(captureCacheSafeParams({ request: parentRequest(), headers, answer: null }).headers).toEqual(taken);
  });

  test.each([
    [undefined, "headers is nothing"],
    ["anthropic-beta: x", "headers is the text"],
    [[["anthropic-beta"]], "headers is a list"],
    [["anthropic-beta"], "headers is a list"],
    [{ "x-api-key": { value: "sk-secret" } }, "the value of the header x-api-key is an object"],
    [[["x-api-key", ["sk-secret"]]], "headers is a list"],
  ])("and %j is refused without showing its values", (headers, message) => {
    const take = (): unknown =>
      captureCacheSafeParams({ request: parentRequest(), headers: untyped(headers), answer: null });
    expect(take).toThrow(message);
    expect(take).not.toThrow("sk-secret");
  });
});
