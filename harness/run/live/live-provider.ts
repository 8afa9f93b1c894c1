import type { SaleTerms } from "../../kernel/text/sold-name.ts";
import { validateJson } from "../../wire-scan/validate-json.ts";
import { knownLayout } from "../../wires/known-layout.ts";
import { saleTerms } from "../../wires/sale-terms.ts";
import { recognise } from "../../wires/recognise.ts";
import { epochMs, monotonicMs } from "../../io/clock.ts";
import type { Exchange, Header } from "../../kernel/exchange.ts";
import type { Usage } from "../../kernel/usage.ts";
import type { IncomingRequest, MockProvider } from "../../mock/mock-provider.ts";
import { LANE_HEADER } from "../../kernel/lane/lane-header.ts";
import { askDiagnosis, responseId } from "./ask-diagnosis.ts";
import { describeBreak, wasNeverSent } from "./describe-break.ts";
import type { LiveEndpoint } from "./live-endpoint.ts";
import { maskKey } from "./mask-key.ts";
import type { Budget } from "./budget.ts";
import { worstCase } from "./worst-case.ts";

/** One request of a live run and what came of it. The body is the client's own, before the provider's question was added. */
export type LiveExchange = {
  readonly lane: string;
  readonly exchange: Exchange;
  readonly usage: Usage | null;
  readonly costUsd: number | null;
  /** From its first byte out to its last byte in. */
  readonly durationMs: number;
};

/** The forks under test get this in place of a key; the real one is added on the way. */
export const STAND_IN = "forkproof-live";

/** Bytes that are not JSON have no layout. */
function termsOfSale(exchange: Exchange): SaleTerms {
  return saleTerms(exchange, validateJson(exchange.request) === null ? knownLayout(exchange) : null);
}

type Responder = Pick<MockProvider, "answer">;

/**
 * The real provider behind a loopback server: a client's requests are kept as they came, and passed on with the key. The first
 * request of a lane also asks why it misses.
 */
export class LiveProvider {
  readonly #endpoint: LiveEndpoint;
  readonly #spending: Budget;
  readonly #exchanges: LiveExchange[] = [];
  readonly #begun = new Map<string, PromiseWithResolvers<void>>();
  readonly #asked = new Set<string>();
  readonly #faults = new Map<string, string>();
  readonly #inFlight = new Set<Promise<void>>();
  readonly #parent: LiveExchange | null;
  #refusal: string | null = null;

  /** `parent` is the exchange that its forks continue; null for the provider that the parent itself asks. */
  constructor(endpoint: LiveEndpoint, spending: Budget, parent: LiveExchange | null) {
    this.#endpoint = endpoint;
    this.#spending = spending;
    this.#parent = parent;
  }

  /** Answers the requests of one lane. */
  on(lane: string): Responder {
    return {
      answer: async (request, sink, signal) => {
        const answering = this.#answer(lane, request, sink, signal);
        this.#inFlight.add(answering);
        try {
          await answering;
        } finally {
          this.#inFlight.delete(answering);
        }
      },
    };
  }

  /** Resolves once the exchanges hold every request so far. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#inFlight);
  }

  exchanges(): readonly LiveExchange[] {
    return this.#exchanges;
  }

  /** Resolves with the first byte of the lane's first answer. */
  readonly began = (lane: string): Promise<void> => this.#beginningOf(lane).promise;

  /** Why a request was not sent; null until one was held back. */
  refusal(): string | null {
    return this.#refusal;
  }

  /** Why a lane's last request has no whole answer: held back, not reached, broken off; null otherwise. */
  faultOf(lane: string): string | null {
    return this.#faults.get(lane) ?? null;
  }

  /** The faults of all lanes. */
  faults(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#faults);
  }

