import type { Header } from "../../kernel/exchange.ts";
import { answerWhole } from "../../mock/serve/answer-request.ts";
import { guardEgress } from "../../mock/serve/egress-guard.ts";
import { mockFetch } from "../../mock/serve/via-fetch.ts";
import { once } from "../../kernel/memo/once.ts";
import type { MockProvider } from "../../mock/mock-provider.ts";
import type { ForkScenario } from "../../scenario/scenario.ts";
import type { Endpoint } from "./endpoint.ts";
import { refuseUnmatched } from "./fork-task.ts";
import type { SubjectWorkers } from "./modules/subject-workers.ts";
import type { ParentReplay } from "./parent/parent-replay.ts";
import { type Ask, askByFetch, sendParent } from "./parent/send-parent.ts";
import { type RanForks, runForks } from "./run-forks.ts";
import type { TimeKeeper } from "./time/time-keeper.ts";
import type { VirtualTime } from "./time/virtual-time.ts";

/** Any key is as good as another: a provider on loopback wants one, as the real one does. */
const API_KEY = "forkproof-mocked";

/** Virtual time starts here in every run, so that reports do not differ. */
export const START_MS: number = Date.UTC(2026, 0, 1);

/** A provider on loopback, and its time. */
export type Offline = {
  readonly time: VirtualTime;
  readonly keeper: TimeKeeper;
  readonly provider: Pick<MockProvider, "answer">;
  readonly began: Endpoint["began"];
  /** Requests whose response has not ended. */
  readonly inFlight?: () => number;
  /** The layer between the forks and the provider; returns its own base URL. */
  readonly through?: (baseUrl: string) => Promise<string>;
  readonly workers: SubjectWorkers;
};

/**
 * Runs a scenario's forks against a provider on loopback, in virtual time, where no request leaves this machine.
 *
 * @throws HarnessError as `runForks`; HX199 for a call without a stub, HX421 for a request to another host
 */
export async function runOffline(
  scenario: ForkScenario,
  replay: ParentReplay | null,
  { time, keeper, provider, began, inFlight = () => 0, workers, through }: Offline,
): Promise<RanForks & { readonly leftOpen: number }> {
  let leftOpen = 0;
  const memory = inMemory(provider);
  const isOurs = scenario.fork.subject.kind === "strategy" && !through;
  const endpoint: Endpoint = {
    apiKey: API_KEY,
    startTimer: time.start,
    pause: keeper.pause,
    keeper,
    began,
    letPass: (delayMs) => time.clock.advance(delayMs),
    fetch: isOurs ? memory.fetch : fetch,
    askParent: (sent, baseUrl) => {
      const ask = through ? askByFetch : memory.ask;
      return keeper.attend(sendParent(sent, { baseUrl, apiKey: API_KEY, ask }));
    },
    serve: async (work) => {
      await using _memory = memory;
      await using server = isOurs ? NO_SERVER : await (await codeOfServers()).serveLoopback(provider);
      const baseUrl = (await through?.(server.baseUrl)) ?? server.baseUrl;
      const done = await keeper.keep(work(async () => baseUrl));
      leftOpen = inFlight();
      return done;
    },
  };
  // A memory fork writes into its folder, so that it cannot be run twice.
  const isFresh = scenario.fork.filter.some(({ kind }) => kind === "auto-mem");
  using egress = guardEgress();
  const ran = await runForks(scenario, replay, endpoint, { workers, staysOnLoopback: true, isFresh });
  const [escape] = egress.refused();
  if (escape !== undefined) throw escape;
  refuseUnmatched(ran.unmatched, scenario);
  return { ...ran, leftOpen };
}

/** Forks of ours ask in memory. */
const codeOfServers = once(() => import("../../mock/serve/via-loopback.ts"));

/** The host that requests in memory name. */
const NO_SERVER = { baseUrl: "http://127.0.0.1", [Symbol.asyncDispose]: async () => {} };

/**
 * For requests of this process, whose clients take a fetch: the bytes are those that they would write to a socket, which costs more
 * than all else. Closing it throws the first error of the provider itself.
 */
function inMemory(
  provider: Offline["provider"],
): AsyncDisposable & { readonly fetch: typeof fetch; readonly ask: Ask } {
  const faults: unknown[] = [];
  const onFault = (fault: unknown): void => void faults.push(fault);
  return {
    fetch: mockFetch(provider, onFault, { keepsBodies: true }),
    ask: (url, { headers, body }) =>
      answerWhole(provider, { method: "POST", url, headers: asSent(headers), body }, onFault),
    [Symbol.asyncDispose]: async () => {
      if (faults.length > 0) throw faults[0];
    },
  };
}

/** Names and order as fetch sends them. Its own class would load all of fetch, which takes as long as Node's start. */
function asSent(headers: readonly Header[]): readonly Header[] {
  const values = new Map<string, string>();
  for (const [name, value] of headers) {
    const [key, before] = [name.toLowerCase(), values.get(name.toLowerCase())];
    values.set(key, before === undefined ? value.trim() : `${before}, ${value.trim()}`);
  }
  return [...values].sort(([left], [right]) => (left < right ? -1 : 1));
}
