import type { Socket } from "node:net";

import { Backpressure } from "../../backpressure.ts";
import { gatherReads } from "../gather-reads.ts";
import type { ExchangeLog, ExchangeRecorder } from "../../recorder.ts";
import { RequestFault } from "../../request-fault.ts";
import { encodeHeaders } from "./encode-headers.ts";
import { FrameReader, type HeaderBlock } from "./frame-reader.ts";
import { createStreamLog, type StreamLog } from "./stream-log.ts";

/**
 * Passes an HTTP/2 connection on to one at the provider, byte for byte: settings, windows and resets are the two sides' own. Streams
 * are read along the way. Resolves once both connections are closed.
 *
 * @throws RequestFault for errors of the recorder, such as a full disk, and for bytes that are not HTTP/2: both connections end
 */
export async function passHttp2(client: Socket, provider: Socket, about: Http2Connection): Promise<void> {
  await new Http2Relay(client, provider, about).over;
}

export type Http2Connection = {
  readonly recorder: ExchangeRecorder;
  /** The provider, as recordings name it. */
  readonly host: string;
  /** Whether headers of forkproof's own are left out of what passes. */
  readonly hidesOwn: boolean;
};

class Http2Relay {
  readonly over: Promise<void>;
  readonly #client: Socket;
  readonly #provider: Socket;
  readonly #fromClient: Backpressure;
  readonly #fromProvider: Backpressure;
  readonly #streams: StreamLog;
  readonly #requests: FrameReader;
  readonly #responses: FrameReader;
  readonly #settle: PromiseWithResolvers<void> = Promise.withResolvers();
  readonly #hidesOwn: boolean;
  /** Whether header blocks are written anew, since one of them was. */
  #isRewriting = false;
  /** Exchanges whose last byte leaves for the client with the bytes that are read now. */
  #leaving: ExchangeLog[] = [];
  #leaver: "aborted" | "cut" | null = null;
  readonly #faults: unknown[] = [];
  #isFinished = false;

  constructor(client: Socket, provider: Socket, { recorder, host, hidesOwn }: Http2Connection) {
    [this.#client, this.#provider] = [client, provider];
    [this.#fromClient, this.#fromProvider] = [new Backpressure(client), new Backpressure(provider)];
    this.over = this.#settle.promise;
    this.#hidesOwn = hidesOwn;
    const streams = createStreamLog(recorder, host);
    this.#streams = streams;
    this.#requests = new FrameReader("client", {
      headers: (block) => this.#asks(block),
      data: streams.asked,
      end: streams.hasAsked,
      reset: (stream) => streams.broken(stream, "aborted"),
      raw: (bytes) => this.#toProvider(bytes),
    });
    this.#responses = new FrameReader("provider", {
      headers: streams.answers,
      data: streams.answered,
      end: (stream) => {
        const log = streams.hasAnswered(stream);
        if (log !== null) this.#leaving.push(log);
      },
      reset: (stream) => streams.broken(stream, "cut"),
      raw: () => {},
    });
    this.#listen();
  }

  #listen(): void {
    this.#client.on("data", (bytes: Buffer) => {
      this.#provider.cork();
      this.#guard(() => this.#requests.read(bytes));
      this.#provider.uncork();
      this.#fromClient.holdUntilDrained(this.#provider);
    });
    gatherReads(this.#provider, (bytes, release) => this.#toClient(bytes, release));
    this.#couple(this.#client, this.#provider, "aborted");
    this.#couple(this.#provider, this.#client, "cut");
  }

  /** The end of one side is the end of the other. */
  #couple(side: Socket, other: Socket, leaver: "aborted" | "cut"): void {
    side.on("end", () => {
      this.#leaver ??= leaver;
      other.end();
    });
    side.on("error", () => {
      this.#leaver ??= leaver;
      // Bytes from before the break reach the other side, and then the break does.
      if (other.writable) other.write("", () => other.destroy());
      else other.destroy();
    });
    side.on("close", () => {
      this.#leaver ??= leaver;
      if (!other.destroyed) other.end();
      other.resume();
      this.#finish();
    });
  }

  #toClient(bytes: Buffer, release: () => void): void {
    this.#guard(() => this.#responses.read(bytes));
    const leaving = this.#leaving;
    this.#leaving = [];
    const isTaken = this.#client.write(bytes, (fault) => {
      release();
      for (const log of leaving) this.#guard(() => log.ended(fault ? "aborted" : "complete"));
    });
    if (!isTaken) this.#fromProvider.holdUntilDrained(this.#client);
  }

  #asks(block: HeaderBlock): void {
    this.#streams.asks(block);
    const headers = this.#hidesOwn ? block.headers.filter(([name]) => !name.startsWith("x-forkproof-")) : block.headers;
    this.#isRewriting ||= headers.length < block.headers.length;
    this.#toProvider(this.#isRewriting ? encodeHeaders({ ...block, headers }) : block.raw);
  }

  #toProvider(bytes: Buffer): void {
    if (!this.#provider.writableEnded && !this.#provider.destroyed) this.#provider.write(bytes);
  }

  #guard(work: () => void): void {
    try {
      work();
    } catch (fault) {
      this.#faults.push(new RequestFault(fault, this.#streams.asking()));
      this.#client.destroy();
      this.#provider.destroy();
    }
  }

  #finish(): void {
    if (!this.#client.closed || !this.#provider.closed || this.#isFinished) return;
    this.#isFinished = true;
    this.#guard(() => this.#streams.closed(this.#faults.length > 0 ? "aborted" : (this.#leaver ?? "aborted")));
    if (this.#faults.length > 0) this.#settle.reject(this.#faults[0]);
    else this.#settle.resolve();
  }
}