  async #answer(lane: string, request: IncomingRequest, ...[sink, signal]: AnswerArguments): Promise<void> {
    const reservation = await this.#spending.reserveSoon(worstCase(this.#endpoint.provider, request));
    if (typeof reservation === "string") return this.#holdBack(lane, reservation, sink);
    const startedAtMs = epochMs();
    const startMs = monotonicMs();
    const received: Buffer[] = [];
    let head: { readonly status: number; readonly contentType: string | null; readonly firstByteMs: number } | null =
      null;
    let fault: unknown = null;
    try {
      const response = await this.#send(lane, request, signal);
      const contentType = response.headers.get("content-type");
      head = { status: response.status, contentType, firstByteMs: Math.max(0, monotonicMs() - startMs) };
      if (response.ok) this.#beginningOf(lane).resolve();
      sink.start(response.status, passedOn(response.headers));
      for await (const chunk of response.body ?? []) {
        const bytes = Buffer.from(chunk);
        received.push(bytes);
        if (response.ok) await sink.write(bytes);
      }
      if (!response.ok) await sink.write(this.#masked(received));
      sink.end();
    } catch (thrown) {
      fault = thrown;
      this.#faults.set(lane, describeBreak(thrown, this.#endpoint.baseUrl));
      // The client learns of it as of any provider that cannot be reached or breaks off.
      await sink.cut();
    }
    const body = head === null || head.status < 300 ? Buffer.concat(received) : this.#masked(received);
    const response =
      head === null ? null : { status: head.status, contentType: head.contentType, body, usageIsReal: true };
    const exchange: Exchange = {
      ...request,
      id: String(this.#exchanges.length + 1),
      forkOf: null,
      host: this.#endpoint.baseUrl.host,
      headers: request.headers.filter(([name]) => !WITHHELD.has(name.toLowerCase())),
      request: request.body,
      response,
      startedAtMs,
      firstByteMs: head?.firstByteMs ?? null,
      fidelity: "A",
    };
    const usage = response?.status === 200 ? (recognise(exchange)?.readUsage(response) ?? null) : null;
    const isFree = head === null ? wasNeverSent(fault) : head.status >= 400;
    if (isFree) reservation.release();
    const costUsd = isFree ? 0 : reservation.settle(usage, startedAtMs, termsOfSale(exchange));
    this.#exchanges.push({ lane, exchange, usage, costUsd, durationMs: monotonicMs() - startMs });
  }

  #holdBack(lane: string, why: string, sink: AnswerArguments[0]): Promise<void> {
    this.#refusal ??= why;
    this.#faults.set(lane, `held back: ${why}`);
    sink.start(402, [["content-type", "application/json"]]);
    void sink.write(Buffer.from(JSON.stringify({ type: "error", error: { type: "spending_limit", message: why } })));
    sink.end();
    return Promise.resolve();
  }

  /** Errors of providers quote the key that they refuse. */
  #masked(received: readonly Buffer[]): Buffer {
    return Buffer.from(maskKey(Buffer.concat(received).toString(), this.#endpoint.credential));
  }

  async #send(lane: string, { method, path, headers, body }: IncomingRequest, signal: AbortSignal): Promise<Response> {
    const { baseUrl, credential } = this.#endpoint;
    const own = headers.filter(([name]) => !WITHHELD.has(name.toLowerCase()));
    const bytes = this.#asks(lane, body);
    return fetch(target(baseUrl, path), {
      method,
      headers: [...own, credential].map(([name, value]): [string, string] => [name, value]),
      signal,
      ...(method === "GET" || method === "HEAD" ? {} : { body: new Uint8Array(bytes) }),
    });
  }

  /** The body with the provider's question, on the first request of the parent and of each fork. */
  #asks(lane: string, body: Buffer): Buffer {
    if (this.#asked.has(lane)) return body;
    this.#asked.add(lane);
    const parent = this.#parent?.exchange.response ?? null;
    if (lane === "parent") return askDiagnosis(body, this.#endpoint.diagnoses, null);
    const previous = parent === null ? null : responseId(parent);
    return previous === null ? body : askDiagnosis(body, this.#endpoint.diagnoses, previous);
  }

  #beginningOf(lane: string): PromiseWithResolvers<void> {
    const beginning = this.#begun.get(lane) ?? Promise.withResolvers<void>();
    this.#begun.set(lane, beginning);
    return beginning;
  }
}

type AnswerArguments = Parameters<MockProvider["answer"]> extends [unknown, ...infer Others] ? Others : never;

/** Of the connection, of the harness, and the made-up key. */
const WITHHELD: ReadonlySet<string> = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "accept-encoding",
  "expect",
  "keep-alive",
  "x-api-key",
  "authorization",
  "x-goog-api-key",
  LANE_HEADER,
]);

/** The body is decoded by the time it is passed on. */
function passedOn(headers: Headers): readonly Header[] {
  const dropped = new Set(["content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive"]);
  return [...headers].filter(([name]) => !dropped.has(name));
}

/** A recorded path may hold the base URL's own. */
function target(base: URL, path: string): string {
  const prefix = base.pathname.replace(/\/$/, "");
  return `${base.origin}${path.startsWith(`${prefix}/`) ? "" : prefix}${path}`;
}
