import type { RequestHandler } from "msw";

import type { RecordedExchange } from "../../cassette/recorded-exchange.ts";
import type { MockProvider as Provider } from "../../mock/mock-provider.ts";
import type { MockFault } from "../../mock/script/fault.ts";
import { scriptedProvider } from "../../mock/script/serve-script.ts";
import { mockFetch } from "../../mock/serve/via-fetch.ts";
import { serveLoopback } from "../../mock/serve/via-loopback.ts";
import { providers } from "../../providers/list.ts";
import { checkProvider } from "../judging/check-provider.ts";
import { checkOptions, explained, misuse } from "../misuse.ts";
import { KeptExchanges } from "../tape/kept-exchanges.ts";
import { forgetMock, noteAnswering, rememberMock } from "../tape/mocks/known-mocks.ts";
import type { SaveOptions } from "../tape/save-options.ts";
import type { Fetch } from "../tape/sent-request.ts";
import { createTestClock, type TestClock, type UserClock } from "./test-clock.ts";
import type { MockScript } from "./mock-script.ts";
import { servedLog } from "./served-log.ts";

/** A mocked provider on all its transports. Dispose of it (`await using`), or call `close`. */
export type MockedProvider = AsyncDisposable & {
  /** Such as `http://127.0.0.1:40123`, without `/v1`: a server on loopback. */
  readonly baseUrl: string;
  /** The same provider without a socket. It answers for every host. */
  readonly fetch: Fetch;
  /** The same as handlers of msw 3, for clients that keep their base URL. Default: the hosts of all providers that we know. */
  readonly handlers: (...origins: readonly string[]) => Promise<readonly RequestHandler[]>;
  /** Every request so far, refused ones included, with its response. Token counts are computed by the provider's cache rules. */
  readonly exchanges: readonly RecordedExchange[];
  /** The same without refused requests and scripted errors. */
  readonly answered: readonly RecordedExchange[];
  readonly save: (folder: string, options?: SaveOptions) => Promise<void>;
  /**
   * Lets virtual time pass: `250ms`, `30s`, `6m` or `1h`.
   *
   * @throws HarnessError HX541 for another text, and if the provider runs on your clock
   */
  readonly advance: (time: string) => void;
  /** Requests that the script did not foresee, and steps of the script that no request asked for. */
  readonly faults: () => readonly MockFault[];
  /** Stops serving on every transport and drops what is in flight: `fetch` throws HX541 from then on. */
  readonly close: () => Promise<void>;
};

export type MockProviderOptions = {
  /** What the model answers, lane by lane; a list is the lane `fork`. harness/mock/README.md has the format. */
  readonly script: MockScript;
  /** Your clock, such as `Date` under fake timers: `{ now: () => milliseconds }`. Default: virtual time, see `advance`. */
  readonly clock?: UserClock;
  /** Who answers on wire formats that several vendors serve. Default: the model's name decides. */
  readonly provider?: string;
};

/**
 * Starts a mocked provider: answers are scripted, usage is computed from the bytes by the provider's cache rules, and invalid
 * requests are refused in the provider's own words.
 *
 * @throws HarnessError HX141 for the script, HX541 and HX542 for other options, HX402 if loopback cannot be listened on
 */
export async function startMockProvider(options: MockProviderOptions): Promise<MockedProvider> {
  if (options === undefined)
    throw misuse("HX541", "mockProvider takes { script }", "pass { script: { parent: [{ text }] } }");
  checkOptions("mockProvider", options, ["script", "clock", "provider"]);
  if (options.script === undefined) {
    throw misuse(
      "HX541",
      "mockProvider: script is missing",
      "pass { script: { parent: [{ text: … }], fork: [{ text: … }] } }",
    );
  }
  checkProvider("mockProvider", options.provider);
  const clock = createTestClock(options.clock);
  // On virtual time an answer that waits would wait for ever: without a timer it does not.
  const scripted = scriptedProvider(options.script, { clock, provider: options.provider ?? null });
  const provider = await scripted.catch((fault: unknown) => {
    throw explained(fault);
  });
  return new Mock(provider, clock, (noting) => serveLoopback(noting)).listen();
}

type Serve = (provider: Pick<Provider, "answer">) => ReturnType<typeof serveLoopback>;

class Mock extends KeptExchanges {
  readonly #provider: Provider;
  readonly #clock: TestClock;
  readonly #serve: Serve;
  readonly #noting: Provider;
  #isClosed = false;

  constructor(provider: Provider, clock: TestClock, serve: Serve) {
    super("the mocked provider", servedLog(provider), { isMock: true, faults: () => provider.finish() });
    this.#provider = provider;
    this.#clock = clock;
    this.#serve = serve;
    this.#noting = { ...provider, answer: (...args) => this.#answer(...args) };
  }

  async listen(): Promise<MockedProvider> {
    const server = await this.#serve(this.#noting);
    const { host } = new URL(server.baseUrl);
    const answering = mockFetch(this.#noting);
    const fetch: Fetch = async (...args) => {
      this.#refuseClosed();
      return answering(...args);
    };
    rememberMock(host, fetch, this.source);
    const close = async (): Promise<void> => {
      this.#isClosed = true;
      forgetMock(host);
      await server.close();
    };
    return Object.assign(this, {
      baseUrl: server.baseUrl,
      fetch,
      close,
      [Symbol.asyncDispose]: close,
    });
  }

  readonly handlers: MockedProvider["handlers"] = async (...origins) => {
    const { mswHandlers } = await import("../../mock/serve/via-msw.ts");
    try {
      if (origins.length === 0) return await mswHandlers(this.#noting, isForProvider);
      return (await Promise.all(origins.map((origin) => mswHandlers(this.#noting, origin)))).flat();
    } catch (fault) {
      if (!isMissingModule(fault)) throw fault;
      throw misuse("HX541", "mock.handlers() needs msw, which is not installed", "npm i -D msw@3");
    }
  };

  readonly advance: MockedProvider["advance"] = (time) => this.#clock.advance(time);

  readonly faults: MockedProvider["faults"] = () => this.#provider.finish();

  /** A fork that outlives its test would be answered where no assertion sees it. */
  #refuseClosed(): void {
    if (!this.#isClosed) return;
    const fix = "await every turn and fork of the agent before close, or before the block of `await using` ends";
    throw misuse("HX541", "a request was sent to a mocked provider after close()", fix);
  }

  async #answer(...args: Parameters<Provider["answer"]>): Promise<void> {
    this.#refuseClosed();
    noteAnswering(this.source);
    const before = this.#provider.served().length;
    const answered = this.#provider.answer(...args);
    if (this.#provider.served().length > before) this.noteRequest(String(before + 1));
    await answered;
  }
}

function isMissingModule(fault: unknown): boolean {
  return fault instanceof Error && "code" in fault && fault.code === "ERR_MODULE_NOT_FOUND";
}

/** A provider's host, or one below it. Of Amazon's, only those of Bedrock serve models. */
function isForProvider({ hostname }: URL): boolean {
  if (hostname.endsWith("amazonaws.com")) return hostname.startsWith("bedrock");
  return providers.some(({ hosts }) => hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`)));
}
