import { withLifetimes } from "../../cache-model/write-lifetimes.ts";
import type { Wire } from "../../wires/wire.ts";
import { usageContradiction } from "../../diagnosis/facts/usage-contradiction.ts";
import { once } from "../../kernel/memo/once.ts";
import { countedOver, readAnswered } from "../../diagnosis/reading/read-answered.ts";
import { readBill } from "../../wires/shared/usage/read-bill.ts";
import { reportedUsage } from "../../wires/shared/usage/kept-usage.ts";
import { saleTerms } from "../../wires/sale-terms.ts";
import { modelOf } from "../../wires/model-of.ts";
import { holdsTokens } from "../../wires/shared/usage/most-tokens.ts";
import { promptTokens } from "../../wires/shared/usage/observed-ratio.ts";
import { whyExcluded } from "../../wires/shared/usage/why-excluded.ts";
import type { Exchange, Recording } from "../../kernel/exchange.ts";
import { type ExchangeList, exchangeList, type LeanRecording } from "../../kernel/inspection/exchange-list.ts";
import type { Relation } from "../../kernel/breaks/relation.ts";
import { breakOrigin } from "../../kernel/breaks/break-origin.ts";
import { isBreak } from "../../kernel/finding.ts";
import type { CountedOver } from "../../kernel/inspection/counted-over.ts";
import type { InspectedExchange, JudgedRecording, ParentEvidence } from "../../kernel/inspection/inspection.ts";
import type { Layout } from "../../kernel/layout.ts";
import type { ProviderError } from "../../kernel/faults/provider-error.ts";
import type { TurnRatio } from "../../kernel/turn-ratio.ts";
import type { Usage } from "../../kernel/usage.ts";
import { whyUnanswered } from "../costs/why-unanswered.ts";
import { standings } from "../roots/exchange-standing.ts";
import { RootComparison } from "../roots/compare-roots.ts";
import { continuesElsewhere } from "./continues-elsewhere.ts";
import { KeptExchanges } from "./kept-exchanges.ts";
import type { SettledDescents } from "./settled-descents.ts";
import { leanExchanges, leanRatio } from "./lean-exchange.ts";
import { hideCredentials } from "../hide-credentials.ts";
import { inspectionTotals } from "./inspection-totals.ts";
import { ratioAlone, settledRatio } from "../ratio/judge-ratio.ts";
import { type JudgedExchange, type JudgeOptions, judgeRecording } from "./judge-recording.ts";
import { wordedFor } from "./turn-words.ts";
import { isPartOfConversation, mayBeModelPath, whyUnread } from "./why-unread.ts";

/** Called with each exchange as it is judged; one whose parent shows itself later is given again. */
type OnJudged = (judged: JudgedExchange) => void;

/**
 * Shows which request continues which in a recording, every turn and branch with its verdict. Throws HX252 if there is nothing to
 * compare.
 */
export function inspectRecording(
  recording: Recording,
  options: JudgeOptions = {},
  onJudged: OnJudged = () => {},
): JudgedRecording {
  const { exchanges, damaged } = judgedExchanges(recording, { ...options, isLean: false }, onJudged);
  return recordingOf(recording, [...exchanges], damaged);
}

/** The same for a log of any length: each exchange without what only a list of all shows (see `leanExchanges`), and made when its turn comes. */
export function inspectLean(
  recording: Recording,
  options: JudgeOptions = {},
  onJudged: OnJudged = () => {},
): LeanRecording {
  const { exchanges, damaged } = judgedExchanges(recording, { ...options, isLean: true }, onJudged);
  return recordingOf(recording, exchanges, damaged);
}

function recordingOf<Exchanges extends ExchangeList>(
  { reordered = 0 }: Recording,
  exchanges: Exchanges,
  damaged: number,
): Omit<LeanRecording, "exchanges"> & { readonly exchanges: Exchanges } {
  return { schema: "forkproof/inspection@2", exchanges, reordered, totals: inspectionTotals(exchanges, damaged) };
}

type WalkOptions = JudgeOptions & { readonly isLean: boolean };

