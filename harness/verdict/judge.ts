import type { PairPlay } from "../cache-model/play-pair.ts";
import type { ProviderCache } from "../providers/provider.ts";
import { compareLayouts, type Comparison } from "../compare/compare-layouts.ts";
import { describeDivergence } from "../compare/describe-divergence.ts";
import { diagnose } from "../diagnosis/diagnose.ts";
import { type Evidence, gatherEvidence } from "../diagnosis/evidence.ts";
import { once } from "../kernel/memo/once.ts";
import { bodyDigest } from "../kernel/body-digest.ts";
import type { Fixes } from "../kernel/breaks/break-cost.ts";
import type { Exchange } from "../kernel/exchange.ts";
import type { Judgement, JudgedRequest } from "../kernel/judgement.ts";
import type { TurnRatio } from "../kernel/turn-ratio.ts";
import { hideCredentials, withoutCredentials } from "./hide-credentials.ts";
import { type PairCosts, pairCosts } from "./costs/pair-costs.ts";
import { judgeRatio, settledRatio } from "./ratio/judge-ratio.ts";
import { judgeReusable, type ReusableVerdict } from "./ratio/judge-reusable.ts";
import { type PairLengths, pairLengths } from "./costs/pair-lengths.ts";
import { ratioVerdict } from "./ratio/ratio-verdict.ts";
import { type ReadRequest, readRequest } from "./read-request.ts";
import { resolveSharedEnd } from "./resolve-shared-end.ts";
import { continuesElsewhere } from "./recording/continues-elsewhere.ts";
import { guessProvider } from "./guess-provider.ts";
import { providerReason } from "./ratio/provider-reason.ts";
import { type JudgementWords, type UnpricedJudgement, withCost } from "./with-cost.ts";
import { whyUnanswered } from "./costs/why-unanswered.ts";
import { whyUnread } from "./recording/why-unread.ts";

export type Pair = {
  readonly parent: Exchange;
  readonly child: Exchange;
  /** The provider whose cache rules apply; by default derived from wire format, model and host. */
  readonly provider?: string;
  /** JSON pointer of the parent's first unit that the child need not share; by default the parent's end. */
  readonly at?: string;
  /** How the pair was chosen, where the user did not name it. */
  readonly chosen?: string | null;
  /** Leaves credentials in excerpts and findings as they are. */
  readonly showText?: boolean;
  /** The caches that answer; by default those we model. */
  readonly caches?: readonly ProviderCache[];
  /** Causes whose fix together is priced, too. */
  readonly fixes?: Fixes;
  /** The cache's view of the pair if it met other requests in between; by default the two are played alone. */
  readonly play?: PairPlay;
  /** Whether the child is the next turn of its parent's own conversation; by default it may be a fork. */
  readonly isNextTurn?: boolean;
};

/**
 * Judges whether `child` passes the parent's prefix through: on the raw bytes of both, by the rules of their dialect.
 * Throws HarnessError for a body that is not JSON or a pointer that names nothing.
 */
export function judge(pair: Pair): Judgement {
  const parent = readRequest(pair.parent);
  return judgeParsedPair(pair, parent, readRequest(pair.child, parent));
}

/** The same for requests that were read before, as those of a recording are. */
export function judgeParsedPair(pair: Pair, left: ReadRequest | null, right: ReadRequest | null): Judgement {
  return priced(judgePair(pair, left, right));
}

/** A judgement with the price of the pair alone. */
export function priced({ judgement, costOf }: JudgedPair, words?: JudgementWords): Judgement {
  return withCost(judgement, () => costOf(judgement.findings)?.cost ?? null, words);
}

/** A judgement, and what the pair costs by findings that a recording adds to those of the pair. */
export type JudgedPair = PairCosts & { readonly judgement: UnpricedJudgement };

/** The same with a price that depends on the recording around the pair. */
export function judgePair(pair: Pair, left: ReadRequest | null, right: ReadRequest | null): JudgedPair {
  const { parent, child } = pair;
  const none = (dialect: Judgement["dialect"], because: string): JudgedPair => ({
    judgement: notComparable(pair, dialect, because),
    costOf: () => null,
    entry: () => null,
    unserved: () => null,
  });
  if (left === null || left.dialect !== right?.dialect)
    return none(left?.dialect.name ?? null, otherWires(pair, left, right));
  const { dialect, layout } = left;
  const unknown = keptElsewhere(left) ?? keptElsewhere(right);
  if (unknown !== null) return none(dialect.name, unknown);
  const comparison = compareLayouts(layout, right.layout, resolveSharedEnd(layout, pair.at ?? null));
  if (comparison.examined.blocks === 0) return none(dialect.name, NO_BLOCK);
  const { provider, evidence, divergence, findings, reusable, lengths } = readingsOf(pair, comparison);
  const isUnanswered = whyUnanswered(child) !== null;
  const costs = pairCosts(pair, { evidence, findings, lengths });
  const ratio = once(() =>
    isUnanswered ? null : judgedRatio(evidence(), lengths, { findings: findings(), reusable: reusable(), ...costs }),
  );
  const judgement: UnpricedJudgement = {
    schema: "forkproof/judgement@2",
    dialect: dialect.name,
    get provider() {
      return provider();
    },
    parent: judged(parent),
    child: judged(child),
    class: comparison.class,
    verdict: graded(comparison.verdict, parent, child),
    normalisations: comparison.normalisations,
    get reusable() {
      return reusable().reusable;
    },
    get divergence() {
      return divergence();
    },
    shared: comparison.shared,
    get findings() {
      return findings();
    },
    get ratio() {
      return ratio();
    },
    examined: comparison.examined,
    get reusableBecause() {
      return reusable().because;
    },
    get providerReason() {
      return providerReason(evidence().child);
    },
    sharedEnd: pair.at ?? null,
    chosen: pair.chosen ?? null,
  };
  return { judgement, ...costs };
}

