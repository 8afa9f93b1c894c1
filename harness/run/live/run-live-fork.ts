import type { ForkedParent } from "../../kernel/scenario-subject.ts";
import { recognise } from "../../wires/recognise.ts";
import { startTimer } from "../../io/clock.ts";
import { newKey } from "../../io/new-key.ts";
import type { PrintedText } from "../../io/workers/worker-process.ts";
import { responseDocuments } from "../../wires/shared/usage/response-documents.ts";
import type { Exchange, RecordedResponse } from "../../kernel/exchange.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { type LoopbackServer, serveLoopback } from "../../mock/serve/via-loopback.ts";
import type { ForkScenario } from "../../scenario/scenario.ts";
import type { Endpoint } from "../fork/endpoint.ts";
import { runForks } from "../fork/run-forks.ts";
import { type ParentReplay, replayOf } from "../fork/parent/parent-replay.ts";
import { sendParent } from "../fork/parent/send-parent.ts";
import type { SubjectReport, SubjectTask } from "../fork/subject-task.ts";
import type { SubjectWorkers } from "../fork/modules/subject-workers.ts";
import { checkForkAfter } from "./check-fork-after.ts";
import { inNamespace } from "./in-namespace.ts";
import { type LiveEndpoint, liveEndpoint } from "./live-endpoint.ts";
import type { LiveOptions } from "./live-options.ts";
import { type LiveExchange, LiveProvider } from "./live-provider.ts";

/** The result of one live run. */
export type LiveEvidence = {
  readonly endpoint: LiveEndpoint;
  readonly caches: LiveOptions["caches"];
  /** As it was sent in this run; with an open call behind it where the recording ends in one. */
  readonly parent: Exchange;
  readonly exchanges: readonly LiveExchange[];
  readonly reports: readonly SubjectReport[];
  readonly printed: PrintedText | null;
  /** Calls of the live model without a matching stub: the model got that as the answer. */
  readonly unmatched: readonly string[];
  /** Why a request was held back. */
  readonly refusal: string | null;
  /** Why a lane's last request came to no whole answer. */
  readonly faultOf: (lane: string) => string | null;
};

/** The forks under test get this in place of a key; the real one is added on the way. */
const STAND_IN = "forkproof-live";

/** A live model takes its time. */
const LIMIT_MS = 600_000;

/**
 * Sends the parent's request to the real provider in a namespace of its own, waits for its answer, and runs the subject's
 * forks against the same provider.
 *
 * @throws HarnessError HX310 and HX311 from the endpoint, HX316 where the pause outlives the cache, HX313 where the provider does not answer the parent
 */
export async function runLiveFork(
  scenario: ForkScenario,
  recorded: Exchange,
  options: LiveOptions,
  workers: SubjectWorkers,
): Promise<LiveEvidence> {
  const { provider: section, place } = scenario;
  const dialect = recognise(recorded)?.name;
  if (dialect === undefined) throw new Error(`exchange ${recorded.id} is of no dialect and was replayed`);
  const endpoint = liveEndpoint({ dialect, provider: section.name, place }, options);
  checkForkAfter(scenario, recorded, { provider: endpoint.provider, caches: options.caches });
  const parent = { ...recorded, request: inNamespace(recorded, `run ${newKey().toString("hex").slice(0, 16)}`) };
  const provider = new LiveProvider(endpoint, options.spending);
  const real: Endpoint = {
    apiKey: STAND_IN,
    startTimer,
    pause,
    keeper: { attend: (work) => work, standBy: (event) => event },
    began: (lane) => provider.began(lane),
    letPass: (delayMs) => pause(delayMs, new AbortController().signal),
    askParent: (replay, baseUrl) => askParent(replay, baseUrl, provider),
    limitMs: LIMIT_MS,
    serve: async (work) => {
      const servers: LoopbackServer[] = [];
      try {
        return await work(async (lane) => {
          const server = await serveLoopback(provider.on(lane));
          servers.push(server);
          return server.baseUrl;
        });
      } finally {
        await Promise.all(servers.map(({ close }) => close()));
      }
    },
  };
  // A paid request must not run twice, so no earlier job may have used the process.
  const host = { workers, staysOnLoopback: false, isFresh: true };
  const { reports, printed, unmatched } = await runForks(scenario, await replayOf(parent), real, host);
  return {
    endpoint,
    caches: options.caches,
    parent,
    exchanges: provider.exchanges(),
    reports,
    printed,
    unmatched,
    refusal: provider.refusal(),
    faultOf: (lane) => provider.faultOf(lane),
  };
}

async function askParent(replay: ParentReplay, baseUrl: string, provider: LiveProvider): Promise<ForkedParent> {
  try {
    const sent = await sendParent(replay, { baseUrl, apiKey: STAND_IN });
    const { response = null } = provider.exchanges().at(-1)?.exchange ?? {};
    if (provider.faultOf("parent") === null && isAnswer(response)) return sent;
  } catch (fault) {
    // A response that was cut on the way from the provider is cut for the client, too.
    if (!(fault instanceof HarnessError) && provider.faultOf("parent") === null) throw fault;
  }
  throw unanswered(replay.parent, provider);
}

function isAnswer(response: RecordedResponse | null): boolean {
  return response !== null && response.status === 200 && responseDocuments(response, "").length > 0;
}

function unanswered({ id }: Exchange, provider: LiveProvider): HarnessError {
  const refusal = provider.refusal();
  const response = provider.exchanges().at(-1)?.exchange.response ?? null;
  const said = provider.faultOf("parent") ?? (response === null ? "nothing came" : describeResponse(response));
  return new HarnessError({
    code: refusal === null ? "HX313" : "HX314",
    what: refusal ?? `the provider does not answer the parent's request: ${said}`,
    where: `parent exchange ${id}`,
    fix:
      refusal === null
        ? "see what it says, and whether base URL and key are right; try again later where it is busy"
        : "raise --max-cost, choose a shorter parent, or one whose request bounds its answer",
    exit: refusal === null ? 3 : 2,
  });
}

function describeResponse({ status, contentType, body }: RecordedResponse): string {
  const text = body.toString().slice(0, 2000);
  return status === 200
    ? `the response is not an answer, but ${contentType ?? "of no content type"}: ${text.slice(0, 200)}`
    : `status ${status}: ${text}`;
}

/** Waits in real time. */
const pause: SubjectTask["pause"] = async (delayMs, signal) => {
  if (delayMs <= 0 || signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = startTimer(delayMs, resolve);
  signal.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  cancel();
};
