import { describe, expect, test } from "vitest";
import { DefaultForkSubagent } from "../../../src/fork/default-fork-subagent.ts";
import type { ForkResult } from "../../../src/fork/fork-result.ts";
import { clientFor } from "../../../src/providers/client-for.ts";
import { hideCredentials } from "../../../src/providers/transport/hide-credentials.ts";
import type { WireName } from "../../../src/wire/wire-format.ts";
import { capture } from "../support/parents.ts";
import { echo } from "../support/run-fork.ts";
import { jsonReply, ScriptedProvider, streamReply, type Reply } from "../support/scripted-provider.ts";
import { captureOn, parentOn } from "../support/wire-parents.ts";

const own = "own-secret-of-the-client";
/** Somebody else's, such as a gateway's own towards the provider. Put together here, or a scan of this file finds it. */
const foreign = ["sk", "ant", "api03", "Zk4".repeat(16)].join("-");
const message = `upstream refused ${foreign}, and ${own} too`;

async function stopOf(wire: WireName, reply: Reply): Promise<ForkResult["stop"]> {
  await using provider = await ScriptedProvider.start([reply]);
  const version = wire.startsWith("openai") ? "/v1" : "";
  const options = { apiKey: own, baseUrl: provider.baseUrl + version, maxRetries: 0, model: "gemini-2.5-pro" };
  const handle = await new DefaultForkSubagent().fork({
    parent: wire === "anthropic-messages" ? capture() : captureOn(parentOn(wire)),
    llm: clientFor(wire, options),
    tools: echo,
    directive: "Tidy up.",
    label: "x",
    maxTurns: 1,
    timeoutMs: null,
  });
  const result = await handle.takeCompletion();
  if (result === null) throw new Error("no completion");
  return result.stop;
}

const masked = { cause: "error", error: { error: { message: "upstream refused ***, and *** too" } } };

describe("credentials are masked in a provider's messages", () => {
  test.each<WireName>(["anthropic-messages", "openai-chat", "openai-responses", "gemini-generate"])(
    "in a refusal on %s",
    async (wire) => {
      const refusal = JSON.stringify({ type: "error", error: { type: "invalid_request_error", message } });
      const stop = await stopOf(wire, jsonReply(refusal, { status: 400 }));
      expect(JSON.stringify(stop)).toContain("upstream refused ***, and *** too");
      expect(JSON.stringify(stop)).not.toContain("Zk4");
    },
  );

  test.each<[WireName, object]>([
    ["anthropic-messages", { type: "error", error: { type: "api_error", message } }],
    ["openai-chat", { error: { type: "server_error", message } }],
    ["openai-responses", { type: "error", code: "server_error", message }],
    ["gemini-generate", { error: { status: "INTERNAL", message } }],
  ])("in an error inside a stream on %s", async (wire, event) => {
    expect(await stopOf(wire, streamReply([`data: ${JSON.stringify(event)}\n\n`]))).toMatchObject(masked);
  });

  test.each([
    [`key sk-proj-${"aB3_".repeat(10)}.`, "key ***."],
    [`https://x.test/v1?key=AIza${"0aB".repeat(12)}&alt=sse`, "https://x.test/v1?key=***&alt=sse"],
    [`Authorization: Bearer ${"t0k.".repeat(8)}`, "Authorization: Bearer ***"],
    [`id AKIA${"0Z".repeat(8)} is unknown`, "id *** is unknown"],
    [`eyJ${"hbGc".repeat(5)}.eyJ${"zdWI".repeat(5)}.${"s1g_".repeat(5)}`, "***"],
    [`x-api-key: ${"9f8e7d6c".repeat(4)}`, "x-api-key: ***"],
    [`{"api_key":"${"9f8e7d6c".repeat(4)}"}`, '{"api_key":"***"}'],
    [`https://user:pa55word9@proxy.test/`, "https://user:***@proxy.test/"],
  ])("in any known shape: %s", (text, hidden) => {
    expect(hideCredentials(text)).toBe(hidden);
  });

  test.each([
    "Incorrect API key provided: sk-your-key-here. Find yours on your account page.",
    "messages.0.content.1: tool_use ids need a result: toolu_01AbCdEfGhIjKlMnOpQrStUv",
    "request req_011CSHoEeqs5C35K2UUqR7Fy took 20250514 tokens, model claude-opus-4-20250514",
    "max_tokens: 200000 > 8192, which is the most for this model",
    "Bearer authentication is needed for this endpoint",
  ])("but other text stays: %s", (text) => {
    expect(hideCredentials(text)).toBe(text);
  });
});
