import { describe, expect, test } from "vitest";
import { captureCacheSafeParams, clientFor, type CacheSafeParams, type WireName } from "../../../src/index.ts";
import { runFork } from "../support/run-fork.ts";
import { fails, ScriptedClient } from "../support/scripted-client.ts";
import { ScriptedProvider } from "../support/scripted-provider.ts";
import { parentOn } from "../support/wire-parents.ts";

const wires = ["anthropic-messages", "openai-chat", "openai-responses", "gemini-generate"] as const;

function parentOf(wire: WireName): CacheSafeParams {
  const { around, history } = parentOn(wire);
  return captureCacheSafeParams({ wire, request: around(history.join(",")), headers: [], answer: null, model: "m" });
}

describe("a client's wire format is checked before anything is sent", () => {
  const pairs = wires.flatMap((speaks) => wires.filter((is) => is !== speaks).map((is) => [speaks, is] as const));
  test.each(pairs)("and a client of %s is refused for a parent of %s", async (speaks, is) => {
    await using provider = await ScriptedProvider.start([]);
    const llm = clientFor(speaks, { apiKey: "k", baseUrl: provider.baseUrl, model: "m" });
    const refused = runFork({ llm, parent: parentOf(is) });
    await expect(refused).rejects.toMatchObject({ name: "ForkParamsError", parameter: "llm" });
    await expect(refused).rejects.toThrow(
      `this client speaks ${speaks}, and the parent's request is ${is}; pass a client of ${is}`,
    );
    expect(provider.requests).toEqual([]);
  });

  test.each(wires)("and a client of %s is used for its own wire format", async (wire) => {
    const llm = new ScriptedClient([fails({ kind: "connection", message: "refused" })], wire);
    await runFork({ llm, parent: parentOf(wire) });
    expect(llm.requests).toHaveLength(1);
    expect(clientFor(wire, { apiKey: "k", model: "m" }).wire).toBe(wire);
  });

  test.each([undefined, "openai", "constructor", 7])("and a client whose wire is %s is refused", async (wire) => {
    let sent = 0;
    const llm = { wire, send: async () => (sent += 1) };
    await expect(runFork({ llm: llm as never })).rejects.toThrow(
      /^llm: its wire is .*; give the client the member wire/,
    );
    expect(sent).toBe(0);
  });
});
