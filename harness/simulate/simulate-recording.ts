import { saleTerms } from "../wires/sale-terms.ts";
import type { ProviderRules } from "../providers/rules/cache-rules.ts";
import { rulesOf } from "../cache-model/rules/rules-of.ts";
import type { ProviderCache } from "../providers/provider.ts";
import type { RecordedExchange, Source } from "../cassette/recorded-exchange.ts";
import type { Wire } from "../wires/wire.ts";
import { modelOf } from "../wires/model-of.ts";
import { recognise } from "../wires/recognise.ts";
import { isExcluded } from "../wires/shared/usage/why-excluded.ts";
import { countsTokens } from "../wires/wire-of-path.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import type { Layout } from "../kernel/layout.ts";
import type { Exclusion, Simulation, SimulationMode } from "../kernel/simulation.ts";
import type { TurnRatio } from "../kernel/turn-ratio.ts";
import { checkBody } from "../verdict/check-body.ts";
import { guessProvider } from "../verdict/guess-provider.ts";
import { judgedRatios } from "../verdict/ratio/judged-ratios.ts";
import { isPartOfConversation } from "../verdict/recording/why-unread.ts";
import { markNotUnderstood, notUnderstood } from "./not-understood.ts";
import { RecordedContents } from "./recorded/recorded-contents.ts";
import { recordedUsage } from "./recorded/recorded-usage.ts";
import { resourceUse } from "./resource-use.ts";
import { exclusionOf } from "./exclusion-of.ts";
import { type PlayedExchange, SimulatedRun } from "./simulated-run.ts";
import { tallied } from "./tally.ts";
import { typeFirst } from "./type-first.ts";

export type SimulateOptions = {
  /** The provider whose cache rules apply; by default derived from recording and request. */
  readonly provider: string | null;
  /** Whether recorded totals anchor the lengths. */
  readonly anchored: boolean;
  readonly mode: SimulationMode;
  /** Sets a request apart whose body is not JSON, instead of failing. */
  readonly passesBroken?: boolean;
  /** The caches that answer; by default those we model. */
  readonly caches?: readonly ProviderCache[];
  /** The ratios by the id of their exchange, where the recording was judged already. */
  readonly ratios?: ReadonlyMap<string, TurnRatio | null>;
};

/** The gap between two requests without recorded times: enough for a write delay, too little for a lifetime. */
const STEP_MS = 2_500;

/**
 * Plays a recording through the cache models of its providers: one cache for each provider, in time order. A reported read is
 * never used before the model predicted it.
 *
 * @throws HarnessError HX250 for a body that is not JSON; with `passesBroken` only if there is no other body
 */
export function simulateRecording(recording: Source, options: SimulateOptions): Simulation {
  const runs = new Map<ProviderRules, SimulatedRun>();
  const played: PlayedExchange[] = [];
  const contents = new RecordedContents();
  let last: Layout | undefined;
  let broken: HarnessError | null = null;
  for (const { exchange, startMs } of inTimeOrder(recording)) {
    const isCreation = contents.see(exchange);
    const dialect = isCreation ? null : dialectOrFault(exchange, options.passesBroken ?? false);
    if (dialect instanceof HarnessError) {
      broken ??= dialect;
      const fault = `${dialect.message} (${dialect.where})`;
      played.push({ ...unread(exchange), setApart: "broken body", fault });
      continue;
    }
    if (dialect === null) {
      played.push(isCreation ? { ...unread(exchange), setApart: "explicit resource" } : unread(exchange));
      continue;
    }
    const layout = dialect.parseLayout(typeFirst(exchange), last);
    last = layout;
    const provider = options.provider ?? exchange.provider ?? guessProvider(exchange, layout);
    const usage = recordedUsage(dialect, exchange, layout);
    const apart = exclusionOf(dialect.name, exchange, usage?.counts ?? null);
    const setApart = apart === "no usage reported" && isExcluded(dialect, exchange) ? "scripted usage" : apart;
    const model = modelOf(layout, exchange.path);
    if (setApart === "refused by the provider") {
      // A refused request neither read nor wrote, and was not paid for.
      played.push({ ...unread(exchange), model, provider, recorded: usage?.counts ?? null, setApart });
      continue;
    }
    const content = setApart === "explicit resource" ? contents.of(layout) : null;
    if (content !== null && usage !== null && usage.counts.total !== null) {
      const { id, startedAtMs } = exchange;
      const recorded = { ...usage.counts, total: usage.counts.total };
      const { outputTokens } = usage;
      played.push(
        resourceUse(
          { id, model, ...saleTerms(exchange, layout), provider, startedAtMs, recorded, outputTokens },
          content,
        ),
      );
      continue;
    }
    const rules = provider === null ? null : rulesFor(provider, { model, layout, exchange }, options.caches);
    if (rules === null) {
      const recorded = usage?.counts ?? null;
      played.push({ ...unread(exchange), model, provider, recorded, setApart: setApart ?? "no cache model" });
      continue;
    }
    const run = runs.get(rules) ?? new SimulatedRun(rules, options);
    runs.set(rules, run);
    played.push(run.play({ exchange, provider, model, layout, usage, setApart, startMs }));
  }
  if (broken !== null && played.every(({ fault }) => fault !== undefined)) throw broken;
  return simulationOf(recording, played, options);
}

