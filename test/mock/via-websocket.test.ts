import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { createVirtualClock } from "../../harness/mock/serve/clock.ts";
import { createMockProvider, type MockProvider } from "../../harness/mock/mock-provider.ts";
import { parseScript } from "../../harness/mock/script/parse-script.ts";
import { serveLoopback } from "../../harness/mock/serve/via-loopback.ts";
import type { Json } from "./ask-wire.ts";

let close: () => unknown = () => undefined;
afterEach(() => close());

async function connect(script: unknown): Promise<{ provider: MockProvider; url: string; ask: Ask; socket: WebSocket }> {
  const provider = await createMockProvider({ script: parseScript(script), clock: createVirtualClock() });
  const server = await serveLoopback(provider);
  close = server.close;
  const url = `${server.baseUrl.replace("http", "ws")}/v1/responses`;
  const socket = new WebSocket(url, { headers: { authorization: "Bearer k" } });
  await once(socket, "open");
  const ask: Ask = async (frame) => {
    const frames: Json[] = [];
    const { promise, resolve } = Promise.withResolvers<readonly Json[]>();
    const listen = (data: Buffer): void => {
      frames.push(JSON.parse(data.toString()) as Json);
      if (/completed|incomplete|error/.test(String(frames.at(-1)?.["type"]))) resolve(frames);
    };
    socket.on("message", listen);
    socket.send(JSON.stringify({ type: "response.create", ...frame }));
    await promise;
    socket.off("message", listen);
    return frames;
  };
  return { provider, url, ask, socket };
}

type Ask = (frame: Json) => Promise<readonly Json[]>;

const HEAD = "You look after a small shop in the harbour. ".repeat(700);
const tools = [
  {
    type: "additional_tools",
    role: "developer",
    tools: [
      { type: "namespace", name: "functions", tools: [{ type: "custom", name: "exec" }] },
      { type: "namespace", name: "collaboration", tools: [{ type: "function", name: "spawn_agent", parameters: {} }] },
    ],
  },
  { type: "message", role: "developer", content: [{ type: "input_text", text: HEAD }] },
];
const question = { type: "message", role: "user", content: [{ type: "input_text", text: "How many are left?" }] };
const frame = { model: "gpt-6.1-sol", store: false, stream: true, prompt_cache_key: "k" };
const itemIn = (frames: readonly Json[]): Json =>
  frames.find(({ type }) => type === "response.output_item.done")?.["item"] as Json;
const responseIn = (frames: readonly Json[]): Json => frames.at(-1)?.["response"] as Json;

test("a WebSocket serves a conversation of deltas as from Codex, with a warm-up, a custom tool and a tool of a namespace", async () => {
  const { provider, ask } = await connect({
    parent: [
      { call: { exec: { input: "text(1)" } } },
      { call: { "collaboration.spawn_agent": { message: "Look.", fork_turns: "all" } } },
      { text: "Done." },
    ],
  });
  const warm = await ask({ ...frame, input: [], generate: false });
  expect(warm.map(({ type }) => type)).toEqual(["response.created", "response.in_progress", "response.completed"]);
  const first = await ask({ ...frame, input: [...tools, question], previous_response_id: responseIn(warm)["id"] });
  expect(itemIn(first)).toMatchObject({
    type: "custom_tool_call",
    namespace: "functions",
    name: "exec",
    input: "text(1)",
    call_id: "call_parent_1_0",
  });
  const output = { type: "custom_tool_call_output", call_id: "call_parent_1_0", output: "1" };
  const second = await ask({ ...frame, input: [output], previous_response_id: responseIn(first)["id"] });
  expect(itemIn(second)).toMatchObject({ type: "function_call", namespace: "collaboration", name: "spawn_agent" });
  const spawned = { type: "function_call_output", call_id: "call_parent_2_0", output: "spawned" };
  const third = await ask({ ...frame, input: [spawned], previous_response_id: responseIn(second)["id"] });
  const usages = [first, second, third].map((frames) => responseIn(frames)["usage"] as Json);
  const reads = usages.map(({ input_tokens_details }) => Number((input_tokens_details as Json)["cached_tokens"]));
  // Each request stands for all that went before: what the one before it stored is read.
  expect(reads[0]).toBe(0);
  expect(reads[1]).toBeGreaterThan(Number(usages[0]?.["input_tokens"]) * 0.9);
  expect(reads[2]).toBeGreaterThan(reads[1] ?? Infinity);
  expect(provider.finish()).toEqual([]);
});

test("a WebSocket reports an unknown answer, an open call and a scripted error as events with their status", async () => {
  const { ask } = await connect([{ error: { status: 429 } }]);
  const lost = await ask({ ...frame, input: [question], previous_response_id: "resp_nobody" });
  expect(lost).toEqual([
    {
      type: "error",
      status: 400,
      error: {
        type: "invalid_request_error",
        code: "previous_response_not_found",
        param: "previous_response_id",
        message: "Previous response with id 'resp_nobody' not found.",
      },
    },
  ]);
  expect((await ask({ ...frame, input: [question] }))[0]).toMatchObject({
    status: 429,
    error: { code: "rate_limit_exceeded" },
  });
});

test("a cut ends the WebSocket, and another path accepts no connection", async () => {
  const { provider, socket, url } = await connect([{ text: "Never whole. ".repeat(9), cut: 4 }]);
  socket.send(JSON.stringify({ type: "response.create", ...frame, input: [question] }));
  await once(socket, "close");
  expect(provider.served()[0]?.outcome).toBe("cut");
  const elsewhere = new WebSocket(url.replace("/responses", "/realtime"));
  const [fault] = (await once(elsewhere, "error")) as [Error];
  expect(fault.message).toMatch(/404/);
});

test("an HTTP request can name a stored answer, but not one that was not stored", async () => {
  const { url } = await connect({ fork: [{ text: "Three." }, { text: "Four." }] });
  const post = async (body: Json): Promise<Json> => {
    const headers = { authorization: "Bearer k", "x-forkproof-lane": "fork" };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    return (await (await fetch(url.replace("ws", "http"), init)).json()) as Json;
  };
  const first = await post({ model: "gpt-6.1-sol", input: HEAD });
  const second = await post({
    model: "gpt-6.1-sol",
    input: [question],
    previous_response_id: first["id"],
    store: false,
  });
  expect(Number((second["usage"] as Json)["input_tokens"])).toBeGreaterThan(
    Number((first["usage"] as Json)["input_tokens"]),
  );
  const third = await post({ model: "gpt-6.1-sol", input: [question], previous_response_id: second["id"] });
  expect(third["error"]).toMatchObject({ code: "previous_response_not_found" });
});
