import { expect, test } from "vitest";
import { parseLayout } from "../../harness/wires/openai-chat/parse-layout.ts";
import { guessProvider } from "../../harness/verdict/guess-provider.ts";
import { wireExchange } from "../support/wire-bodies.ts";

test("a provider's host is its own or a subdomain of it, never one with only the same ending", () => {
  const body = '{"model":"some-model","messages":[]}';
  const at = (host: string): string | null =>
    guessProvider({ ...wireExchange("openai-chat", body, "1"), host }, parseLayout(Buffer.from(body)));
  expect(["x.ai", "api.x.ai", "API.X.AI:443"].map(at)).toEqual(["xai", "xai", "xai"]);
  expect(["notx.ai", "max.ai", "x.ai.example.com"].map(at)).toEqual([null, null, null]);
});