function simulationOf(recording: Source, played: readonly PlayedExchange[], options: SimulateOptions): Simulation {
  const ratios = options.ratios ?? judgedRatios(recording, options);
  const exchanges = played.map((each) => ({ ...each, ratio: ratios.get(each.id) ?? null }));
  // In `lag` mode a provider that is fast contradicts the mode, and no rule.
  const unclear = options.mode === "upper" ? notUnderstood(exchanges) : [];
  const marked = markNotUnderstood(exchanges, unclear);
  return {
    schema: "forkproof/simulation@1",
    mode: options.mode,
    tokens: exchanges.some(({ predicted, estimated }) => predicted !== null && !estimated) ? "anchored" : "estimated",
    exchanges: marked,
    summary: tallied(marked, unclear),
  };
}

function rulesFor(
  provider: string,
  {
    model,
    layout,
    exchange: { headers, startedAtMs: sentAtMs },
  }: { readonly model: string | null; readonly layout: Layout; readonly exchange: RecordedExchange },
  caches?: readonly ProviderCache[],
): ProviderRules | null {
  const isMarked =
    layout.automaticMark !== null || layout.units.some((unit) => unit.unit === "block" && unit.marks.length > 0);
  return rulesOf({ provider, model: model ?? "", dialect: layout.dialect, isMarked, headers, sentAtMs }, caches);
}

/** Times count only if every exchange has one: a partial order is useless. */
function* inTimeOrder(recording: Source): Generator<{ readonly exchange: RecordedExchange; readonly startMs: number }> {
  const load = recording.loadReadable ?? recording.load;
  const times = recording.ids.flatMap((id) => {
    const exchange = load(id);
    return exchange === null ? [] : [{ id, startedAtMs: exchange.startedAtMs }];
  });
  const timed = times.flatMap(({ id, startedAtMs }) => (startedAtMs === null ? [] : [{ id, startMs: startedAtMs }]));
  const order =
    timed.length === times.length
      ? timed.toSorted((a, b) => a.startMs - b.startMs)
      : times.map(({ id }, at) => ({ id, startMs: at * STEP_MS }));
  for (const { id, startMs } of order) yield { exchange: recording.load(id), startMs };
}

function dialectOrFault(exchange: RecordedExchange, passesBroken: boolean): Wire | HarnessError | null {
  if (!isPartOfConversation(exchange)) return null;
  try {
    checkBody(exchange);
  } catch (error) {
    if (passesBroken && error instanceof HarnessError && error.code === "HX250") return error;
    throw error;
  }
  return recognise(exchange);
}

function unread(exchange: RecordedExchange): PlayedExchange {
  const setApart = apartUnread(exchange);
  return {
    id: exchange.id,
    model: null,
    provider: exchange.provider,
    modelIsKnown: true,
    predicted: null,
    estimated: false,
    recorded: null,
    follows: null,
    class: { predicted: null, recorded: null },
    exact: null,
    score: "not-scored",
    residual: null,
    cost: { predicted: null, recorded: null, uncached: null },
    setApart,
  };
}

function apartUnread({ request, path }: RecordedExchange): Exclusion {
  if (request.length === 0) return "no request body";
  return countsTokens(path) ? "counts tokens" : "no cache model";
}
