import type { ForkTimes } from "../../checks/check-siblings.ts";
import { efficiency } from "../../cache-model/expected-ratio.ts";
import { estimateTokens } from "../../cache-model/estimate-tokens.ts";
import { predictedLongWrite, withLifetimes } from "../../cache-model/write-lifetimes.ts";
import { observedRatio } from "../../wires/shared/usage/observed-ratio.ts";
import { knownLayout } from "../../wires/known-layout.ts";
import { recognise } from "../../wires/recognise.ts";
import { wireOfPath } from "../../wires/wire-of-path.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import type { Judgement } from "../../kernel/judgement.ts";
import type { ForkRun, ForkTurnUsage } from "../../kernel/run-result.ts";
import type { Usage } from "../../kernel/usage.ts";
import { laneNamedIn } from "../../kernel/lane/lane-header.ts";
import type { ServedExchange } from "../../mock/mock-provider.ts";
import { chooseParent } from "./parent/choose-parent.ts";
import type { SubjectReport } from "./subject-task.ts";
import { laneOf } from "./to-mock-script.ts";

/** A request as it was served; a recording's answer brings its own usage. */
export type ForkServed = Omit<ServedExchange, "follows" | "asked"> & { readonly isReplayed?: boolean };

export type ForkOnWire = {
  readonly lane: string;
  /** The parent's request that it continues, as the fork knows it; null without one. */
  readonly parent: Exchange | null;
  /** The first request, or its first retry without an error: it is judged. Null without a request. */
  readonly first: Exchange | null;
  readonly served: readonly ForkServed[];
};

/**
 * Sorts the requests that reached the provider, and gives each fork its own parent request: the parent may continue after its
 * forks. `recorded` is the run's parent, and the state that forks continue if that is more than what was sent: a history that
 * ends in a call.
 */
export function pairUp(
  served: readonly ForkServed[],
  siblings: number,
  recorded: Exchange | null,
): readonly ForkOnWire[] {
  const asked = served.filter(({ exchange }) => isAsked(exchange));
  const parents = asked.filter((each) => laneNamed(each) === "parent").map(({ exchange }) => exchange);
  return Array.from({ length: siblings }, (_, at) => {
    const lane = laneOf(at + 1);
    const own = asked.filter((each) => laneNamed(each) === lane);
    const [begun] = own;
    const first = (own.find(isJudged) ?? begun)?.exchange ?? null;
    const before = begun === undefined ? [] : asked.slice(0, asked.indexOf(begun)).map(({ exchange }) => exchange);
    const sent = chooseParent(
      parents,
      parents.filter((each) => before.includes(each)),
      first,
    );
    const isReplayed = sent !== null && sent === parents[0] && recorded !== null;
    const parent = isReplayed ? { ...sent, request: recorded.request } : sent;
    return { lane, parent, first, served: own };
  });
}

/** The conversations of a run: each fork's, and its parent's. */
export function conversationsIn(
  wire: readonly ForkOnWire[],
  served: readonly ForkServed[],
): readonly { readonly requests: readonly Exchange[] }[] {
  const parents = served.filter((each) => isAsked(each.exchange) && laneNamed(each) === "parent");
  const answeredOf = (own: readonly ForkServed[]): readonly Exchange[] =>
    own.filter(isAnswered).map(({ exchange }) => exchange);
  return [{ requests: answeredOf(parents) }, ...wire.map((each) => ({ requests: answeredOf(each.served) }))];
}

/**
 * One fork: the provider's side of it, and its subject's own report. The judge decides how much its first turn could have read. A
 * fork without a verdict, which sent nothing or has no parent, could expect nothing.
 */
export function describeFork(
  { lane, served }: ForkOnWire,
  report: SubjectReport | null,
  judgement: Judgement | null,
): ForkRun {
  const answered = served.filter(isAnswered);
  const turns = answered.map(usageOf);
  const [first = null] = turns;
  const wire = answered[0] === undefined ? null : recognise(answered[0].exchange);
  const observed = first === null ? null : observedRatio(first, wire?.name ?? null);
  const expected = judgement?.ratio?.expected ?? null;
  return {
    lane,
    stop: report?.stop ?? null,
    output: report?.output ?? null,
    turns,
    firstTurnRatio: observed,
    expectedRatio: expected,
    efficiency: efficiency(observed, expected),
    decisions:
      report?.decisions?.map(({ tool, input, decision, rule, reason }) => ({ tool, input, decision, rule, reason })) ??
      null,
    error: report?.error ?? null,
  };
}

/** When one fork first asked, and when it first got a byte of an answer, or of an error where no answer came. */
export function timesOf({ lane, served }: ForkOnWire): ForkTimes {
  const responded = served.map(({ exchange }) => exchange).filter(({ firstByteMs }) => firstByteMs !== null);
  const begun = responded.find(({ response }) => response?.status === 200) ?? responded[0];
  const { startedAtMs = null, firstByteMs = null } = begun ?? {};
  return {
    lane,
    askedMs: served[0]?.exchange.startedAtMs ?? null,
    firstByteMs: startedAtMs === null || firstByteMs === null ? null : startedAtMs + firstByteMs,
  };
}

/** Counting tokens, listing models and the like are not part of a conversation. */
function isAsked({ method, path }: Exchange): boolean {
  const wire = wireOfPath(path);
  return method === "POST" && wire !== null && wire !== "foreign";
}

/** A request that met a passing error, scripted as such, is sent again; one that the provider refuses is the fork's own fault. */
function isJudged(served: ForkServed): boolean {
  return served.lane === null || served.prediction !== null || isAnswered(served);
}

/** Answered by the model, made up or recorded, and not by an error. */
function isAnswered({ prediction, exchange, isReplayed }: ForkServed): boolean {
  return (
    exchange.response !== null && (prediction !== null || (isReplayed === true && exchange.response.status === 200))
  );
}

/** A request that was refused belongs to no lane of the script; its header may still say whose it was. */
function laneNamed({ lane, exchange }: ForkServed): string {
  return lane ?? laneNamedIn(exchange.headers) ?? laneOf(1);
}

/** The cache model's counters. The model's output is in the answer, and unknown if that was cut. */
function usageOf({ prediction, exchange, outcome, isReplayed }: ForkServed): ForkTurnUsage {
  if (isReplayed === true) return recordedUsage(exchange);
  const usage = prediction?.usage ?? null;
  const reported = outcome === "complete" ? reportedUsage(exchange) : null;
  return {
    read: usage?.read ?? null,
    write: usage?.write ?? null,
    fresh: usage?.fresh ?? null,
    output: reported?.output ?? null,
    ...(usage !== null && usage.write > 0 && { longWrite: predictedLongWrite(usage.writeByTtl) }),
    grade: estimateTokens.grade,
  };
}

/** As the recording reports it; a counter that it does not report is unknown. */
function recordedUsage(exchange: Exchange): ForkTurnUsage {
  const usage = reportedUsage(exchange) ?? { read: null, write: null, fresh: null, output: null };
  return { ...usage, grade: "reported" };
}

function reportedUsage(exchange: Exchange): Usage | null {
  const dialect = exchange.response === null ? null : recognise(exchange);
  if (dialect === null || exchange.response === null) return null;
  const usage = dialect.readUsage(exchange.response);
  const layout = usage === null ? null : knownLayout(exchange);
  return usage === null || layout === null ? usage : withLifetimes(usage, layout);
}
