import { expect, test } from "vitest";
import { askWire, type Json } from "./ask-wire.ts";

const ask25 = "/v1beta/models/gemini-2.5-flash:generateContent";
const asked = (text: string, ...more: readonly Json[]): Json => ({
  systemInstruction: { parts: [{ text }] },
  contents: [{ role: "user", parts: [{ text: "Hello." }] }, ...more],
});

test("a call of Gemini 2.5 has no ID, so the signature of its part shows which call a request answers", async () => {
  const { ask } = askWire({
    fork: [{ call: { Read: { path: "a" } } }, { text: "Read." }],
    "fork[2]": [{ text: "Another." }],
  });
  const headers = { "x-goog-api-key": "k" };
  const first = await ask(ask25, asked("Now: 10:00"), headers);
  const [candidate] = first.json["candidates"] as readonly { readonly content: Json }[];
  const [call] = candidate!.content["parts"] as readonly Json[];
  expect(call).toEqual({ functionCall: { name: "Read", args: { path: "a" } }, thoughtSignature: expect.any(String) });
  const response = { role: "user", parts: [{ functionResponse: { name: "Read", response: { output: "b" } } }] };
  const second = await ask(ask25, asked("Now: 10:01", { role: "model", parts: [call] }, response), headers);
  expect(JSON.stringify(second.json["candidates"])).toContain('"Read."');
});