function judgedExchanges(
  recording: Recording,
  options: WalkOptions,
  onJudged: OnJudged,
): { readonly exchanges: ExchangeList; readonly damaged: number } {
  const roots = new RootComparison(recording, options);
  const { kept, settled, damaged } = walked(recording, options, (judged) => {
    onJudged(judged);
    roots.see(judged);
  });
  const placed = exchangeList(kept.length, () => standing(kept, settled));
  const compared = roots.compare(placed);
  const standingOf = standings(placed);
  const exchanges = placed.map((each) => {
    const root = compared.get(each.id) ?? null;
    return withOrigins(root === null ? each : { ...each, root }, standingOf(each));
  });
  return { exchanges, damaged };
}

type Walked = { readonly kept: KeptExchanges; readonly settled: SettledDescents; readonly damaged: number };

/** What is left of a recording that was gone through. The lineage of its requests, which is as large, is not needed any more. */
function walked(recording: Recording, options: WalkOptions, onJudged: OnJudged): Walked {
  const judging = judgeRecording(recording, { passesBroken: true, ...options });
  const kept = new KeptExchanges(options.isLean);
  const lean = options.isLean ? leanExchanges() : null;
  let damaged = 0;
  let step = judging.next();
  for (; step.done !== true; step = judging.next()) {
    onJudged(step.value);
    const whole = inspected(step.value, options, lean === null ? settledRatio : leanRatio);
    const each = lean === null ? whole : lean(whole);
    if (step.value.read === null) damaged += step.value.fault === null ? 0 : 1;
    else if (step.value.isAgain === true) {
      kept.replace(each.id, (earlier) => withEarlier(each, earlier));
      continue;
    }
    kept.add(each);
  }
  return { kept, settled: step.value, damaged };
}

/** Each exchange with its settled descent, which stand in the same order. One that was not read has no descent. */
function* standing(kept: KeptExchanges, settled: SettledDescents): Generator<InspectedExchange> {
  const descents = settled[Symbol.iterator]();
  let next = descents.next();
  for (const each of kept) {
    if (next.done === true || next.value[0] !== each.id) {
      yield { ...each, parentBecause: NOTHING };
      continue;
    }
    const { because, ...descent } = next.value[1];
    yield { ...each, ...descent, parentBecause: because };
    next = descents.next();
  }
}

/** The party that could have prevented each cause: that depends on the relation of an exchange to its parent. */
function withOrigins(exchange: InspectedExchange, relation: Relation): InspectedExchange {
  const { breakCost } = exchange;
  if (breakCost === null) return exchange;
  const causes = breakCost.causes.map((cause) => ({ ...cause, origin: breakOrigin(cause.code, relation) }));
  return { ...exchange, breakCost: { ...breakCost, causes } };
}

/** Findings on an exchange alone stay when it is judged again; findings from comparing it with another parent do not. */
function withEarlier(each: InspectedExchange, earlier: InspectedExchange): InspectedExchange {
  if (earlier.parent !== null) return each;
  const codes = new Set(each.findings.map(({ code }) => code));
  const findings = [...each.findings, ...earlier.findings.filter(({ code }) => !codes.has(code))];
  return { ...each, findings, reusable: findings.some(isBreak) ? "no" : each.reusable };
}

