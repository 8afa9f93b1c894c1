import { type Agent, type ClientRequest, type IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

import type { Outcome } from "../cassette/recorded-exchange.ts";
import { HarnessError } from "../kernel/harness-error.ts";
import { ask, pour, room, watch } from "./forward.ts";
import { type FrameTap, tapFrames } from "./frame-tap.ts";
import { headerOf } from "./header-of.ts";
import { headerPairs, upgradeHeaders } from "./passed-headers.ts";
import type { Recorder } from "./recorder.ts";
import { createSocketLog } from "./socket-log.ts";

/** A request to speak another protocol, and what came behind its head. */
export type Upgrade = { readonly incoming: IncomingMessage; readonly socket: Duplex; readonly head: Buffer };

/**
 * Passes a WebSocket on: the client's own handshake and then every byte of both directions, so that fragments, compression,
 * pings and closing words are those of the two sides. Messages are read beside it. A provider that declines answers by HTTP.
 *
 * @throws whatever the recorder throws: a disk that is full ends the connection on both sides
 */
export async function passUpgrade(
  { incoming, socket, head }: Upgrade,
  options: { readonly upstream: URL; readonly agent: Agent; readonly recorder: Recorder; readonly connection: string },
): Promise<void> {
  const { upstream, agent, recorder, connection } = options;
  const { url: path = "/", rawHeaders } = incoming;
  const handshake = { path, host: upstream.host, headers: headerPairs(rawHeaders), connection };
  const log = recorder.begin({ method: "WS-UPGRADE", ...handshake });
  log.requestEnded();
  // The client's errors end its socket, and its end is what is told.
  socket.on("error", () => socket.destroy());
  const outgoing = new ServerResponse(incoming);
  outgoing.shouldKeepAlive = false;
  outgoing.assignSocket(socketOf(incoming));
  outgoing.once("finish", () => socket.end());
  const request = ask(incoming, upstream, agent, upgradeHeaders);
  const client = watch(outgoing, request);
  const upgraded = upgradeOf(request);
  request.end();
  const declined = pour(request, outgoing, client, log);
  const agreed = await Promise.race([upgraded, declined]);
  if (typeof agreed === "string") return log.ended(agreed);

  const headers = headerPairs(agreed.response.rawHeaders);
  log.responseBegan(101, headers);
  log.ended("complete");
  outgoing.detachSocket(socketOf(incoming));
  socket.write(headOf(agreed.response));
  const extensions = headerOf(headers, "sec-websocket-extensions");
  const messages = createSocketLog(recorder, handshake);
  // Who says goodbye first leaves; the other side's word is an echo.
  let leaver: Outcome | null = null;
  const left = (outcome: Outcome) => () => void (leaver ??= outcome);
  using asked = tapFrames("client", extensions, { message: messages.asked, close: left("aborted") });
  using answered = tapFrames("provider", extensions, { message: messages.answered, close: left("cut") });
  const ends = [
    pump([head], socket, agreed.socket, asked).then(() => "aborted" as const),
    pump([agreed.head], agreed.socket, socket, answered).then(() => "cut" as const),
  ];
  try {
    const ended = await Promise.race(ends);
    await Promise.all(ends);
    messages.closed(leaver ?? ended);
  } catch (fault) {
    for (const each of [socket, agreed.socket]) each.destroy();
    messages.closed("aborted");
    throw fault;
  }
}

type Agreed = { readonly response: IncomingMessage; readonly socket: Duplex; readonly head: Buffer };

function upgradeOf(request: ClientRequest): Promise<Agreed> {
  const { promise, resolve } = Promise.withResolvers<Agreed>();
  request.on("upgrade", (response, socket, head) => resolve({ response, socket, head }));
  return promise;
}

function socketOf({ socket }: IncomingMessage): IncomingMessage["socket"] {
  return socket;
}

/** The provider's consent as it gave it. */
function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = headerPairs(rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join("")}\r\n`;
}

/** Every byte of one direction, no faster than its reader takes it. The end of one direction is the end of both. */
async function pump(early: readonly Buffer[], from: Duplex, to: Duplex, tap: FrameTap): Promise<void> {
  const pass = async (bytes: Buffer): Promise<void> => {
    const isTaken = to.write(bytes);
    await tap.read(bytes);
    if (!isTaken) await room(to);
  };
  try {
    for (const bytes of early) if (bytes.length > 0) await pass(bytes);
    for await (const chunk of from) await pass(Buffer.from(chunk));
  } catch (fault) {
    // A connection that breaks is over, as one that ends is.
    if (fault instanceof HarnessError) throw fault;
  } finally {
    to.end();
  }
}
