import { describe, expect, test } from "vitest";
import { askWire, type Json } from "./ask-wire.ts";

const GEMINI = "/v1beta/models/gemini-2.5-flash:generateContent";

const asks = { role: "user", parts: [{ text: "Hello." }] };
const contents = (...turns: readonly Json[]): Json => ({ contents: turns });
const calls = (...names: readonly string[]): Json => ({
  role: "model",
  parts: names.map((name) => ({ functionCall: { name, args: {} } })),
});
const responds = (...names: readonly string[]): Json => ({
  role: "user",
  parts: names.map((name) => ({ functionResponse: { name, response: { output: "ok" } } })),
});

type Refusal = readonly [name: string, path: string, body: Json, status: number, error: Json];

const argument = { code: 400, status: "INVALID_ARGUMENT" };

/** Wording: harness/providers/FACTS.md#gemini-explicit, and recorded refusals. */
const refusals: readonly Refusal[] = [
  [
    "an unknown model",
    "/v1beta/models/there-is-none:generateContent",
    contents(asks),
    404,
    { code: 404, status: "NOT_FOUND", message: expect.stringMatching(/^models\/there-is-none is not found/) },
  ],
  ["nothing asked", GEMINI, contents(), 400, argument],
  ["a strange role", GEMINI, contents({ ...asks, role: "robot" }), 400, argument],
  [
    "of two calls one response",
    GEMINI,
    contents(asks, calls("Read", "Bash"), responds("Read")),
    400,
    {
      ...argument,
      message:
        "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
    },
  ],
  ["a call at the end", GEMINI, contents(asks, calls("Read")), 400, argument],
  ["a response without its call", GEMINI, contents(asks, responds("Read")), 400, argument],
  [
    "a resource that is not there",
    GEMINI,
    { ...contents(asks), cachedContent: "cachedContents/x" },
    403,
    { code: 403, status: "PERMISSION_DENIED", message: "CachedContent not found (or permission denied)" },
  ],
];

describe("what Gemini refuses", () => {
  test.each(refusals)("%s", async (_name, path, body, status, error) => {
    const refused = await askWire().ask(path, body);
    expect(refused.status).toBe(status);
    expect(refused.json["error"]).toEqual(expect.objectContaining(error));
  });

  test("a request without a key", async () => {
    expect((await askWire().ask(GEMINI, contents(asks), {})).status).toBe(403);
  });

  test("takes the responses of one turn in two contents", async () => {
    const taken = contents(asks, calls("Read", "Bash"), responds("Read"), responds("Bash"));
    expect(await askWire().ask(GEMINI, taken)).toMatchObject({ status: 200 });
  });
});
