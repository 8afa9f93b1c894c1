import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { headerOf } from "../../kernel/exchange.ts";
import { internalAnswer } from "../../kernel/faults/internal-answer.ts";
import { SERVED_HEADER } from "../../kernel/lane/served-header.ts";
import { withServedMetadata } from "../../kernel/lane/served-metadata.ts";
import { answerSafely, type FaultListener } from "./answer-safely.ts";
import type { IncomingRequest, MockProvider } from "../mock-provider.ts";
import type { Sink } from "./play-plan.ts";

/** Connections that were upgraded; the server they came through does not close them. */
export type WebSockets = { readonly close: () => void };

/**
 * Serves Responses over WebSocket too, as Codex asks for it: a text frame is a request, each event of its answer is one.
 * Requests of one connection are answered one after another, and a request may name the answer that it goes on from.
 * The package is loaded with the first upgrade. `onFault` hears of faults of the mock itself.
 */
export function acceptWebSockets(
  server: Server,
  provider: Pick<MockProvider, "answer">,
  {
    requestOf,
    onFault,
  }: {
    readonly requestOf: (request: IncomingMessage) => Omit<IncomingRequest, "body">;
    readonly onFault: FaultListener;
  },
): WebSockets {
  const open = new Set<WebSocket>();
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A client that resets its connection here would end the process: Node has taken its own listeners off.
    socket.on("error", () => socket.destroy());
    if (!/\/responses(?:\?|$)/.test(request.url ?? "")) {
      socket.end("HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n");
      return;
    }
    upgrade(request, socket, head)
      .then((connection) => {
        open.add(connection);
        connection.on("close", () => open.delete(connection));
        converse(connection, provider, { ...requestOf(request), method: "POST", keepsAnswers: true }, onFault);
      })
      .catch((fault: unknown) => {
        const asked = { method: request.method ?? "", path: request.url ?? "" };
        onFault(fault, asked);
        socket.end(internalAnswer(fault, asked));
      });
  });
  return { close: () => open.forEach((connection) => connection.terminate()) };
}

async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<WebSocket> {
  const { WebSocketServer } = await import("ws");
  const { promise, resolve } = Promise.withResolvers<WebSocket>();
  new WebSocketServer({ noServer: true }).handleUpgrade(request, socket, head, resolve);
  return promise;
}

function converse(
  connection: WebSocket,
  provider: Pick<MockProvider, "answer">,
  envelope: Omit<IncomingRequest, "body">,
  onFault: FaultListener,
): void {
  const client = new AbortController();
  let last = Promise.resolve();
  connection.on("close", () => client.abort());
  // Frames that break the protocol: the package closes the connection, which is the answer to their sender.
  connection.on("error", () => client.abort());
  connection.on("message", (data: Buffer) => {
    const reading: Pick<MockProvider, "answer"> = {
      answer: (asked, sink, signal) => provider.answer({ ...asked, body: streamed(data) }, sink, signal),
    };
    const asked = { ...envelope, body: data };
    last = last
      .then(() => answerSafely(reading, asked, { sink: sinkOf(connection), signal: client.signal, onFault }))
      .catch((fault: unknown) => {
        onFault(fault, asked);
        connection.terminate();
      });
  });
}

/** Over WebSocket everything is streamed, asked for or not. */
function streamed(frame: Buffer): Buffer {
  if (frame.includes('"stream"') || frame[0] !== 0x7b) return frame;
  return Buffer.concat([Buffer.from('{"stream":true,'), frame.subarray(1)]);
}

function sinkOf(connection: WebSocket): Sink {
  let status = 200;
  let refusal = "";
  // A message has no headers: the first event stands in for them.
  let served: string | null = null;
  return {
    start: (given, headers) => {
      status = given;
      served = headerOf(headers, SERVED_HEADER);
    },
    write: (bytes) => {
      const text = bytes.toString("utf8");
      if (status !== 200) {
        refusal += text;
        return;
      }
      const event = /^data: (.*)$/m.exec(text)?.[1] ?? text;
      connection.send(served === null ? event : withServedMetadata(event, served));
      served = null;
    },
    end: () => {
      // A refusal is an event like any other, with the status that it would have had.
      if (status !== 200) connection.send(`{"type":"error","status":${status},${refusal.slice(1)}`);
    },
    cut: () => connection.terminate(),
  };
}
