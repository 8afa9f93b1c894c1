import { describe, expect, test } from "vitest";
import { captureCacheSafeParams } from "../../../src/cache-safe/capture-cache-safe-params.ts";
import type { WireName } from "../../../src/wire/wire-format.ts";
import { runFork } from "../support/run-fork.ts";
import { ScriptedClient } from "../support/scripted-client.ts";
import { parentOn } from "../support/wire-parents.ts";

/** What a fork of such a parent notes; nothing is sent. */
async function notesOn(wire: WireName, member: string): Promise<readonly string[]> {
  const { around, history } = parentOn(wire);
  const request = Buffer.from(around(history.join(",")).replace("{", `{${member},`));
  const parent = captureCacheSafeParams({ wire, request, headers: [], answer: null });
  return (await runFork({ parent, llm: new ScriptedClient([], wire), maxTurns: 0 })).notes;
}

describe("a parent whose request forces a tool call", () => {
  test.each([
    ["anthropic-messages", '"tool_choice":{"type":"any"}'],
    ["anthropic-messages", '"tool_choice":{"type":"tool","name":"Read"}'],
    ["openai-chat", '"tool_choice":"required"'],
    ["openai-chat", '"tool_choice":{"type":"function","function":{"name":"Read"}}'],
    ["openai-chat", '"tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"required","tools":[]}}'],
    ["openai-responses", '"tool_choice":"required"'],
    ["openai-responses", '"tool_choice":{"type":"custom","name":"exec"}'],
    ["openai-responses", '"tool_choice":{"type":"allowed_tools","mode":"required","tools":[]}'],
    ["gemini-generate", '"toolConfig":{"functionCallingConfig":{"mode":"ANY"}}'],
  ] as const)("on %s by %s forces it on the fork, which declares it in a note", async (wire, member) => {
    expect(await notesOn(wire, member)).toEqual([expect.stringContaining("demands a call")]);
  });

  test.each([
    ["anthropic-messages", '"tool_choice":{"type":"auto"}'],
    ["anthropic-messages", '"tool_choice":{"type":"none"}'],
    ["openai-chat", '"tool_choice":"auto"'],
    ["openai-chat", '"tool_choice":null'],
    ["openai-chat", '"tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"auto","tools":[]}}'],
    ["openai-responses", '"tool_choice":"none"'],
    ["openai-responses", '"tool_choice":{"type":"allowed_tools","mode":"auto","tools":[]}'],
    ["gemini-generate", '"toolConfig":{"functionCallingConfig":{"mode":"AUTO"}}'],
    ["gemini-generate", '"toolConfig":{"retrievalConfig":{"languageCode":"en"}}'],
  ] as const)("is not assumed on %s by %s", async (wire, member) => {
    expect(await notesOn(wire, member)).toEqual([]);
  });
});
