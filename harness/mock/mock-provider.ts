import { wireNamed } from "../wires/list.ts";
import type { Prediction } from "../cache-model/prompt-cache.ts";
import { wireOfPath } from "../wires/wire-of-path.ts";
import type { Exchange, Header } from "../kernel/exchange.ts";
import { servedHeader, type ServedRequest } from "../kernel/lane/served-header.ts";
import type { Clock } from "./serve/clock.ts";
import type { MockFault } from "./script/fault.ts";
import { Gates } from "./script/gate.ts";
import type { ResponsePlan } from "./plan-response.ts";
import { playPlan, type Sink } from "./serve/play-plan.ts";
import { RememberedResponses } from "./state/remembered-responses.ts";
import { createProviderHandler, type MockOptions } from "./provider-handler.ts";
import { loadMockWires } from "./wires.ts";
import { workspaceOf } from "./workspace-of.ts";

/** The mocked provider at work: the pure handler with a clock, gates and a log. Any transport serves it. */
export type MockProvider = {
  readonly gates: Gates;
  /** Plays the answer to one request into `sink`. The order of these calls is the order of the requests. */
  readonly answer: (request: IncomingRequest, sink: Sink, signal: AbortSignal) => Promise<void>;
  /** Every request so far in order of arrival, refused ones included. */
  readonly served: () => readonly ServedExchange[];
  /** Resolves when the first response of a lane sends its first byte: its entry can be read from then on. */
  readonly began: (lane: string) => Promise<void>;
  /** Requests whose response has not ended. */
  readonly inFlight: () => number;
  /** Errors that fail the run though every request was answered; call this when all clients are done. */
  readonly finish: () => readonly MockFault[];
};

export type IncomingRequest = {
  readonly method: string;
  readonly path: string;
  readonly host: string | null;
  readonly headers: readonly Header[];
  readonly body: Buffer;
  /** Whether the connection itself remembers its answers, though the request asks not to store them. */
  readonly keepsAnswers?: boolean;
};

/** One request and what came of it. */
export type ServedExchange = {
  /** Times are the provider's clock. `usageIsReal` is false: the cache model computed the counters. */
  readonly exchange: Exchange;
  readonly lane: string | null;
  /** The number of the request that it goes on from, as far as its content shows it. */
  readonly follows: number | null;
  /** The cache that it asked: the provider's number in this process, and the workspace that the request names. */
  readonly asked: Pick<ServedRequest, "provider" | "workspace">;
  /** The cache model's answer; null if the request was refused or the answer was an error. */
  readonly prediction: Prediction | null;
  /** `open` until the last byte; `aborted` where the client left first. */
  readonly outcome: "open" | "complete" | "cut" | "aborted";
};

/** On a virtual clock time stands still until its owner moves it, and one run is like the next. */
export async function createMockProvider(options: MockOptions & { readonly clock: Clock }): Promise<MockProvider> {
  const { clock } = options;
  const handler = createProviderHandler(await loadMockWires(), options);
  const gates = new Gates();
  const remembered = new RememberedResponses();
  const log: Serving[] = [];
  const provider = (created += 1);
  const beginnings = new Map<string, PromiseWithResolvers<void>>();
  const beginningOf = (lane: string): PromiseWithResolvers<void> => {
    const beginning = beginnings.get(lane) ?? Promise.withResolvers<void>();
    beginnings.set(lane, beginning);
    return beginning;
  };
  return {
    gates,
    finish: handler.finish,
    served: () => log.map(snapshot),
    began: (lane) => beginningOf(lane).promise,
    inFlight: () => log.filter(({ outcome }) => outcome === "open").length,
    answer: async (request, sink, signal) => {
      const startMs = clock.now();
      const keepsConversations = keeps(request.path);
      const body = keepsConversations || COUNTS.test(request.path) ? remembered.whole(request.body) : request.body;
      const plan = handler.respond({ ...request, body, nowMs: startMs });
      const serving: Serving = {
        number: log.length + 1,
        asked: { provider, workspace: workspaceOf(request) },
        request,
        plan,
        startMs,
        firstByteMs: null,
        sent: [],
        outcome: "open",
      };
      log.push(serving);
      const begin = (): void => {
        serving.firstByteMs = clock.tick();
        handler.began(plan, serving.firstByteMs);
        if (plan.lane !== null) beginningOf(plan.lane).resolve();
      };
      try {
        serving.outcome = await playPlan(plan, { sink: noting(sink, serving), gates, signal, begin });
      } finally {
        // An internal error breaks the answer off, so that no client waits for its end.
        if (serving.outcome === "open") serving.outcome = "cut";
        handler.ended(plan, clock.now());
      }
      if (!keepsConversations || plan.status !== 200 || serving.outcome !== "complete") return;
      if (request.keepsAnswers === true || !STORES_NOTHING.test(body.toString("latin1"))) {
        remembered.keep(body, Buffer.concat(serving.sent));
      }
    },
  };
}

/** How many providers this process has made. */
let created = 0;

/** Whether the provider of this path's wire format keeps answers that a later request continues. */
function keeps(path: string): boolean {
  const named = wireOfPath(path);
  return named !== null && named !== "foreign" && wireNamed(named).keepsConversations === true;
}

/** Where the same request is only counted. */
const COUNTS = /\/responses\/input_tokens(?:\?|$)/;
const STORES_NOTHING = /"store"\s*:\s*false/;

type Serving = {
  readonly number: number;
  readonly asked: ServedExchange["asked"];
  readonly request: IncomingRequest;
  readonly plan: ResponsePlan;
  readonly startMs: number;
  firstByteMs: number | null;
  readonly sent: Buffer[];
  outcome: ServedExchange["outcome"];
};

/** Keeps what is sent, and says in a header which request of which provider is answered. */
function noting(sink: Sink, serving: Serving): Sink {
  return {
    ...sink,
    start: (status, headers) => {
      const { number, asked, startMs: startedAtMs, firstByteMs, plan } = serving;
      const { lane, follows } = plan;
      const times = { startedAtMs, firstByteMs: firstByteMs ?? startedAtMs };
      sink.start(status, [...headers, servedHeader({ ...asked, number, ...times, lane, follows })]);
    },
    write: (bytes) => {
      serving.sent.push(bytes);
      return sink.write(bytes);
    },
  };
}

function snapshot({ number, asked, request, plan, startMs, firstByteMs, sent, outcome }: Serving): ServedExchange {
  const contentType = plan.headers.find(([name]) => name === "content-type")?.[1] ?? null;
  return {
    exchange: {
      id: String(number),
      forkOf: null,
      method: request.method,
      path: request.path,
      host: request.host,
      headers: request.headers.map(withoutSecret),
      request: request.body,
      response:
        firstByteMs === null
          ? null
          : { status: plan.status, contentType, body: Buffer.concat(sent), usageIsReal: false },
      startedAtMs: startMs,
      firstByteMs: firstByteMs === null ? null : firstByteMs - startMs,
      fidelity: "A",
    },
    lane: plan.lane,
    follows: plan.follows,
    asked,
    prediction: plan.prediction,
    outcome,
  };
}

/** A client under test may send a real key to what it takes for the provider. */
function withoutSecret([name, value]: Header): Header {
  return SECRETS.has(name.toLowerCase()) ? [name, "[redacted]"] : [name, value];
}

const SECRETS: ReadonlySet<string> = new Set([
  "x-api-key",
  "x-goog-api-key",
  "api-key",
  "authorization",
  "cookie",
  "proxy-authorization",
]);
