import { describe, expect, test } from "vitest";
import { askWire, type Json } from "./ask-wire.ts";

const PROSE = "The harbour office keeps a book of every ship that came in. ".repeat(200);
const STEPS = ["One.", "Two.", "Three.", "Four."].map((text) => ({ text }));

describe("ChatGPT's backend, which its path selects,", () => {
  const path = "/backend-api/codex/responses";
  const body = { model: "gpt-5.6-sol", instructions: PROSE, input: "Hello." };
  const details = (json: Json): Json => (json["usage"] as Json)["input_tokens_details"] as Json;

  test("caches only by session header, in steps of 128, and never reports a write", async () => {
    const { ask } = askWire({ fork: STEPS });
    const keyed = { authorization: "Bearer k", "x-forkproof-lane": "fork", "session-id": "s" };
    const [without, again] = [await ask(path, body), await ask(path, body)];
    expect([without, again].map(({ json }) => details(json)["cached_tokens"])).toEqual([0, 0]);
    await ask(path, body, keyed);
    const warm = details((await ask(path, body, keyed)).json);
    expect(warm).toEqual({
      cached_tokens: expect.toSatisfy((read) => Number(read) > 1024 && Number(read) % 128 === 0),
      cache_write_tokens: 0,
    });
  });

  test("refuses the public API's cache options", async () => {
    const { ask } = askWire({ fork: STEPS });
    const refused = await ask(path, { ...body, prompt_cache_options: { mode: "explicit" } });
    expect([refused.status, refused.json["error"]]).toMatchObject([400, { param: "prompt_cache_options" }]);
  });
});

describe("a workspace of the mocked provider", () => {
  const body = {
    model: "claude-sonnet-4-6",
    max_tokens: 64,
    messages: [{ role: "user", content: [{ type: "text", text: PROSE, cache_control: { type: "ephemeral" } }] }],
  };
  const sent = (key: string, more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
    "x-api-key": key,
    "anthropic-version": "2023-06-01",
    "x-forkproof-lane": "fork",
    ...more,
  });

  test.each([
    ["a header", sent("k"), sent("k", { "x-forkproof-workspace": "b" })],
    ["a key", sent("k@a"), sent("k@b")],
  ])("is separate if %s names another, which reads nothing", async (_name, home, away) => {
    const { ask } = askWire({ fork: STEPS });
    const read = async (headers: Readonly<Record<string, string>>): Promise<unknown> =>
      ((await ask("/v1/messages", body, headers)).json["usage"] as Json)["cache_read_input_tokens"];
    await read(home);
    expect(await read(away)).toBe(0);
    expect(await read(home)).toBeGreaterThan(1024);
    expect(await read(away)).toBeGreaterThan(1024);
  });

  test("is separate if headers name an organisation or a project, on any wire format", async () => {
    const { ask } = askWire({ fork: STEPS });
    const asked = { model: "gpt-5.6-sol", input: [{ role: "developer", content: PROSE }] };
    const read = async (headers: Readonly<Record<string, string>>): Promise<unknown> => {
      const own = { authorization: "Bearer k", "x-forkproof-lane": "fork", ...headers };
      const usage = (await ask("/v1/responses", asked, own)).json["usage"] as Json;
      return (usage["input_tokens_details"] as Json)["cached_tokens"];
    };
    await read({ "openai-organization": "a" });
    expect(await read({ "openai-organization": "b" })).toBe(0);
    expect(await read({ "openai-organization": "a", "openai-project": "p" })).toBe(0);
    expect(await read({ "openai-organization": "a" })).toBeGreaterThan(1024);
  });
});