/** What an inspection says of one exchange when it is first seen. */
export function inspected(
  judged: JudgedExchange,
  { showText = false, parentOf }: JudgeOptions,
  ratioOf: (ratio: TurnRatio | null) => InspectedExchange["ratio"] = settledRatio,
): InspectedExchange {
  const { exchange, read } = judged;
  const judgement = read?.judgement ?? null;
  const reported = read === null ? null : reportedUsage(read.dialect, exchange);
  const usage = read === null || reported === null ? null : withLifetimes(reported, read.layout);
  const findings =
    read === null || read.findings.length === 0 ? NOTHING : wordedFor(read.descent.relation, read.findings);
  const failed = read === null ? null : failureOf(read.dialect, exchange, showText);
  const unanswered = whyUnanswered(exchange);
  return {
    id: exchange.id,
    dialect: read?.dialect.name ?? null,
    model: read === null ? null : modelOf(read.layout, exchange.path),
    ...saleTerms(exchange, read?.layout ?? null),
    provider: read?.provider ?? null,
    startedAt: exchange.startedAtMs === null ? null : new Date(exchange.startedAtMs).toISOString(),
    parent: read?.descent.parent ?? null,
    relation: read?.descent.relation ?? "side",
    certainty: read?.descent.certainty ?? null,
    conversation: exchange.id,
    parentBecause: namedBecause(exchange, parentOf),
    alternatives: NOTHING,
    suspected: read?.possible ?? NOTHING,
    class: judgement?.class ?? "initial",
    verdict: judgement?.verdict ?? "not-comparable",
    reusable: findings.some(isBreak) ? "no" : (judgement?.reusable ?? "unknown"),
    shared: judgement?.shared ?? { blocks: 0, bytes: 0 },
    usage,
    uncounted: read === null || usage !== null || failed !== null ? null : whyExcluded(read.dialect, exchange),
    countedOver: read === null || usage === null ? null : overWhat(read.layout, exchange, usage),
    ratio: judgement === null ? read && ratioAlone(read.layout, exchange) : ratioOf(judgement.ratio),
    usd: null,
    bill: billOf(exchange),
    breakCost: judgement?.breakCost ?? null,
    unserved: read?.unserved ?? null,
    root: null,
    failed,
    ...(read !== null && unanswered !== null && { unanswered }),
    findings,
    unread: whyNotJudged(judged),
    ...(judged.read === null && judged.fault !== null && mayBeModelPath(exchange.path) && { damaged: true }),
  };
}

/** Most lists are empty, and a log has thousands of them. */
const NOTHING: readonly never[] = [];

function billOf(exchange: Exchange): InspectedExchange["bill"] {
  const usd = readBill(exchange);
  return usd === null ? null : { usd, pricedUsd: null };
}

/** If the user named the parent, that is the evidence, and there is no alternative parent. */
function namedBecause({ id, forkOf }: Exchange, parentOf: JudgeOptions["parentOf"]): readonly ParentEvidence[] {
  if (parentOf?.has(id) === true) return ["said"];
  return forkOf === null ? NOTHING : ["forkOf"];
}

function whyNotJudged(judged: JudgedExchange): string | null {
  if (judged.read === null) {
    const { fault, exchange } = judged;
    return fault !== null && isPartOfConversation(exchange) ? withinSentence(fault.message) : whyUnread(exchange);
  }
  const { read } = judged;
  const elsewhere = continuesElsewhere(read.layout);
  if (elsewhere !== null || read.judgement === null) return elsewhere;
  const { verdict, dialect, reusableBecause } = read.judgement;
  // A pair of two wire formats needs no reason: the exchange shows its own format.
  return verdict === "not-comparable" && dialect === read.dialect.name ? (reusableBecause[0] ?? null) : null;
}

function overWhat(layout: Layout, exchange: Exchange, usage: Usage): CountedOver {
  const answered = once(() => readAnswered(layout.dialect, exchange));
  // It was looked for when the exchange was judged, and is not looked for again.
  if (usageContradiction({ layout, exchange, answered }) !== null) return "contradictory";
  const over = countedOver(exchange);
  const total = promptTokens(usage, layout.dialect);
  if (total === null)
    return over !== "last-step" && usage.read !== null && usage.fresh !== null ? "without-writes" : over;
  return over === "one-prompt" && !holdsTokens(layout.body, total) ? "hidden-prompt" : over;
}

/** Providers quote the requests that they refuse: text that looks like a credential becomes stars. */
function failureOf(dialect: Wire, { response }: Exchange, showText: boolean): ProviderError | null {
  const error = response === null ? null : dialect.readError(response);
  if (error === null || error.message === null || showText) return error;
  return { ...error, message: hideCredentials(Buffer.from(error.message)).toString("utf8") };
}

function withinSentence(what: string): string {
  return what.charAt(0).toLowerCase() + what.slice(1);
}
