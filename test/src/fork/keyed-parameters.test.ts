import { describe, expect, test } from "vitest";
import { playPair } from "../../../harness/cache-model/play-pair.ts";
import { readRequest } from "../../../harness/verdict/read-request.ts";
import { captureCacheSafeParams } from "../../../src/cache-safe/capture-cache-safe-params.ts";
import type { ForkOverrides, ForkParams } from "../../../src/fork/params/fork-params.ts";
import { wireFormats } from "../../../src/wire/wire-formats.ts";
import type { WireName } from "../../../src/wire/wire-format.ts";
import { wireExchange } from "../../support/wire-bodies.ts";
import { runFork } from "../support/run-fork.ts";
import { fails, ScriptedClient } from "../support/scripted-client.ts";
import { parentOn } from "../support/wire-parents.ts";

type Case = { readonly wire: WireName; readonly provider: string; readonly model: string };

const cases: readonly Case[] = [
  { wire: "anthropic-messages", provider: "anthropic", model: "claude-sonnet-4-5" },
  { wire: "anthropic-messages", provider: "anthropic", model: "claude-opus-5" },
  { wire: "openai-chat", provider: "openai", model: "gpt-5.6" },
  { wire: "openai-responses", provider: "openai", model: "gpt-6-sol" },
  { wire: "openai-chat", provider: "openai", model: "gpt-5.5" },
  { wire: "openai-responses", provider: "openai", model: "gpt-5.1" },
  { wire: "openai-chat", provider: "deepseek", model: "deepseek-chat" },
  { wire: "gemini-generate", provider: "gemini", model: "gemini-3-pro" },
];

const forced: Readonly<Record<WireName, string | Readonly<Record<string, unknown>>>> = {
  "anthropic-messages": { type: "tool", name: "Read" },
  "openai-chat": { type: "function", function: { name: "Read" } },
  "openai-responses": "required",
  "gemini-generate": { functionCallingConfig: { mode: "ANY" } },
};
const forbidden: Readonly<Record<WireName, string | Readonly<Record<string, unknown>>>> = {
  "anthropic-messages": { type: "none" },
  "openai-chat": "none",
  "openai-responses": "none",
  "gemini-generate": { functionCallingConfig: { mode: "NONE" } },
};
const usual: typeof forbidden = {
  "anthropic-messages": { type: "auto" },
  "openai-chat": "auto",
  "openai-responses": "auto",
  "gemini-generate": { functionCallingConfig: { mode: "AUTO" } },
};
const format: Readonly<Record<WireName, Readonly<Record<string, unknown>>>> = {
  "anthropic-messages": { type: "json_schema", schema: { type: "object" } },
  "openai-chat": { type: "json_object" },
  "openai-responses": { type: "json_object" },
  "gemini-generate": { responseMimeType: "application/json" },
};

const kinds: readonly (readonly [name: string, overrideOn: (wire: WireName) => ForkOverrides])[] = [
  ["temperature", () => ({ temperature: 0 })],
  ["stop sequences", (wire) => (wireFormats[wire].members.stopSequences === null ? {} : { stopSequences: ["END"] })],
  ["forced tool choice", (wire) => ({ toolChoice: forced[wire] })],
  ["tool choice that forbids calls", (wire) => ({ toolChoice: forbidden[wire] })],
  ["tool choice that is the default", (wire) => ({ toolChoice: usual[wire] })],
  ["response format", (wire) => ({ responseFormat: format[wire] })],
];

function parentOf({ wire, model }: Case): string {
  const { around, history } = parentOn(wire);
  return around(history.join(",")).replace('"model":"m"', `"model":"${model}"`);
}

/** The first request of a fork, or the refusal before it. */
async function firstRequest(on: Case, overrides: ForkOverrides): Promise<string | Error> {
  const { wire, model } = on;
  const llm = new ScriptedClient([fails({ kind: "connection", message: "refused" })], wire);
  const parent = captureCacheSafeParams({ request: parentOf(on), headers: [], answer: null, wire, model });
  const params: Pick<ForkParams, "parent" | "llm" | "overrides"> = { parent, llm, overrides };
  const fault: unknown = await runFork(params).catch((refusal: unknown) => refusal);
  if (fault instanceof Error) return fault;
  return llm.bodies[0] ?? new Error("nothing was sent");
}

/** How many of the parent's blocks the fork's key covers by the harness's cache model, and how many there are. */
function covered(on: Case, child: string): { readonly shared: number; readonly all: number } {
  const exchanges = [parentOf(on), child].map((body, at) => wireExchange(on.wire, body, String(at + 1)));
  const [parent, fork] = exchanges.map((exchange) => {
    const read = readRequest(exchange);
    if (read === null) throw new Error("the request cannot be read");
    return { layout: read.layout, model: on.model, startedAtMs: null, firstByteMs: null, path: exchange.path };
  });
  if (parent === undefined || fork === undefined) throw new Error("two requests were due");
  const play = playPair(on.provider, parent, fork);
  if (play === null) throw new Error(`no cache of ${on.provider} is modelled`);
  return { shared: play.shared, all: play.stored.links.length };
}

describe.each(cases)("on $wire with $model", (on) => {
  test.each(kinds)(
    "an override of the %s asks for expectBreak where the cache model loses the prefix",
    async (_, overrideOn) => {
      const override = overrideOn(on.wire);
      const sent = await firstRequest(on, { ...override, expectBreak: { reason: "the test wants it" } });
      if (sent instanceof Error) throw sent;
      const { shared, all } = covered(on, sent);
      const asked = await firstRequest(on, override);
      const isRefused = asked instanceof Error;
      expect({ isRefused, loses: shared < all, said: isRefused ? asked.message.split(":")[0] : "sent" }).toEqual({
        isRefused: shared < all,
        loses: shared < all,
        said: shared < all ? `overrides.${Object.keys(override)[0]}` : "sent",
      });
      const everything = "the fork would read nothing";
      if (isRefused) expect(asked.message.includes(everything)).toBe(shared === 0);
    },
  );
});

test.each([
  [{ temperature: "hot" }, 'overrides.temperature: the text "hot" is not a temperature; give a number'],
  [{ stopSequences: [] }, "overrides.stopSequences: a list is not a list of texts"],
  [{ toolChoice: 1 }, "overrides.toolChoice: 1 is not a tool choice as the wire writes it"],
  [{ responseFormat: "json" }, 'overrides.responseFormat: the text "json" is not a format'],
])("an override of another shape is refused: %o", async (wrong, said) => {
  const overrides: ForkOverrides = Object.assign({}, wrong as never);
  await expect(runFork({ llm: new ScriptedClient([]), overrides })).rejects.toThrow(said);
});

test("stop sequences are refused on Responses, which does not take them", async () => {
  const on = { wire: "openai-responses", provider: "openai", model: "gpt-5.1" } as const;
  expect(String(await firstRequest(on, { stopSequences: ["END"] }))).toContain("openai-responses does not take stop");
});