/** What a judgement is made of, found when it is read: a test that asserts the verdict alone waits for nothing else. */
function readingsOf(pair: Pair, comparison: Comparison) {
  const { parent, child, caches, play, at = null, showText = false, isNextTurn = false } = pair;
  const provider = once(() => pair.provider ?? guessProvider(parent, comparison.parent));
  const divergence = once(() => divergenceOf(comparison, showText));
  const evidence = once(() => ({ ...gatherEvidence(comparison, provider(), parent, child, caches, play), isNextTurn }));
  const findings = once(() => {
    const found = diagnose(evidence());
    return showText ? found : withoutCredentials(found);
  });
  const reusable = once(() => judgeReusable(evidence(), findings()));
  const lengths = once(() => {
    const whole = evidence().wholeCache();
    return whole === null ? null : pairLengths(evidence(), whole, at);
  });
  return { provider, evidence, divergence, findings, reusable, lengths };
}

/** The child's ratio with the word for it. */
function judgedRatio(
  evidence: Evidence,
  lengths: () => PairLengths | null,
  {
    findings,
    reusable: { reusable, because },
    costOf,
  }: Pick<Judgement, "findings"> & Pick<JudgedPair, "costOf"> & { readonly reusable: ReusableVerdict },
): TurnRatio | null {
  const ratio = judgeRatio(evidence, lengths);
  const judged = {
    findings,
    reusable,
    reusableBecause: because,
    get breakCost() {
      return costOf(findings)?.cost ?? null;
    },
  };
  return (
    ratio && {
      observed: ratio.observed,
      get expected() {
        return ratio.expected;
      },
      get efficiency() {
        return ratio.efficiency;
      },
      verdict: ratioVerdict(ratio, judged),
    }
  );
}

/** The same judgement with all that is taken when it is asked for: it may outlive the bodies. */
export function settled(judgement: Judgement): Judgement {
  const { parent, child, ratio } = judgement;
  return { ...judgement, parent: { ...parent }, child: { ...child }, ratio: settledRatio(ratio) };
}

function divergenceOf(comparison: Comparison, showText: boolean): Judgement["divergence"] {
  if (comparison.diverged === null) return null;
  const { diverged, parent, child } = comparison;
  return describeDivergence(diverged, parent, child, showText ? undefined : hideCredentials);
}

/** Bytes that were parsed and written again on the way prove what was rendered, and no more (grade B). */
function graded(verdict: Comparison["verdict"], parent: Exchange, child: Exchange): Comparison["verdict"] {
  const isRaw = parent.fidelity === "A" && child.fidelity === "A";
  return verdict === "byte-identical" && !isRaw ? "rendered-identical" : verdict;
}

/** Which of the two is on which wire, or what it is instead. */
function otherWires({ parent, child }: Pair, left: ReadRequest | null, right: ReadRequest | null): string {
  if (left !== null && right !== null) return `the parent is ${left.dialect.name}, the child ${right.dialect.name}`;
  if (left !== null) return `the parent is ${left.dialect.name}, the child is not: ${whyUnread(child)}`;
  if (right !== null) return `the child is ${right.dialect.name}, the parent is not: ${whyUnread(parent)}`;
  const reasons = new Set([whyUnread(parent), whyUnread(child)]);
  return `neither request is of a wire format that forkproof reads: ${[...reasons].join("; ")}`;
}

const NO_BLOCK = "the parent has no block that the child could share";

/**
 * A request that continues a conversation kept by the provider sends only new items. Its own items are not a prompt to compare.
 */
function keptElsewhere({ exchange, layout }: ReadRequest): string | null {
  const why = continuesElsewhere(layout);
  return why === null ? null : `request ${exchange.id} ${why}`;
}

function notComparable(pair: Pair, dialect: Judgement["dialect"], because: string): UnpricedJudgement {
  return {
    schema: "forkproof/judgement@2",
    dialect,
    provider: pair.provider ?? null,
    parent: judged(pair.parent),
    child: judged(pair.child),
    class: "unrelated",
    verdict: "not-comparable",
    normalisations: [],
    reusable: "unknown",
    divergence: null,
    shared: { blocks: 0, bytes: 0 },
    findings: [],
    ratio: null,
    examined: { blocks: 0, bytes: 0 },
    reusableBecause: [because],
    providerReason: null,
    sharedEnd: pair.at ?? null,
    chosen: pair.chosen ?? null,
  };
}

/** The digest is taken when it is printed: it takes as long as the whole judgement. */
function judged({ id, request }: Exchange): JudgedRequest {
  return {
    id,
    bytes: request.length,
    get sha256() {
      return bodyDigest(request);
    },
  };
}
