import { headerOf, type Outcome } from "../kernel/exchange.ts";
import type { Socket } from "node:net";

import { type BodyFraming, framingOf, ofLength, untilTheEnd } from "./body-framing.ts";
import { internalAnswer } from "../kernel/faults/internal-answer.ts";
import { type MessageHead, requestLine, statusOf } from "./message-head.ts";
import { MessageReader } from "./message-reader.ts";
import type { ExchangeLog, ExchangeRecorder } from "./recorder.ts";
import { RequestFault } from "./request-fault.ts";
import type { Route } from "./route.ts";
import type { Handshake } from "./socket-log.ts";
import { type SocketTaps, tapSocket } from "./tap-socket.ts";
import { Backpressure } from "./backpressure.ts";

/**
 * Passes a client's connection on to a connection of its own at the provider, byte for byte except the heads of requests: each side
 * sees the other's bytes and breaks. Requests and answers are read along the way. Resolves once both connections are closed.
 *
 * @throws RequestFault for errors of the recorder, such as a full disk: both connections end, after a 500 if no answer has begun
 */
export async function passConnection(client: Socket, route: Route, recorder: ExchangeRecorder): Promise<void> {
  await new ConnectionRelay(client, route, recorder).over;
}

/** A request whose answer is not with the client yet. */
type UnansweredRequest = {
  readonly log: ExchangeLog;
  readonly method: string;
  readonly upgrade: Handshake | null;
  isAsked: boolean;
  isAnswered: boolean;
};

class ConnectionRelay {
  readonly over: Promise<void>;
  readonly #client: Socket;
  readonly #fromClient: Backpressure;
  readonly #route: Route;
  readonly #recorder: ExchangeRecorder;
  readonly #settle: PromiseWithResolvers<void> = Promise.withResolvers();
  readonly #waiting: UnansweredRequest[] = [];
  readonly #requests: MessageReader;
  readonly #responses: MessageReader;
  #provider: Socket | null = null;
  #fromProvider: Backpressure | null = null;
  #isConnected = false;
  #taps: SocketTaps | null = null;
  /** The side that ended the connection first. */
  #leaver: "aborted" | "cut" | null = null;
  readonly #faults: unknown[] = [];
  /** By the client, last. */
  #asking = { method: "", path: "" };
  #isFinished = false;

