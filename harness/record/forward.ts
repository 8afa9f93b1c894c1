import { once } from "node:events";
import {
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  request as httpRequest,
  type ServerResponse,
} from "node:http";
import { request as httpsRequest } from "node:https";
import type { Writable } from "node:stream";

import type { Outcome } from "../cassette/recorded-exchange.ts";
import { HarnessError } from "../kernel/harness-error.ts";
import { headerPairs, requestHeaders, responseHeaders } from "./passed-headers.ts";
import type { ExchangeLog } from "./recorder.ts";

/**
 * Passes one request on and its response back, each chunk as it comes and no faster than its reader takes it. What breaks
 * on one side breaks on the other; a provider that cannot be reached is a broken connection to the client too.
 *
 * @throws whatever the log throws: a disk that is full ends the exchange on both sides
 */
export async function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { upstream, agent, log }: { readonly upstream: URL; readonly agent: Agent; readonly log: ExchangeLog },
): Promise<void> {
  const request = ask(incoming, upstream, agent, requestHeaders);
  const client = watch(outgoing, request);
  try {
    const [outcome] = await Promise.all([pour(request, outgoing, client, log), upload(incoming, request, log)]);
    log.ended(outcome);
  } catch (fault) {
    request.destroy();
    outgoing.destroy();
    log.ended("aborted");
    throw fault;
  }
}

/** The client's request to the provider, its body still to come. */
export function ask(
  { method = "GET", url = "/", rawHeaders }: IncomingMessage,
  upstream: URL,
  agent: Agent,
  passed: typeof requestHeaders,
): ClientRequest {
  const headers = passed(headerPairs(rawHeaders), upstream.host);
  const open = upstream.protocol === "https:" ? httpsRequest : httpRequest;
  return open(upstream, { method, path: url, headers, agent });
}

type Client = { readonly hasLeft: () => boolean };

/** A client that goes away takes its request to the provider with it. */
export function watch(outgoing: ServerResponse, request: ClientRequest): Client {
  let hasLeft = false;
  outgoing.on("close", () => {
    if (outgoing.writableFinished) return;
    hasLeft = true;
    request.destroy();
  });
  return { hasLeft: () => hasLeft };
}

async function upload(incoming: IncomingMessage, request: ClientRequest, log: ExchangeLog): Promise<void> {
  try {
    for await (const chunk of incoming) {
      const bytes = bytesOf(chunk);
      // A provider may refuse a request that it has not read to its end; the client's words are kept nevertheless.
      const isTaken = request.destroyed || request.write(bytes);
      log.requestBytes(bytes);
      if (!isTaken) await room(request);
    }
  } catch (fault) {
    if (fault instanceof HarnessError) throw fault;
    // The client left in the middle of its request, and has asked nothing.
    request.destroy();
    return;
  }
  log.requestEnded();
  request.end();
}

/** The provider's answer to the client, or the breaking of its connection. */
export async function pour(
  request: ClientRequest,
  outgoing: ServerResponse,
  client: Client,
  log: ExchangeLog,
): Promise<Outcome> {
  const answered = await responseTo(request);
  if (answered === "cut" || answered === "unreachable") {
    outgoing.destroy();
    return client.hasLeft() ? "aborted" : answered;
  }
  const { statusCode = 0, statusMessage = "", rawHeaders } = answered;
  const headers = headerPairs(rawHeaders);
  log.responseBegan(statusCode, headers);
  // A provider that sends no date does not get one here.
  outgoing.sendDate = false;
  outgoing.writeHead(statusCode, statusMessage, responseHeaders(headers));
  outgoing.flushHeaders();
  try {
    for await (const chunk of answered) {
      const bytes = bytesOf(chunk);
      const isTaken = outgoing.write(bytes);
      log.responseBytes(bytes);
      if (!isTaken) await room(outgoing);
    }
  } catch (fault) {
    if (fault instanceof HarnessError) throw fault;
    // What came before the cut reaches the client: destroying a socket at once drops what it still holds.
    outgoing.socket?.destroySoon();
    return client.hasLeft() ? "aborted" : "cut";
  }
  return end(outgoing);
}

/** The response's head, or why there is none. Errors behind the head are told by the response itself. */
function responseTo(request: ClientRequest): Promise<IncomingMessage | "cut" | "unreachable"> {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage | "cut" | "unreachable">();
  let isConnected = false;
  request.on("socket", (socket) => {
    isConnected = !socket.connecting;
    // A connection that is used again says nothing more of this, and would keep every listener.
    if (!isConnected) socket.once(upstreamIsReady(socket), () => (isConnected = true));
  });
  request.on("response", resolve);
  request.on("error", () => resolve(isConnected ? "cut" : "unreachable"));
  return promise;
}

/** Until TLS has agreed there is nobody to talk to. */
function upstreamIsReady(socket: object): "secureConnect" | "connect" {
  return "encrypted" in socket ? "secureConnect" : "connect";
}

async function end(outgoing: ServerResponse): Promise<Outcome> {
  if (outgoing.destroyed) return "aborted";
  const closed = once(outgoing, "close");
  outgoing.end();
  await closed;
  return outgoing.writableFinished ? "complete" : "aborted";
}

/** A chunk of a stream without an encoding is a buffer; copied it would cost as much as all the rest. */
function bytesOf(chunk: unknown): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
}

/** Resolves once a stream takes more, or never will. */
export async function room(stream: Writable): Promise<void> {
  if (stream.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  stream.once("drain", resolve).once("close", resolve);
  await promise;
  stream.off("drain", resolve).off("close", resolve);
}
