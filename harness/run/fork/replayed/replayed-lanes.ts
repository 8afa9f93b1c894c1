import type { Source } from "../../../cassette/recorded-exchange.ts";
import { recognise } from "../../../wires/recognise.ts";
import type { Exchange } from "../../../kernel/exchange.ts";
import { HarnessError } from "../../../kernel/faults/harness-error.ts";
import type { InspectedExchange } from "../../../kernel/inspection/inspection.ts";
import { laneNamedIn } from "../../../kernel/lane/lane-header.ts";
import { newTexts } from "../../../mock/script/said-request.ts";
import { type ReplayLanes, replayLanes } from "../../../replay/replay-lanes.ts";
import type { ReplayedRequest } from "../../../replay/replay-provider.ts";
import { selectExchanges } from "../../../replay/select-exchanges.ts";
import { forkCount } from "../../../scenario/decode/fork-count.ts";
import type { ForkScenario } from "../../../scenario/scenario.ts";
import { inspectRecording } from "../../../verdict/recording/inspect-recording.ts";
import { laneOf } from "../to-mock-script.ts";

/** The conversations of a recording that a run must meet, and which of them is the parent's. */
export type Lanes = {
  readonly lanes: ReplayLanes;
  readonly main: number;
  readonly isSentHere: boolean;
  /** How many forks the run starts. */
  readonly siblings: number;
  readonly exchanges: readonly Pick<InspectedExchange, "id" | "parent">[];
};

export function openLanes(source: Source, scenario: ForkScenario, parent: Exchange | null): Lanes {
  const { exchanges } = inspectRecording(source);
  const { replay } = scenario.provider;
  // All of a separate cassette belongs to the run; of the parent's recording only the continuations of the parent.
  const from = replay.cassette === null ? (parent?.id ?? null) : null;
  const chosen = selectExchanges(exchanges, { named: replay.exchanges, parent: from, recording: source.name });
  const lanes = replayLanes(chosen);
  const main = from === null ? 0 : lanes.findIndex((ids) => ids.includes(from));
  return { lanes, main, isSentHere: parent !== null, siblings: forkCount(scenario), exchanges: chosen };
}

/**
 * The lane of a request: by its header, or else by the recorded conversation that it belongs to. A continuation of a parent that
 * the run itself sends is a fork, unless the recording has other conversations for all forks: then it is the parent's next turn.
 */
export function laneNamed(
  { request, answeredBy }: Pick<ReplayedRequest, "request" | "answeredBy">,
  { lanes, main, isSentHere, siblings }: Lanes,
): string | null {
  const named = laneNamedIn(request.headers);
  if (named !== null || answeredBy === null) return named;
  const { lane, exchange } = answeredBy;
  const others = lanes.flatMap((_, at) => (at === main ? [] : [at]));
  const isForkedInside = isSentHere && others.length < siblings;
  if (lane === main && (!isForkedInside || exchange.id === lanes[main]?.[0])) return "parent";
  return laneOf((isForkedInside && (lanes[main]?.length ?? 0) > 1 ? [main, ...others] : others).indexOf(lane) + 1);
}

/**
 * A fork that repeats its parent's request and answer looks like the parent's next turn, so a recording may hold one conversation only.
 *
 * @throws HarnessError HX306 where a fork sent no request for that reason, with the line that distinguishes the two
 */
export function refuseSingleLane(
  served: readonly { readonly lane: string | null }[],
  { lanes, siblings, exchanges }: Lanes,
  source: Source,
): void {
  const forks = Array.from({ length: siblings }, (_, at) => laneOf(at + 1));
  const isMissing = forks.some((lane) => served.every((each) => each.lane !== lane));
  const candidates = isMissing && lanes.length === 1 ? findCandidates(exchanges, source) : [];
  const [first] = candidates;
  if (first === undefined) return;
  const lines = candidates.map(
    ({ id, parent }) => `\`forkOf: ${JSON.stringify(parent)}\` under \`id: ${JSON.stringify(id)}\``,
  );
  const ids = candidates.map(({ id }) => id).join(", ");
  const isCassette = source.format === "cassette";
  throw new HarnessError({
    code: "HX306",
    what: `The recording shows one conversation, so no request is known to be the fork's. Candidates for its first request: ${ids}.`,
    where: `${isCassette ? `${source.name}/cassette.yaml` : source.name}, exchange ${first.id}`,
    fix: `${isCassette ? "Add" : "Import the recording as a cassette and add"} to cassette.yaml: ${lines.join(", or ")}.`,
    exit: 2,
  });
}

/** Requests that bring a new user message; a request that only answers calls continues its own conversation. */
function findCandidates(
  exchanges: Lanes["exchanges"],
  source: Source,
): readonly { readonly id: string; readonly parent: string }[] {
  const continued = exchanges.flatMap(({ id, parent }) => (parent === null ? [] : [{ id, parent }]));
  return continued.filter(({ id }) => {
    const exchange = source.load(id);
    const dialect = recognise(exchange);
    return dialect !== null && newTexts(dialect.parseLayout(exchange.request), null).length > 0;
  });
}
