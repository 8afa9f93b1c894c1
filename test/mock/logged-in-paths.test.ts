import { describe, expect, test } from "vitest";
import { askWire, type Json } from "./ask-wire.ts";

const PROSE = "The harbour office keeps a book of every ship that came in. ".repeat(200);
const bearer = { authorization: "Bearer a-token", "x-forkproof-lane": "fork" };

describe("Claude at Vertex", () => {
  const models = "/v1/projects/p/locations/global/publishers/anthropic/models";
  const path = `${models}/claude-sonnet-4-5@20250929`;
  const body = {
    anthropic_version: "vertex-2023-10-16",
    max_tokens: 64,
    system: [{ type: "text", text: PROSE, cache_control: { type: "ephemeral" } }],
    messages: [{ role: "user", content: "Hello." }],
  };

  test("is answered as Messages by rawPredict, streamed by streamRawPredict, and reads what it has stored", async () => {
    const { ask } = askWire([{ text: "Fine." }, { text: "Fine." }]);
    const first = await ask(`${path}:rawPredict`, body, bearer);
    expect(first.json).toMatchObject({ type: "message", content: [{ type: "text", text: "Fine." }] });
    const { events } = await ask(`${path}:streamRawPredict`, { ...body, stream: true }, bearer);
    expect(events.map(({ type }) => type)).toContain("message_stop");
    const { cache_creation_input_tokens: stored } = first.json["usage"] as Json;
    expect(events[0]).toMatchObject({ message: { usage: { cache_read_input_tokens: stored } } });
    expect(Number(stored)).toBeGreaterThan(1024);
  });

  test("counts tokens, and refuses a body without a version and a caller without a token", async () => {
    const { ask } = askWire();
    const { max_tokens: _, ...prompt } = body;
    const counted = await ask(`${models}/count-tokens:rawPredict`, { ...prompt, model: "claude-sonnet-4-5" }, bearer);
    expect(counted.json).toEqual({ input_tokens: expect.any(Number) });
    const unversioned = await ask(`${path}:rawPredict`, { ...body, anthropic_version: undefined }, bearer);
    expect([unversioned.status, unversioned.json["error"]]).toEqual([
      400,
      { type: "invalid_request_error", message: "anthropic_version: Field required" },
    ]);
    expect((await ask(`${path}:rawPredict`, body, { authorization: "" })).status).toBe(401);
  });
});

describe("Google's Code Assist", () => {
  const request = {
    contents: [{ role: "user", parts: [{ text: "Hello." }] }],
    systemInstruction: { role: "user", parts: [{ text: PROSE.repeat(3) }] },
    session_id: "a-session",
  };
  const body = { model: "gemini-2.5-pro", project: "p", user_prompt_id: "u", request };

  test("answers the request that is wrapped, and puts each answer and each chunk under `response`", async () => {
    const { ask } = askWire([{ text: "Fine." }, { text: "Fine." }]);
    const { json } = await ask("/v1internal:generateContent", body, bearer);
    expect(json).toMatchObject({ response: { candidates: [{ content: { parts: [{ text: "Fine." }] } }] } });
    const { events } = await ask("/v1internal:streamGenerateContent?alt=sse", body, bearer);
    expect(events.length).toBeGreaterThan(0);
    for (const event of events) expect(Object.keys(event)).toEqual(["response"]);
    const said = events.flatMap(({ response }) => (response as { candidates: Json[] }).candidates);
    expect(said.at(-1)).toMatchObject({ finishReason: "STOP" });
    const stored = expect.toSatisfy((read) => Number(read) > 1024);
    expect(events.at(-1)).toMatchObject({ response: { usageMetadata: { cachedContentTokenCount: stored } } });
  });

  test("counts tokens, lets a login begin, and refuses a body without a request", async () => {
    const { ask } = askWire();
    const counted = { request: { model: "models/gemini-2.5-pro", contents: request.contents } };
    expect((await ask("/v1internal:countTokens", counted, bearer)).json).toMatchObject({
      totalTokens: expect.any(Number),
    });
    const login = await ask("/v1internal:loadCodeAssist", { metadata: {} }, bearer);
    expect(login.json).toMatchObject({ currentTier: { id: "standard-tier" }, cloudaicompanionProject: "mocked" });
    const refused = await ask("/v1internal:generateContent", { model: "gemini-2.5-pro" }, bearer);
    expect([refused.status, refused.json["error"]]).toMatchObject([400, { status: "INVALID_ARGUMENT" }]);
  });
});
