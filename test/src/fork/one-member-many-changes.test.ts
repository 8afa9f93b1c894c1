import { describe, expect, test } from "vitest";
import { captureCacheSafeParams } from "../../../src/cache-safe/capture-cache-safe-params.ts";
import type { ForkOverrides } from "../../../src/fork/params/fork-params.ts";
import type { WireName } from "../../../src/wire/wire-format.ts";
import { runFork } from "../support/run-fork.ts";
import { says, ScriptedClient } from "../support/scripted-client.ts";

const expectBreak = { reason: "a trial" };

async function bodyOf(wire: WireName, request: string, overrides: ForkOverrides): Promise<string> {
  const llm = new ScriptedClient([says({ blocks: [{ text: "Done." }] })], wire);
  const parent = captureCacheSafeParams({ wire, request: Buffer.from(request), headers: [], answer: null, model: "m" });
  await runFork({ llm, parent, overrides });
  return llm.bodies[0] ?? "";
}

describe("all changes inside one member are made, and the rest of it stays", () => {
  const contents = '"contents":[{"role":"user","parts":[{"text":"Hi"}]}]';
  test.each<[string, WireName, string, ForkOverrides, string]>([
    [
      "Gemini's configuration",
      "gemini-generate",
      `{${contents},"generationConfig":{ "temperature":1.0, "maxOutputTokens":9,"2":1e2 }}`,
      { maxTokens: 64, effort: "low", expectBreak },
      '"generationConfig":{ "temperature":1.0, "maxOutputTokens":64,"2":1e2,"thinkingConfig":{"thinkingLevel":"low"} }',
    ],
    [
      "where it is missing",
      "gemini-generate",
      `{${contents}}`,
      { maxTokens: 64, thinking: { includeThoughts: true }, effort: "low", expectBreak },
      '"generationConfig":{"maxOutputTokens":64,"thinkingConfig":{"includeThoughts":true,"thinkingLevel":"low"}}',
    ],
    [
      "Gemini asked for more answers than one",
      "gemini-generate",
      `{${contents},"generationConfig":{"candidateCount":2,"temperature":1.0}}`,
      { maxTokens: 64 },
      '"generationConfig":{"candidateCount":1,"temperature":1.0,"maxOutputTokens":64}',
    ],
    [
      "which it is not by an override",
      "gemini-generate",
      `{"generationConfig":{"temperature":1.0, "candidateCount": 3},${contents.replace("]}]", "]}]")}}`,
      {},
      '{"generationConfig":{"temperature":1.0, "candidateCount": 1},',
    ],
    [
      "the reasoning of Responses",
      "openai-responses",
      '{"model":"m","input":[{"role":"user","content":"Hi"}],"reasoning":{"effort":"high"}}',
      { thinking: { summary: "auto" }, effort: "low", expectBreak },
      '"reasoning":{"summary":"auto","effort":"low"}',
    ],
  ])("for %s", async (_, wire, request, overrides, member) => {
    const body = await bodyOf(wire, request, overrides);
    expect(body).toContain(member);
    expect(() => JSON.parse(body)).not.toThrow();
  });
});