  constructor(client: Socket, route: Route, recorder: ExchangeRecorder) {
    [this.#client, this.#route, this.#recorder] = [client, route, recorder];
    this.#fromClient = new Backpressure(client);
    this.over = this.#settle.promise;
    this.#requests = new MessageReader({
      head: (head, raw) => this.#asks(head, raw),
      body: (bytes) => this.#asked(bytes),
      raw: (bytes) => this.#toProvider(bytes),
      end: () => this.#hasAsked(),
    });
    this.#responses = new MessageReader({
      head: (head) => this.#answers(head),
      body: (bytes) => this.#answered(bytes),
      raw: () => {},
      end: () => this.#hasAnswered(),
    });
    client.on("data", (bytes) => this.#guard(() => this.#requests.read(bytes)));
    client.on("end", () => {
      this.#leaver ??= "aborted";
      if (this.#provider === null) client.end();
      else this.#provider.end();
    });
    // Its closing shows how it broke.
    client.on("error", () => {});
    client.on("close", () => {
      this.#leaver ??= "aborted";
      this.#provider?.destroy();
      this.#finish();
    });
  }

  #connect(): Socket {
    const opened = (): void => void (this.#isConnected = true);
    const provider = this.#route.dial((bytes, release) => this.#fromProviderCame(bytes, release), opened);
    provider.on("end", () => {
      this.#leaver ??= "cut";
      this.#guard(() => this.#responses.connectionEnded());
      // A client that left before is not listening any more.
      this.#client.end(() => {
        if (this.#client.writableFinished) this.#conclude();
      });
    });
    provider.on("error", (fault) => {
      this.#leaver ??= "cut";
      // The provider had sent everything, and broke later: the rest for the client is on its way, followed by the end.
      if (this.#client.writableEnded) return;
      // Bytes from before the break reach the client, and then the break does.
      if (this.#isConnected) this.#client.write("", () => this.#client.resetAndDestroy());
      else if (this.#route.refusal === null) this.#client.destroy();
      else this.#client.end(this.#route.refusal(fault));
    });
    provider.on("close", () => {
      this.#leaver ??= "cut";
      if (!this.#client.destroyed) this.#client.end();
      // Further bytes of the client have no receiver, and are read to their end.
      this.#client.resume();
      this.#finish();
    });
    this.#fromProvider = new Backpressure(provider);
    return provider;
  }

  #fromProviderCame(bytes: Buffer, release: () => void): void {
    const isTaken = this.#client.write(bytes, (fault) => {
      release();
      if (!fault) this.#conclude();
    });
    if (!isTaken) this.#fromProvider?.holdUntilDrained(this.#client);
    this.#guard(() => this.#responses.read(bytes));
  }

  #toProvider(bytes: Buffer): void {
    if (this.#provider === null || this.#provider.writableEnded || this.#provider.destroyed) return;
    if (!this.#provider.write(bytes)) this.#fromClient.holdUntilDrained(this.#provider);
  }

  #asks({ start, headers }: MessageHead, raw: Buffer): BodyFraming | "no HTTP" {
    const line = requestLine(start);
    if (line === null) {
      this.#client.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n");
      return "no HTTP";
    }
    this.#asking = line;
    this.#provider ??= this.#connect();
    const isUpgrade = headerOf(headers, "upgrade")?.toLowerCase() === "websocket";
    const connection = isUpgrade ? this.#recorder.nextConnection() : null;
    const seen = { path: line.path, host: this.#route.host, headers };
    const log = this.#recorder.begin({ ...seen, method: isUpgrade ? "WS-UPGRADE" : line.method, connection });
    const upgrade = connection === null ? null : { ...seen, connection };
    this.#waiting.push({ log, method: line.method, upgrade, isAsked: false, isAnswered: false });
    this.#toProvider(this.#route.head(raw));
    return framingOf(headers, "no body");
  }

  #asked(bytes: Buffer): void {
    if (this.#taps === null) this.#waiting.at(-1)?.log.requestBytes(bytes);
    else this.#tapped(this.#fromClient, this.#taps.asked(bytes));
  }

  #hasAsked(): void {
    const asked = this.#waiting.at(-1);
    if (asked === undefined) return;
    asked.isAsked = true;
    asked.log.requestEnded();
    // The client's next bytes are of one protocol or the other.
    if (asked.upgrade !== null) this.#requests.hold();
    this.#conclude();
  }

  #answers({ start, headers }: MessageHead): BodyFraming | "not the last head" | "no HTTP" {
    const status = statusOf(start);
    if (status === null) return "no HTTP";
    if (status < 200 && status !== 101) return "not the last head";
    const asked = this.#beingAnswered();
    asked?.log.responseBegan(status, headers);
    if (status === 101 && asked !== undefined && asked.upgrade !== null) {
      asked.log.ended("complete");
      this.#waiting.splice(this.#waiting.indexOf(asked), 1);
      this.#taps = tapSocket(this.#recorder, asked.upgrade, headerOf(headers, "sec-websocket-extensions"));
      this.#requests.release("one body");
      return untilTheEnd();
    }
    const isBare = asked?.method === "HEAD" || status === 204 || status === 304;
    return isBare ? ofLength(0) : framingOf(headers, "until the end");
  }

  #answered(bytes: Buffer): void {
    if (this.#taps !== null && this.#fromProvider !== null) {
      this.#tapped(this.#fromProvider, this.#taps.answered(bytes));
    } else this.#beingAnswered()?.log.responseBytes(bytes);
  }

  #hasAnswered(): void {
    const asked = this.#beingAnswered();
    if (asked === undefined) return;
    asked.isAnswered = true;
    if (asked.upgrade !== null) this.#requests.release("messages");
  }

  #beingAnswered(): UnansweredRequest | undefined {
    return this.#waiting.find(({ isAnswered }) => !isAnswered);
  }

  #tapped(from: Backpressure, told: Promise<void>): void {
    void told.finally(from.hold()).catch((fault: unknown) => this.#fail(fault));
  }

  /** An exchange is complete once its last byte has left for the client. */
  #conclude(): void {
    if (this.#client.writableLength > 0) return;
    this.#guard(() => {
      while (this.#waiting[0]?.isAsked === true && this.#waiting[0].isAnswered) {
        this.#waiting.shift()?.log.ended("complete");
      }
    });
  }

  #guard(work: () => void): void {
    try {
      work();
    } catch (fault) {
      this.#fail(fault);
    }
  }

  #fail(fault: unknown): void {
    this.#faults.push(new RequestFault(fault, this.#asking));
    const isOwedAnswer = this.#requests.isAmidMessage() || this.#beingAnswered() !== undefined;
    this.#requests.stop();
    this.#provider?.destroy();
    // An answer that has begun can only break off.
    const mayAnswer = isOwedAnswer && !this.#responses.isAmidMessage() && this.#client.writable;
    if (mayAnswer) this.#client.end(internalAnswer(fault, this.#asking));
    else this.#client.destroy();
  }

  #finish(): void {
    if (!this.#client.closed || this.#provider?.closed === false || this.#isFinished) return;
    this.#isFinished = true;
    const outcome = this.#outcome();
    for (const { log } of this.#waiting) this.#guard(() => log.ended(outcome));
    const closed = this.#taps?.closed(outcome) ?? Promise.resolve();
    closed
      .catch((fault: unknown) => void this.#faults.push(fault))
      .finally(() => (this.#faults.length > 0 ? this.#settle.reject(this.#faults[0]) : this.#settle.resolve()));
  }

  #outcome(): Outcome {
    if (this.#faults.length > 0) return "aborted";
    // A client that leaves after invalid bytes did not abort: the provider broke the connection.
    if (this.#leaver === "cut" || this.#responses.isBroken()) return this.#isConnected ? "cut" : "unreachable";
    return "aborted";
  }
}
