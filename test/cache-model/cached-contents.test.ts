import { expect, test } from "vitest";
import {
  CachedContents,
  type ContentResult,
  type ContentUse,
} from "../../harness/cache-model/engines/cached-contents.ts";
import { geminiResourceRules } from "../../harness/cache-model/rules/resource-rules.ts";
import { parseLayout } from "../../harness/wires/gemini-generate/parse-layout.ts";
import type { Layout } from "../../harness/kernel/layout.ts";
import { writtenTokens } from "./cache-session.ts";

type Json = { readonly [name: string]: unknown };

const say = (text: string): Json => ({ role: "user", parts: [{ text }] });
const body = (members: Json): Layout => parseLayout(Buffer.from(JSON.stringify(members)));
const model = "models/gemini-2.5-flash";

function contents(): {
  readonly store: CachedContents;
  readonly create: (tokens: number, more?: Json, nowMs?: number) => ContentResult;
  readonly use: (made: ContentResult, more?: Json, nowMs?: number) => ContentUse;
} {
  const store = new CachedContents(geminiResourceRules, writtenTokens(0));
  return {
    store,
    create: (tokens, more = {}, nowMs = 0) =>
      store.create(body({ model, contents: [say(`the book ${tokens}tok`)], ...more }), nowMs),
    use: (made, more = {}, nowMs = 1000) => {
      const request = { cachedContent: "made" in made ? made.made.name : "?", contents: [say("who? 13tok")], ...more };
      return store.use(body(request), { model: "gemini-2.5-flash", nowMs });
    },
  };
}

function counts(used: ContentUse): unknown {
  return "usage" in used ? [used.usage.total, used.usage.read] : used.fault;
}

test("V81 a resource of 9,609 tokens gives prompt 9,622, cached 9,609, and 9,793 with the answer", () => {
  const { create, use } = contents();
  const used = use(create(9609));
  expect(counts(used)).toEqual([9622, 9609]);
  expect("usage" in used && used.usage.total + 35 + 136).toBe(9793);
});

test("V82 four uses of a resource of 5,770 tokens read 5,770 each", () => {
  const { create, use } = contents();
  const made = create(5770);
  const prompts = [6, 9, 17, 38].map((own) => counts(use(made, { contents: [say(`q ${own}tok`)] })));
  expect(prompts).toEqual([
    [5776, 5770],
    [5779, 5770],
    [5787, 5770],
    [5808, 5770],
  ]);
});

test("V83 a resource of 97 tokens is too short: the 400 names both numbers, and nothing is stored", () => {
  const { create, store } = contents();
  expect(create(97)).toEqual({
    fault: {
      status: 400,
      code: "INVALID_ARGUMENT",
      message: "Cached content is too small. total_token_count=97, min_total_token_count=1024",
    },
  });
  expect(store.storedTokenHours(1e9)).toBe(0);
});

test("V84 a use after expiry gets a 403, as does an unknown name and another project's resource", () => {
  const denied = { status: 403, code: "PERMISSION_DENIED", message: "CachedContent not found (or permission denied)" };
  const { create, use, store } = contents();
  const made = create(5770, { ttl: "300s" });
  expect(counts(use(made, {}, 299_999))).toEqual([5783, 5770]);
  expect(counts(use(made, {}, 300_000))).toEqual(denied);
  expect(counts(use({ fault: { status: 400, code: "INVALID_ARGUMENT", message: "" } }))).toEqual(denied);
  const foreign = store.use(body({ cachedContent: "cachedContents/1", contents: [] }), {
    model,
    nowMs: 1,
    project: "other",
  });
  expect(counts(foreign)).toEqual(denied);
});

test("V85 a use with a system instruction, tools or a tool configuration gets a 400", () => {
  const { create, use } = contents();
  const made = create(5770);
  const own: readonly Json[] = [
    { systemInstruction: { parts: [{ text: "be brief" }] } },
    { tools: [{ functionDeclarations: [{ name: "a" }] }] },
    { toolConfig: { functionCallingConfig: { mode: "ANY" } } },
  ];
  for (const each of own) expect(counts(use(made, each))).toMatchObject({ status: 400, code: "INVALID_ARGUMENT" });
  expect(counts(use(made))).toEqual([5783, 5770]);
});

test("a use with another model is refused; a resource lives an hour by default, and can be prolonged or deleted", () => {
  const { create, store, use } = contents();
  const made = create(4000);
  const request = body({ cachedContent: "cachedContents/1", contents: [] });
  expect(counts(store.use(request, { model: "gemini-2.5-pro", nowMs: 1 }))).toMatchObject({ status: 400 });
  expect(store.get("cachedContents/1", 3_599_999)).not.toBeNull();
  expect(store.get("cachedContents/1", 3_600_000)).toBeNull();
  expect(store.update("cachedContents/1", body({ ttl: "7200s" }), 1_000_000)).toMatchObject({
    made: { expiresMs: 8_200_000, tokens: 4000 },
  });
  expect(counts(use(made, {}, 8_199_999))).toEqual([4013, 4000]);
  expect(store.update("cachedContents/1", body({ ttl: "soon" }), 1_000_000)).toMatchObject({ fault: { status: 400 } });
  expect(store.delete("cachedContents/1", 1_800_000)).toBe(true);
  expect(store.delete("cachedContents/1", 1_800_000)).toBe(false);
});

test("storage is counted in token-hours up to the end of a resource", () => {
  const { create, store } = contents();
  create(4000, { ttl: "1800s" });
  expect(store.storedTokenHours(900_000)).toBe(1000);
  expect(store.storedTokenHours(1e9)).toBe(2000);
  create(3000, { expireTime: "1970-01-01T01:00:00Z" }, 1_800_000);
  expect(store.storedTokenHours(1e9)).toBe(2000 + 1500);
  store.delete("cachedContents/2", 2_700_000);
  expect(store.storedTokenHours(1e9)).toBe(2000 + 750);
});
