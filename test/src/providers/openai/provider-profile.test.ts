import { describe, expect, test } from "vitest";
import { OpenAiClient } from "../../../../src/providers/openai/openai-client.ts";
import { profileOf } from "../../../../src/providers/openai/provider-profile.ts";
import { readChatUsage } from "../../../../src/wire/formats/openai-chat/chat-usage.ts";
import { ScriptedProvider, streamReply } from "../../support/scripted-provider.ts";
import { send } from "../../support/send.ts";
import { chatText } from "../../support/wire-answers.ts";

describe("the base URL selects a provider's profile", () => {
  test.each([
    [undefined, "openai"],
    ["https://api.openai.com/v1", "openai"],
    ["https://dashscope-intl.aliyuncs.com/compatible-mode/v1", "dashscope"],
    ["https://api.deepseek.com/v1", "deepseek"],
    ["https://api.minimax.io/v1", "minimax"],
    ["https://api.moonshot.ai/v1", "moonshot"],
    ["https://api.z.ai/api/paas/v4", "zai"],
    ["https://api.openai.com.evil.example/v1", undefined],
    ["not a url", undefined],
  ])("for %s: %s", (url, name) => {
    expect(profileOf(url)?.name).toBe(name);
  });

  test("which adds its cache headers, overridden by the parent's", async () => {
    await using provider = await ScriptedProvider.start([streamReply(chatText)]);
    const profile = profileOf("https://dashscope.aliyuncs.com/v1") ?? undefined;
    const client = new OpenAiClient({ wire: "openai-chat", apiKey: "k", baseUrl: provider.baseUrl, profile });
    await send(client, { headers: [["session_id", "s1"]] });
    expect(provider.requests[0]?.headers).toMatchObject({ "x-dashscope-cachecontrol": "enable", session_id: "s1" });
  });

  test("and only OpenAI gets OpenAI's key", async () => {
    const fetching = async (): Promise<Response> => {
      throw new Error("nothing may be sent");
    };
    const client = new OpenAiClient({ wire: "openai-chat", baseUrl: "https://api.deepseek.com/v1", fetch: fetching });
    const { outcome } = await send(client);
    expect(outcome).toMatchObject({ kind: "failed", error: { kind: "auth" }, attempts: 0 });
    expect(JSON.stringify(outcome)).toContain("DEEPSEEK_API_KEY");
  });
});

describe("usage on Chat is read", () => {
  test.each([
    [
      "OpenAI",
      { prompt_tokens: 100, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 80 } },
      { prompt: 100, read: 80, write: null, fresh: 20, output: 5 },
    ],
    [
      "OpenAI with writes",
      {
        prompt_tokens: 100,
        completion_tokens: 5,
        prompt_tokens_details: { cached_tokens: 80, cache_write_tokens: 15 },
      },
      { prompt: 100, read: 80, write: 15, fresh: 5, output: 5 },
    ],
    [
      "DashScope",
      {
        prompt_tokens: 100,
        completion_tokens: 5,
        prompt_tokens_details: { cached_tokens: 0, cache_creation_input_tokens: 90 },
      },
      { prompt: 100, read: 0, write: 90, fresh: 10, output: 5 },
    ],
    [
      "DeepSeek",
      { prompt_tokens: 100, completion_tokens: 5, prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 36 },
      { prompt: 100, read: 64, write: null, fresh: 36, output: 5 },
    ],
    [
      "Moonshot",
      { prompt_tokens: 100, completion_tokens: 5, cached_tokens: 64 },
      { prompt: 100, read: 64, write: null, fresh: 36, output: 5 },
    ],
    [
      "Moonshot with writes",
      { prompt_tokens: 100, completion_tokens: 5, cached_tokens: 64, cache_write_tokens: 30 },
      { prompt: 100, read: 64, write: 30, fresh: 6, output: 5 },
    ],
    [
      "nothing of the cache",
      { prompt_tokens: 100, completion_tokens: 5 },
      { prompt: 100, read: null, write: null, fresh: null, output: 5 },
    ],
    ["nothing", null, { prompt: null, read: null, write: null, fresh: null, output: null }],
  ])("from %s", (_, usage, expected) => {
    expect(readChatUsage(usage)).toEqual(expected);
  });
});
