import { expect, test } from "vitest";
import { createVirtualClock } from "../../harness/mock/serve/clock.ts";
import { createMockProvider } from "../../harness/mock/mock-provider.ts";
import { parseScript } from "../../harness/mock/script/parse-script.ts";
import { mockFetch } from "../../harness/mock/serve/via-fetch.ts";

type Json = { readonly [name: string]: unknown };
type JsonResponse = { readonly status: number; readonly json: Json };

const BOOK = "The harbour office keeps a book of every ship that came in. ".repeat(400);
const say = (text: string): Json => ({ role: "user", parts: [{ text }] });
const model = "models/gemini-2.5-flash";
const whole = { model, systemInstruction: { parts: [{ text: BOOK }] }, contents: [say("Read the book.")], ttl: "300s" };

function provider(): {
  readonly send: (method: string, path: string, body?: Json, key?: string, workspace?: string) => Promise<JsonResponse>;
  readonly wait: (ms: number) => void;
} {
  const clock = createVirtualClock();
  const script = parseScript([{ text: "One." }, { text: "Two." }, { text: "Three." }]);
  const sending = createMockProvider({ script, clock }).then(mockFetch);
  return {
    wait: (ms) => clock.advance(ms),
    send: async (method, path, body, key = "k", workspace = "") => {
      const fetch = await sending;
      const response = await fetch(`https://provider.example/v1beta/${path}`, {
        method,
        headers: {
          "x-forkproof-lane": "fork",
          ...(key !== "" && { "x-goog-api-key": key }),
          ...(workspace !== "" && { "x-forkproof-workspace": workspace }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, json: (await response.json()) as Json };
    },
  };
}

const GENERATE = `${model}:generateContent`;
const nameOf = ({ json }: JsonResponse): string => String(json["name"]);
const usageOf = ({ json }: JsonResponse): Json => json["usageMetadata"] as Json;
const errorOf = ({ json }: JsonResponse): Json => json["error"] as Json;

test("each use of a cached content reads exactly its tokens, whatever else the request asks", async () => {
  const { send } = provider();
  const made = await send("POST", "cachedContents", { ...whole, displayName: "the book" });
  const tokens = Number(usageOf(made)["totalTokenCount"]);
  expect(made.json).toMatchObject({
    model,
    displayName: "the book",
    createTime: expect.any(String),
    expireTime: expect.any(String),
  });
  expect(tokens).toBeGreaterThan(4000);
  for (const question of ["Which ship?", "And the day before, which one was the last to come in?"]) {
    const used = await send("POST", GENERATE, { cachedContent: nameOf(made), contents: [say(question)] });
    expect(usageOf(used)).toMatchObject({ cachedContentTokenCount: tokens, serviceTier: "standard" });
    expect(Number(usageOf(used)["promptTokenCount"])).toBeGreaterThan(tokens);
  }
});

test("a cached content is visible only to its own project, and lives as long as its lifetime says", async () => {
  const { send, wait } = provider();
  const made = await send("POST", "cachedContents", whole);
  const name = nameOf(made);
  const ask = { cachedContent: name, contents: [say("Which ship?")] };
  expect((await send("GET", name)).json).toEqual(made.json);
  expect((await send("GET", "cachedContents")).json).toEqual({ cachedContents: [made.json] });
  expect((await send("GET", "cachedContents", undefined, "another")).json).toEqual({ cachedContents: [] });
  const gone = { code: 403, status: "PERMISSION_DENIED", message: "CachedContent not found (or permission denied)" };
  expect(errorOf(await send("GET", name, undefined, "another"))).toEqual(gone);
  wait(299_000);
  expect((await send("PATCH", `${name}?updateMask=ttl`, { ttl: "600s" })).status).toBe(200);
  wait(599_000);
  expect((await send("POST", GENERATE, ask)).status).toBe(200);
  wait(1_000);
  expect(errorOf(await send("POST", GENERATE, ask))).toEqual(gone);
});

test("a workspace that a header or a key names has its own cached contents, whichever of its keys asks", async () => {
  const { send } = provider();
  const gone = { code: 403, status: "PERMISSION_DENIED", message: "CachedContent not found (or permission denied)" };
  const name = nameOf(await send("POST", "cachedContents", whole, "one@team-a"));
  const ask = { cachedContent: name, contents: [say("Which ship?")] };
  const as = async (team: string): Promise<JsonResponse> => send("POST", GENERATE, ask, "one@team-a", team);
  expect((await send("GET", name, undefined, "two@team-a")).status).toBe(200);
  expect((await send("GET", `${name}?key=two@team-a`, undefined, "")).status).toBe(200);
  expect(errorOf(await send("GET", name, undefined, "one@team-b"))).toEqual(gone);
  expect(errorOf(await send("GET", `${name}?key=one@team-b`, undefined, ""))).toEqual(gone);
  expect(errorOf(await send("DELETE", name, undefined, "one@team-b"))).toEqual(gone);
  expect(errorOf(await as("team-b"))).toEqual(gone);
  expect((await as("team-a")).status).toBe(200);
});

test("a deleted cached content is gone, and a use with a system prompt or another model is refused", async () => {
  const { send } = provider();
  const name = nameOf(await send("POST", "cachedContents", whole));
  const ask = { cachedContent: name, contents: [say("Which ship?")] };
  const beside = await send("POST", GENERATE, { ...ask, systemInstruction: { parts: [{ text: "Be brief." }] } });
  expect([beside.status, errorOf(beside)["message"]]).toEqual([
    400,
    expect.stringMatching(/system_instruction, tools/),
  ]);
  expect((await send("POST", "models/gemini-2.5-pro:generateContent", ask)).status).toBe(400);
  expect(await send("DELETE", name)).toEqual({ status: 200, json: {} });
  expect((await send("DELETE", name)).status).toBe(403);
  expect((await send("POST", GENERATE, ask)).status).toBe(403);
});

test("a cached content that is too small is refused with both numbers", async () => {
  const { send } = provider();
  const small = await send("POST", "cachedContents", { model, contents: [say("Hello.")] });
  expect(small.status).toBe(400);
  expect(errorOf(small)["message"]).toMatch(
    /^Cached content is too small\. total_token_count=\d+, min_total_token_count=\d+$/,
  );
});
