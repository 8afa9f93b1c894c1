import type { RecordedExchange, Source } from "../cassette/recorded-exchange.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import type { MockFault } from "../mock/script/fault.ts";
import type { IncomingRequest, MockProvider } from "../mock/mock-provider.ts";
import type { Sink } from "../mock/serve/play-plan.ts";
import { type MatchableRequest, describeMismatch, matches } from "./match-request.ts";
import { duePieces, headAfterMs, type Pace, type ReplayClock } from "./pace.ts";
import type { ReplayLanes } from "./replay-lanes.ts";

/** A recording that answers again. `serveLoopback` serves it like a mocked provider. */
export type ReplayProvider = Pick<MockProvider, "answer" | "finish"> & {
  /** Ids of the exchanges that were met, in the order in which they were. */
  readonly met: () => readonly string[];
  /** Every request so far in order of arrival, refused ones included. */
  readonly served: () => readonly ReplayedRequest[];
};

/** One request and the recorded exchange that answered it; null where it was refused. */
export type ReplayedRequest = {
  readonly request: IncomingRequest;
  readonly answeredBy: { readonly exchange: RecordedExchange; readonly lane: number } | null;
  /** By the replay's clock; null until the first byte was sent. */
  readonly startMs: number;
  readonly firstByteMs: number | null;
};

/**
 * Answers each request with the recorded response to the very same bytes. Inside a lane the recorded order binds: the next
 * request of a conversation must be its next exchange. Any other request gets an error that no client retries, and fails the run.
 * A recorded request that never came fails the run, too.
 *
 * @throws HarnessError HX304 if the recording cannot be replayed: not raw, without responses, or of a WebSocket
 */
export function createReplayProvider(options: {
  readonly source: Source;
  readonly lanes: ReplayLanes;
  readonly pace: Pace;
  readonly clock: ReplayClock;
  /** Called just before the first byte of an answer. */
  readonly onFirstByte?: (served: ReplayedRequest) => void;
}): ReplayProvider {
  const { source, pace, clock } = options;
  const lanes = options.lanes.map((ids) => ids.map((id) => checked(source, id)));
  const next = lanes.map(() => 0);
  const faults: MockFault[] = [];
  const served: ReplayedRequest[] = [];

  /** Exchanges that their lanes expect now. */
  const expected = (): readonly { readonly lane: number; readonly id: string }[] =>
    lanes.flatMap((ids, lane) => ids.slice(next[lane], (next[lane] ?? 0) + 1).map((id) => ({ lane, id })));

  const take = (asked: MatchableRequest): NonNullable<ReplayedRequest["answeredBy"]> | MockFault => {
    for (const { lane, id } of expected()) {
      const exchange = source.load(id);
      if (!matches(asked, exchange)) continue;
      next[lane] = (next[lane] ?? 0) + 1;
      return { exchange, lane };
    }
    const unmet = lanes.flatMap((ids, lane) => ids.slice(next[lane])).map((id) => source.load(id));
    return refusal(asked, `request ${served.length + 1}`, unmet, source.name);
  };

  return {
    met: () => served.flatMap(({ answeredBy }) => answeredBy?.exchange.id ?? []),
    served: () => served.map((each) => ({ ...each })),
    answer: async (request, sink, signal) => {
      const taken = take(request);
      const answeredBy = "code" in taken ? null : taken;
      const startMs = clock.now();
      const serving: ReplayInProgress = { request, answeredBy, startMs, firstByteMs: null };
      served.push(serving);
      if ("code" in taken) {
        faults.push(taken);
        refuse(sink, taken.what);
      } else {
        const begin = (): void => {
          serving.firstByteMs = clock.now() - startMs;
          options.onFirstByte?.(serving);
        };
        await play(taken.exchange, { sink, signal, pace, clock, begin });
      }
    },
    finish: () => {
      const unmet = lanes.flatMap((ids, lane) => ids.slice(next[lane]));
      return unmet.length === 0 ? faults : [...faults, leftover(unmet, source.name)];
    },
  };
}

type ReplayInProgress = Omit<ReplayedRequest, "firstByteMs"> & { firstByteMs: number | null };

function checked(source: Source, id: string): string {
  const { fidelity, response, outcome, socket, redacted } = source.load(id);
  const why =
    redacted !== null && redacted.length > 0
      ? "was redacted: no client sends it again"
      : fidelity !== "A"
        ? `is of grade ${fidelity}: its bytes were not kept`
        : socket !== null
          ? "crossed a WebSocket"
          : response === null && outcome === null
            ? "has no response"
            : null;
  if (why === null) return id;
  throw new HarnessError({
    code: "HX304",
    what: `exchange ${id} ${why}, so it cannot be replayed`,
    where: source.name,
    fix: "record the session with `forkproof record`",
    exit: 2,
  });
}

function refusal(asked: MatchableRequest, where: string, unmet: readonly RecordedExchange[], name: string): MockFault {
  const later = unmet.find((exchange) => matches(asked, exchange));
  if (later !== undefined) {
    const what = `${where} is exchange ${later.id} of ${name}, before those that its conversation asks first`;
    return { code: "HX302", what, where, fix: "find out why the client changed its order, or record again" };
  }
  const mismatch = describeMismatch(asked, unmet);
  const why = mismatch === null ? "every exchange was met already" : mismatch.what;
  const fix = "find out what made the client ask otherwise, or record again";
  return { code: "HX301", what: `${where} is not in ${name}: ${why}`, where, fix };
}

function leftover(unmet: readonly string[], name: string): MockFault {
  return {
    code: "HX303",
    what: `${unmet.length} recorded exchanges were not asked for: ${unmet.slice(0, 8).join(", ")}${unmet.length > 8 ? ", …" : ""}`,
    where: name,
    fix: "find out why the client stopped early, or record again",
  };
}

/** 400 in the shape that SDKs of both families read, because no SDK retries it. */
function refuse(sink: Sink, message: string): void {
  const error = { type: "invalid_request_error", message, code: "replay_mismatch", param: null };
  sink.start(400, [["content-type", "application/json"]]);
  void sink.write(Buffer.from(JSON.stringify({ type: "error", error })));
  sink.end();
}

type PlaybackOptions = {
  readonly sink: Sink;
  readonly signal: AbortSignal;
  readonly pace: Pace;
  readonly clock: ReplayClock;
  readonly begin: () => void;
};

/** A response that broke off in the recording breaks off here: its rest is unknown. */
async function play(exchange: RecordedExchange, { sink, signal, pace, clock, begin }: PlaybackOptions): Promise<void> {
  const { response, outcome, encoded } = exchange;
  const startMs = clock.now();
  if (response === null) return sink.cut();
  await clock.until(startMs + headAfterMs(exchange, pace), signal);
  if (signal.aborted) return;
  begin();
  const coding = encoded.response?.coding ?? null;
  sink.start(response.status, [
    ...(response.contentType === null ? [] : [["content-type", response.contentType] as const]),
    ...(coding === null ? [] : [["content-encoding", coding] as const]),
  ]);
  for (const { afterMs, bytes } of duePieces(exchange, pace)) {
    await clock.until(startMs + afterMs, signal);
    if (signal.aborted) return;
    await sink.write(bytes);
  }
  if (outcome === null || outcome === "complete") sink.end();
  else await sink.cut();
}
