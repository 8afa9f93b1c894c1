import { describe, expect, test } from "vitest";
import { captureCacheSafeParams } from "../../../src/cache-safe/capture-cache-safe-params.ts";
import type { CacheSafeParams } from "../../../src/cache-safe/cache-safe-params.ts";
import { capture, listing, parentRequest, question } from "../support/parents.ts";

describe("the snapshot of a parent", () => {
  test("keeps every part as it was sent", () => {
    const params = read(
      '{"model":"m","thinking":{"budget_tokens":1e3},"output_config":{"effort":"low"},"tool_choice":{ "type":"auto" },"system":"be brief","tools":[{"name":"a"}, {"name":"b"}],"messages":[{"role":"user","content":"hi"}]}',
      [
        ["Anthropic-Beta", "one,two"],
        ["X-Api-Key", "sk-secret"],
        ["anthropic-version", "2023-06-01"],
        ["Content-Length", "7"],
      ],
    );
    const text = (spans: readonly { readonly start: number; readonly end: number }[]): readonly string[] =>
      spans.map(({ start, end }) => params.body.bytes.toString("utf8", start, end));
    expect({
      ...params,
      body: null,
      tools: text(params.tools),
      system: text(params.system),
      messages: text(params.messages),
    }).toEqual({
      wire: "anthropic-messages",
      body: null,
      asSent: true,
      headers: [
        ["anthropic-beta", "one,two"],
        ["anthropic-version", "2023-06-01"],
      ],
      model: "m",
      tools: ['{"name":"a"}', '{"name":"b"}'],
      system: ['"be brief"'],
      messages: ['{"role":"user","content":"hi"}'],
      thinking: '{"budget_tokens":1e3}',
      effort: '"low"',
      toolChoice: '{ "type":"auto" }',
      digests: {
        tools: expect.stringMatching(/^[0-9a-f]{64}$/),
        system: expect.stringMatching(/^[0-9a-f]{64}$/),
        messages: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      cacheKeyHash: expect.stringMatching(/^[0-9a-f]{16}$/),
      continuation: { answer: null, openCalls: [] },
    });
  });

  test("has null for each part that the parent did not send", () => {
    const params = read('{"system":null,"messages":[]}');
    expect(params).toMatchObject({
      model: null,
      thinking: null,
      effort: null,
      toolChoice: null,
      tools: [],
      system: [],
    });
    expect(params.digests).toMatchObject({ tools: null, system: null });
  });

  test("is deeply frozen, and no write into the caller's buffer reaches it", () => {
    const request = parentRequest();
    const params = captureCacheSafeParams({ request, headers: [["anthropic-beta", "x"]], answer: null });
    const before = Buffer.from(params.body.bytes);
    request.fill(0);
    expect(params.body.bytes).toEqual(before);
    expect(unfrozen(params)).toEqual([]);
  });
});

describe("the cache key hash", () => {
  const base = '"tools":[{"name":"a"},{"name":"b"}],"system":[{"type":"text","text":"s"}]';
  const hash = (members: string): string => read(`{"model":"m",${members},"messages":[${question}]}`).cacheKeyHash;

  test.each([
    ["another temperature", `${base},"temperature":0.1`],
    ["another max_tokens", `${base},"max_tokens":5`],
    ["a field added elsewhere", `"metadata":{},${base}`],
  ])("does not change with %s", (_, members) => {
    expect(hash(members)).toBe(hash(base));
  });

  test("does not change with the messages", () => {
    expect(capture([question, listing]).cacheKeyHash).toBe(capture([question]).cacheKeyHash);
    expect(capture([question, listing]).digests.messages).not.toBe(capture([question]).digests.messages);
  });

  test.each([
    ["a tool added", base.replace("]", ',{"name":"c"}]')],
    ["tools in another order", '"tools":[{"name":"b"},{"name":"a"}],"system":[{"type":"text","text":"s"}]'],
    ["another spelling", base.replace('"a"', '"\\u0061"')],
    ["a mark on a system block", base.replace('"s"', '"s","cache_control":{"type":"ephemeral"}')],
    ["no tools", '"system":[{"type":"text","text":"s"}]'],
    ["an empty list of tools instead of none", '"tools":[],"system":[{"type":"text","text":"s"}]'],
    ["another model", `"model":"n",${base}`],
  ])("changes with %s", (_, members) => {
    expect(hash(members)).not.toBe(hash(base));
  });

  test("detects a boundary that moves between two blocks", () => {
    const split = (system: string): CacheSafeParams => read(`{"system":${system},"messages":[]}`);
    const one = split('["ab","c"]');
    const other = split('["a","bc"]');
    expect(one.digests.system).not.toBe(other.digests.system);
    expect(one.cacheKeyHash).not.toBe(other.cacheKeyHash);
  });
});

function read(body: string, headers: readonly (readonly [string, string])[] = []): CacheSafeParams {
  return captureCacheSafeParams({ request: Buffer.from(body), headers, answer: null });
}

function unfrozen(value: unknown, path = "params"): readonly string[] {
  if (typeof value !== "object" || value === null || Buffer.isBuffer(value)) return [];
  const below = Object.entries(value).flatMap(([name, child]) => unfrozen(child, `${path}.${name}`));
  return Object.isFrozen(value) ? below : [path, ...below];
}
