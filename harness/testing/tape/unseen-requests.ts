import { channel } from "node:diagnostics_channel";
import type { MockFault } from "../../mock/script/fault.ts";
import { wireOfPath } from "../../wires/wire-of-path.ts";

/** What the diagnostics channels of undici and of `node:http` say of an answer. */
type AnsweredCall = {
  readonly method: unknown;
  readonly path: unknown;
  readonly host: string;
  readonly status: unknown;
};

/** A request that passed through the tape. */
type SeenRequest = {
  readonly host: string | null;
  readonly path: string;
  readonly response: { readonly status: number } | null;
};

type Unsubscribe = () => void;

/**
 * Counts what this process sends to models over undici and `node:http`, by host. Those that a tape of the process does not hold bypassed it.
 * Only answered requests count, since each attempt of a retry has a count of its own.
 */
export class UnseenRequests {
  readonly #answered = new Map<string, number>();
  /** Requests that servers of this process received, by port: worker threads and child processes have channels of their own. */
  readonly #received = new Map<number, number>();
  readonly #unsubscribe: readonly Unsubscribe[];

  constructor() {
    this.#unsubscribe = [
      subscribed("undici:request:headers", (message) => this.#count(undiciCall(message))),
      subscribed("http.client.response.finish", (message) => this.#count(httpCall(message))),
      subscribed("http.server.request.start", (message) => this.#receive(message)),
    ];
  }

  stop(): void {
    for (const each of this.#unsubscribe) each();
  }

  faults(seen: readonly SeenRequest[]): readonly MockFault[] {
    const bypassed = [...this.#answered].flatMap(([host, answered]): readonly MockFault[] => {
      const unseen = answered - seen.filter((each) => each.host === host && mayBeAnswered(each)).length;
      if (unseen <= 0) return [];
      const what = `${unseen} of ${answered} answered requests to models at ${host} did not pass through the tape.`;
      return [{ code: "HX543", what, where: "the tape", fix: FIX }];
    });
    return bypassed.length > 0 ? bypassed : this.#fromOtherThreads(seen);
  }

  #fromOtherThreads(seen: readonly SeenRequest[]): readonly MockFault[] {
    return [...this.#received].flatMap(([port, received]): readonly MockFault[] => {
      const sent = seen.filter(({ host, path }) => host?.endsWith(`:${port}`) === true && isModelPath(path)).length;
      if (received <= sent) return [];
      const what = `${received - sent} of ${received} requests to models that a server of this process received at port ${port} did not pass through the tape.`;
      return [{ code: "HX543", what, where: "the tape", fix: FIX_FOR_THREADS }];
    });
  }

  #receive(message: unknown): void {
    if (!isObject(message) || !isObject(message["request"]) || !isObject(message["socket"])) return;
    const { method, url } = message["request"];
    const { localPort } = message["socket"];
    if (method !== "POST" || !isModelPath(url) || typeof localPort !== "number") return;
    this.#received.set(localPort, (this.#received.get(localPort) ?? 0) + 1);
  }

  #count(call: AnsweredCall | null): void {
    if (call === null || call.method !== "POST" || !isSuccess(call.status)) return;
    if (isModelPath(call.path)) this.#answered.set(call.host, (this.#answered.get(call.host) ?? 0) + 1);
  }
}

const FIX =
  "Give the client recordExchanges().fetch or a base URL of mockProvider: a dispatcher or agent of its own, and clients on node:http, bypass recordExchanges.global().";

const FIX_FOR_THREADS =
  "Worker threads and child processes bypass recordExchanges.global(): assert on a mockProvider whose base URL they use, or use forkproof record.";

/** A request that still waits may be the one that the channel has just counted. */
function mayBeAnswered({ path, response }: SeenRequest): boolean {
  return isModelPath(path) && (response === null || isSuccess(response.status));
}

/** A path that names no wire format says nothing: a whole process also sends what has nothing to do with models. */
function isModelPath(path: unknown): boolean {
  return typeof path === "string" && (wireOfPath(path) ?? "foreign") !== "foreign";
}

function isSuccess(status: unknown): boolean {
  return typeof status === "number" && status >= 200 && status < 300;
}

function undiciCall(message: unknown): AnsweredCall | null {
  if (!isObject(message) || !isObject(message["request"]) || !isObject(message["response"])) return null;
  const { method, path, origin } = message["request"];
  const host = URL.parse(String(origin))?.host ?? null;
  return host === null ? null : { method, path, host, status: message["response"]["statusCode"] };
}

function httpCall(message: unknown): AnsweredCall | null {
  if (!isObject(message) || !isObject(message["request"]) || !isObject(message["response"])) return null;
  const { request, response } = message;
  const { method, path, getHeader } = request;
  if (typeof getHeader !== "function") return null;
  return { method, path, host: String(Reflect.apply(getHeader, request, ["host"])), status: response["statusCode"] };
}

function subscribed(name: string, listener: (message: unknown) => void): Unsubscribe {
  const events = channel(name);
  events.subscribe(listener);
  return () => {
    events.unsubscribe(listener);
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
