import { expect, test } from "vitest";
import { parseLayout } from "../../harness/wires/openai-chat/parse-layout.ts";
import { guessProvider } from "../../harness/verdict/guess-provider.ts";
import { wireExchange } from "../support/wire-bodies.ts";
import { askWire, type Json } from "../mock/ask-wire.ts";

const model = "llama-3.3-70b";
const messages = [
  { role: "system", content: "You look after a small shop in the harbour. ".repeat(60) },
  { role: "user", content: "Hello." },
];

test("Cerebras' cache rules judge a request to Cerebras' host", () => {
  const body = JSON.stringify({ model, messages });
  const exchange = { ...wireExchange("openai-chat", body, "1"), host: "api.cerebras.ai" };
  expect(guessProvider(exchange, parseLayout(Buffer.from(body)))).toBe("cerebras");
  expect(guessProvider({ ...exchange, host: "localhost" }, parseLayout(Buffer.from(body)))).toBeNull();
});

test("the mocked Cerebras reads whole blocks of 128 and reports only reads", async () => {
  const { ask } = askWire({ fork: [{ text: "One." }, { text: "Two." }] });
  const headers = { authorization: "Bearer k", "x-forkproof-lane": "fork", "x-forkproof-provider": "cerebras" };
  await ask("/v1/chat/completions", { model, messages }, headers);
  const { json } = await ask("/v1/chat/completions", { model, messages }, headers);
  const usage = json["usage"] as Json;
  const total = Number(usage["prompt_tokens"]);
  expect(total).toBeGreaterThan(256);
  expect(usage["prompt_tokens_details"]).toEqual({ cached_tokens: total - (total % 128) });
});
