import type { MockFault } from "../../mock/script/fault.ts";
import type { RecordedExchange } from "../../cassette/recorded-exchange.ts";
import { monotonicMs } from "../../io/clock.ts";
import { checkOptions, describe, misuse } from "../misuse.ts";
import { processEpochMs } from "./activity.ts";
import { type GlobalTaps, tapGlobals } from "./global-taps.ts";
import { KeptExchanges } from "./kept-exchanges.ts";
import { lostFaults } from "./lost-requests.ts";
import { MocksBehind } from "./mocks/mocks-behind.ts";
import type { SaveOptions } from "./save-options.ts";
import type { Fetch } from "./sent-request.ts";
import { type Counters, createTapeLog, type TapeLog } from "./tape-log.ts";
import { tappedFetch } from "./tapped-fetch.ts";
import { UnseenRequests } from "./unseen-requests.ts";

/** What passed through one fetch: every request with its response, as raw bytes, in memory. */
export type Tape = {
  /** Give it to the client: `createAnthropic({ fetch: tape.fetch })`. Any number of clients may share it. */
  readonly fetch: Fetch;
  /**
   * The requests so far, in the order in which they were sent. A response that is still arriving has the bytes that its reader
   * has read. Ids are "1", "2" and so on.
   */
  readonly exchanges: readonly RecordedExchange[];
  /** The same without attempts that got no answer, so that a retry of an SDK moves no place: `const [parent, fork] = tape.answered`. */
  readonly answered: readonly RecordedExchange[];
  /**
   * Writes a cassette for `forkproof judge`, scenarios and replays. Headers outside an allow-list are left out.
   *
   * @throws HarnessError HX211 without an exchange, HX230 if something is there already, HX231 for credentials in a body
   */
  readonly save: (folder: string, options?: SaveOptions) => Promise<void>;
};

/** A tape of all requests of this process that a model could have answered. Dispose of it to stop. */
export type GlobalTape = Omit<Tape, "fetch"> & Disposable & { readonly stop: () => void };

export type RecordOptions = {
  /** Sends the requests. Default: `globalThis.fetch`, as it is when a request is sent. */
  readonly fetch?: Fetch;
  /**
   * Who counts the tokens in the responses. Use `scripted` for a test server with invented counters: they are ignored then. Usage
   * that `mockProvider` computed is always recognized. Default: `reported`.
   */
  readonly usage?: "reported" | "scripted";
};

export type RecordExchanges = {
  /**
   * Records what a client sends and receives, without a change to either. Bodies are kept as bytes, and of the headers only those
   * that decide the wire format, the cache or its routing. A stream is read by its caller alone.
   *
   * @throws HarnessError HX541 and HX542 for wrong options
   */
  (options?: RecordOptions): Tape;
  /**
   * Records the requests to models of this whole process, for an agent that takes no fetch: those of `globalThis.fetch` and of
   * `undici`, also from clients that were made before. A request that bypasses both, such as one of a client on `node:http` or with a dispatcher of its
   * own, is counted, and matchers fail. Worker threads and child processes are noticed only if a server of this process receives their requests. Give such a client a base URL of `mockProvider`, or use `forkproof record`.
   *
   * @throws HarnessError HX541 and HX542 for wrong options
   */
  readonly global: (options?: Pick<RecordOptions, "usage">) => GlobalTape;
};

/** See RecordExchanges. */
export const recordExchanges: RecordExchanges = Object.assign(record, { global: recordGlobal });

function record(options: RecordOptions = {}): Tape {
  checkOptions("recordExchanges", options, ["fetch", "usage"]);
  const { fetch, usage } = options;
  if (fetch !== undefined && typeof fetch !== "function") {
    throw misuse("HX541", `recordExchanges takes a fetch function, not ${describe(fetch)}`, "pass { fetch: myFetch }");
  }
  return new FetchTape(fetch ?? null, checkedUsage(usage));
}

function recordGlobal(options: Pick<RecordOptions, "usage"> = {}): GlobalTape {
  checkOptions("recordExchanges.global", options, ["usage"]);
  return new ProcessTape(checkedUsage(options.usage));
}

class FetchTape extends KeptExchanges implements Tape {
  readonly fetch: Fetch;

  constructor(fetch: Fetch | null, usage: Counters) {
    const log = createTapeLog({ epochMs: processEpochMs(), monotonicMs });
    const mocks = new MocksBehind(log, usage, fetch);
    super("the tape", log, { mocks: mocks.list, faults: () => lostFaults(log.lost()), bypassed: mocks.bypassed });
    this.fetch = tappedFetch(log, {
      upstream: () => fetch ?? globalThis.fetch,
      countersOf: mocks.countersOf,
      onRequest: this.noteRequest,
      around: mocks.around,
    });
  }
}

const FETCH_REPLACED: MockFault = {
  code: "HX543",
  what: "globalThis.fetch was replaced after recordExchanges.global(), by a function that passed no request on to the tape.",
  where: "the tape",
  fix: "Replace it first, and call recordExchanges.global() then; or stop the tape before.",
};

class ProcessTape extends KeptExchanges implements GlobalTape {
  readonly #taps: GlobalTaps;
  readonly stop: () => void;

  constructor(usage: Counters) {
    const log: TapeLog = createTapeLog({ epochMs: processEpochMs(), monotonicMs });
    const mocks = new MocksBehind(log, usage, null);
    const unseen = new UnseenRequests();
    // Faults are asked for once the tape runs.
    const faults = (): readonly MockFault[] => [
      ...lostFaults(log.lost()),
      ...unseen.faults([...log.exchanges(), ...log.lost()]),
      ...(this.#taps.isReplaced() ? [FETCH_REPLACED] : []),
    ];
    super("the tape", log, { mocks: mocks.list, faults, bypassed: mocks.bypassed });
    const tap = { countersOf: mocks.countersOf, onRequest: this.noteRequest, around: mocks.around };
    this.#taps = tapGlobals(log, tap);
    this.stop = () => {
      mocks.stop();
      this.#taps.stop();
      unseen.stop();
    };
  }

  [Symbol.dispose](): void {
    this.stop();
  }
}

function checkedUsage(usage: RecordOptions["usage"] = "reported"): Counters {
  if (usage === "reported" || usage === "scripted") return usage;
  throw misuse("HX541", `unknown usage ${describe(usage)}`, 'pass usage: "reported" or usage: "scripted"');
}
