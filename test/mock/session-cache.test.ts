import { expect, test } from "vitest";
import { askWire, type Json } from "./ask-wire.ts";

const HEAD = "You look after a small shop in the harbour. ".repeat(300);
const KEY = { authorization: "Bearer k", "x-forkproof-lane": "fork" };
const SESSION = { ...KEY, "x-dashscope-session-cache": "enable" };
const STEPS = [{ text: "Open." }, { text: "At nine." }, { text: "Until six." }];

const question = (text: string): Json => ({ role: "user", content: text });
const told = ({ usage }: Json): readonly [total: number, read: number] => {
  const { input_tokens: total, input_tokens_details: details } = usage as Json;
  return [Number(total), Number((details as Json)["cached_tokens"])];
};

test("DashScope's session cache: a request that names the answer before it reads all that was asked", async () => {
  const { ask } = askWire(STEPS);
  const send = async (input: readonly Json[], before?: unknown): Promise<Json> => {
    const body = { model: "qwen3.5-plus", instructions: HEAD, input };
    const named = before === undefined ? body : { ...body, previous_response_id: before };
    return (await ask("/compatible-mode/v1/responses", named, SESSION)).json;
  };
  const first = await send([question("Is it open?")]);
  const second = await send([question("From when?")], first["id"]);
  const third = await send([question("Until when?")], second["id"]);
  expect(told(first)[1]).toBe(0);
  expect(told(first)[0]).toBeGreaterThan(1024);
  // Up to 10 internal tokens are appended and never cached (harness/providers/FACTS.md#dashscope).
  for (const [before, after] of [
    [first, second],
    [second, third],
  ] as const) {
    expect(told(after)[1]).toBeLessThanOrEqual(told(before)[0]);
    expect(told(after)[1]).toBeGreaterThanOrEqual(told(before)[0] - 10);
  }
});

test("a session is stored up to its last block: another question reads nothing of it, as it would without the header", async () => {
  const { ask } = askWire(STEPS);
  const send = async (headers: Readonly<Record<string, string>>, text: string): Promise<number> => {
    const body = { model: "qwen3.5-plus", instructions: HEAD, input: [question(text)] };
    return told((await ask("/compatible-mode/v1/responses", body, headers)).json)[1];
  };
  expect(await send(SESSION, "Is it open?")).toBe(0);
  expect(await send(SESSION, "Who keeps it?")).toBe(0);
  const plain = askWire(STEPS);
  const body = (text: string): Json => ({ model: "qwen3.5-plus", instructions: HEAD, input: [question(text)] });
  await plain.ask("/compatible-mode/v1/responses", body("Is it open?"), KEY);
  const other = await plain.ask("/compatible-mode/v1/responses", body("Who keeps it?"), KEY);
  expect(told(other.json)[1]).toBeGreaterThan(1024);
});

test("a session below 1,024 tokens reads nothing", async () => {
  const { ask } = askWire(STEPS);
  const small = { model: "qwen3.5-plus", input: [question("Is it open?")] };
  const first = await ask("/compatible-mode/v1/responses", small, SESSION);
  const again = { ...small, previous_response_id: first.json["id"] };
  expect(told((await ask("/compatible-mode/v1/responses", again, SESSION)).json)[1]).toBe(0);
});

test("what was said as a plain string is read by whoever goes on from its answer", async () => {
  const { ask } = askWire(STEPS);
  const send = async (change: Json): Promise<Json> =>
    (await ask("/v1/responses", { model: "gpt-5.6-sol", ...change }, KEY)).json;
  const first = await send({ input: HEAD });
  const second = await send({ input: "From when?", previous_response_id: first["id"] });
  const third = await send({ input: [question("Until when?")], previous_response_id: second["id"] });
  const reads = [first, second, third].map(told);
  expect(reads[0]?.[1]).toBe(0);
  expect(reads[1]?.[1]).toBeGreaterThan(0.9 * Number(reads[0]?.[0]));
  expect(reads[2]?.[1]).toBeGreaterThan(0.9 * Number(reads[1]?.[0]));
});

test.each(['{"input":"a', '{"input" : "a"', '"input":"a"', '{"input":"a"}}'])(
  "%s is refused as no JSON",
  async (body) => {
    expect((await askWire(STEPS).ask("/v1/responses", body, KEY)).status).toBe(400);
  },
);
