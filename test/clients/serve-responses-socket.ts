import { hash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";

import { previousResponse, rebuildDelta, rememberedItems } from "../../harness/wires/openai-responses/rebuild-delta.ts";
import type { MockProvider } from "../../harness/mock/mock-provider.ts";
import type { ClientServer } from "./client-case.ts";

/** Serves a mocked provider's Responses over WebSocket: messages are made whole before it sees them, its events become frames. */
export async function serveResponsesSocket(provider: MockProvider): Promise<ClientServer> {
  const memory = new Map<string, Buffer>();
  const messages: string[] = [];
  const byWhole = new Map<string, string>();
  const server = createServer((_, response) => response.writeHead(404).end());
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket, { url = "/", rawHeaders, headers: { host = null } }) => {
    const ask = async (message: Buffer): Promise<void> => {
      const digest = hash("sha256", message);
      messages.push(digest);
      const previous = previousResponse(message);
      const whole = previous === null ? message : rebuildDelta(message, memory.get(previous) ?? Buffer.alloc(0));
      byWhole.set(hash("sha256", whole), digest);
      const frames = isWarmUp(message)
        ? warmUp(`resp_warmup_${messages.length}`)
        : await framesOf(provider, { method: "POST", path: url, host, headers: pairs(rawHeaders), body: whole });
      memory.set(responseIdOf(frames), rememberedItems(whole, Buffer.from(`[${frames.join(",")}]`)));
      for (const frame of frames) socket.send(frame);
    };
    answerInOrder(socket, ask);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    baseUrl: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    digests: () => messages,
    messageOf: (whole) => byWhole.get(whole) ?? null,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, "close");
      for (const each of sockets.clients) each.terminate();
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function answerInOrder(socket: WebSocket, ask: (message: Buffer) => Promise<void>): void {
  let last = Promise.resolve();
  socket.on("message", (data: Buffer) => {
    last = last.then(() => ask(data)).catch(() => socket.terminate());
  });
}

async function framesOf(
  provider: MockProvider,
  request: Parameters<MockProvider["answer"]>[0],
): Promise<readonly string[]> {
  const parts: Buffer[] = [];
  let status = 0;
  const sink = {
    start: (code: number) => void (status = code),
    write: (bytes: Buffer) => void parts.push(bytes),
    end: () => {},
    cut: () => {},
  };
  await provider.answer(request, sink, new AbortController().signal);
  const text = Buffer.concat(parts).toString();
  if (status !== 200) return [JSON.stringify({ type: "error", status, ...JSON.parse(text) })];
  return text.split("\n").flatMap((line) => (line.startsWith("data: {") ? [line.slice("data: ".length)] : []));
}

/** A request that asks for no answer: it sends the prompt ahead. */
function isWarmUp(message: Buffer): boolean {
  const { generate }: { readonly generate?: boolean } = JSON.parse(message.toString());
  return generate === false;
}

function warmUp(id: string): readonly string[] {
  const usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
  return [
    JSON.stringify({
      type: "response.created",
      response: { id, object: "response", status: "in_progress", output: [] },
    }),
    JSON.stringify({
      type: "response.completed",
      response: { id, object: "response", status: "completed", output: [], usage },
    }),
  ];
}

function responseIdOf(frames: readonly string[]): string {
  return /"response":\{"id":"([^"]+)"/.exec(frames.join("\n"))?.[1] ?? "";
}

/** Node's flat list of names and values. */
function pairs(raw: readonly string[]): readonly (readonly [string, string])[] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""] as const] : []));
}
