import { saleTerms } from "../wires/sale-terms.ts";
import type { ProviderRules } from "../providers/rules/cache-rules.ts";
import { cacheScope } from "../cache-model/cache-scope.ts";
import { createPromptCache } from "../cache-model/engines/create-prompt-cache.ts";
import type { Prediction, PromptCache } from "../cache-model/prompt-cache.ts";
import { chainOf, type PromptChain } from "../cache-model/prompt/prompt-chain.ts";
import { type StoredEnd, storedEnd } from "../cache-model/engines/stored-end.ts";
import type { RecordedExchange } from "../cassette/recorded-exchange.ts";
import type { PricedUsage } from "../money/price-of.ts";
import { readBill } from "../wires/shared/usage/read-bill.ts";
import type { Layout } from "../kernel/layout.ts";
import type {
  ReadClass,
  Residual,
  Exclusion,
  SimulatedExchange,
  SimulationMode,
  TokenCounts,
} from "../kernel/simulation.ts";
import { type AnchoredChain, Calibration } from "./calibration.ts";
import { type Commit, commitOf } from "./commit-of.ts";
import { isRejected } from "./is-rejected.ts";
import { prefixWords } from "./prefix-words.ts";
import { recordedCounter } from "./recorded/recorded-counter.ts";
import type { RecordedUsage } from "./recorded/recorded-usage.ts";
import { scoreBound } from "./score-bound.ts";
import { type ReadScore, scoreRead } from "./score-read.ts";
import { reportedPrefixes } from "./reported-prefixes.ts";
import { turnCost } from "./turn-cost.ts";

type ExchangeInput = {
  readonly exchange: RecordedExchange;
  readonly provider: string | null;
  readonly model: string | null;
  readonly layout: Layout;
  readonly usage: RecordedUsage | null;
  readonly setApart: Exclusion | null;
  readonly startMs: number;
};

/** The cache model's prediction for an exchange. Its ratio comes from the judge. */
export type PlayedExchange = Omit<SimulatedExchange, "ratio">;

/** One provider's cache over a recording, with the lengths that earlier exchanges reported. */
export class SimulatedRun {
  readonly #rules: ProviderRules;
  readonly #options: { readonly anchored: boolean; readonly mode: SimulationMode };
  readonly #cache: PromptCache;
  readonly #calibration = new Calibration();
  /** The exchange that last sent a prefix, by its key. */
  readonly #senders = new Map<string, string>();
  readonly #ends = new Set<string>();
  readonly #entries = new Set<string>();
  /** The content of the prefixes of each length, by tokens. */
  readonly #lengths = new Map<number, Set<string>>();
  #pending: Commit | null = null;

  constructor(rules: ProviderRules, options: { readonly anchored: boolean; readonly mode: SimulationMode }) {
    this.#rules = rules;
    this.#options = options;
    this.#cache = createPromptCache(rules);
  }

  play({ exchange, provider, model, layout, usage, setApart, startMs }: ExchangeInput): PlayedExchange {
    const recorded = usage?.counts ?? null;
    const estimated = chainOf(layout, {
      rules: this.#rules,
      tokens: recordedCounter(exchange, this.#options.anchored),
      workspace: cacheScope({ ...exchange, layout }, this.#rules),
      model: model ?? "",
    });
    const end = storedEnd(estimated, this.#rules);
    const anchored = this.#options.anchored
      ? this.#calibration.anchor(
          estimated,
          layout,
          this.#untold(estimated, end, recorded),
          setApart === null ? recorded : null,
        )
      : { chain: estimated, exact: new Set<number>(), keys: [] };
    const { chain } = anchored;
    const prediction = this.#cache.predict(chain, startMs);
    const { read, write, fresh, total } = prediction.usage;
    const terms = saleTerms(exchange, layout);
    const residual = setApart === null && recorded !== null ? this.#calibration.residual(chain, end, recorded) : null;
    const scored = heldAgainst(this.#score(anchored, layout, { prediction, end }, recorded, setApart), residual);
    const simulated: PlayedExchange = {
      id: exchange.id,
      model,
      ...terms,
      provider,
      modelIsKnown: chain.modelIsKnown || this.#rules.models.length === 0,
      predicted: { read, write, fresh, total },
      estimated: !this.#options.anchored || setApart !== null || (recorded?.total ?? null) === null,
      recorded,
      follows: this.#follows(chain),
      class: {
        predicted: this.#classOf(chain, prediction.hit?.link ?? null),
        recorded: recordedClass(scored, recorded, (link) => this.#classOf(chain, link)),
      },
      exact: scored.setApart === null && recorded?.read !== null ? recorded?.read === read : null,
      score: scored.score,
      residual,
      cost: turnCost(
        { provider, model, ...terms, startedAtMs: exchange.startedAtMs },
        prediction.usage,
        pricedUsage(usage, setApart),
        readBill(exchange),
      ),
      setApart: scored.setApart,
    };
    // A warm start proves nothing about the model, but it reports lengths; counters that contradict earlier reports do not.
    const isTold = scored.setApart === null || scored.setApart === "warm start";
    if (isTold && recorded !== null && !isRejected(residual) && !isStray(scored, recorded, end)) {
      const isEntry = this.#rules.engine !== "shared-prefix";
      const others = isEntry ? reportedPrefixes(chain, usage, scored.link) : [];
      this.#calibration.learn(anchored, estimated.total, end, recorded, others);
      if (isEntry) this.#tell(chain, layout, recorded, { read: scored.link, end: end?.link ?? null });
    }
    if (setApart !== "refused by the provider") {
      this.#commit(exchange.id, chain, end, commitOf(prediction, this.#rules, { exchange, layout, usage, startMs }));
    }
    return simulated;
  }

  /** Remembers the content of the prefixes whose lengths an exchange reported. */
  #tell(
    chain: PromptChain,
    layout: Layout,
    { read, write }: TokenCounts,
    ends: { readonly read: number | null; readonly end: number | null },
  ): void {
    const told = [
      { tokens: read ?? 0, link: ends.read },
      { tokens: (read ?? 0) + (write ?? 0), link: ends.end },
    ];
    for (const { tokens, link } of told) {
      if (tokens === 0 || link === null) continue;
      const words = this.#lengths.get(tokens) ?? new Set();
      this.#lengths.set(tokens, words.add(prefixWords(layout, chain, link)));
    }
  }

  #score(
    anchored: AnchoredChain,
    layout: Layout,
    { prediction, end }: { readonly prediction: Prediction; readonly end: StoredEnd | null },
    recorded: TokenCounts | null,
    setApart: Exclusion | null,
  ): ReadScore {
    const none = { score: "not-scored", link: null } as const;
    if (setApart !== null || recorded === null) return { ...none, setApart: setApart ?? "no usage reported" };
    if (recorded.read === null) return { ...none, setApart: "no usage reported" };
    if (this.#rules.engine === "shared-prefix") {
      return scoreBound(anchored.chain, prediction, recorded.read, this.#rules, (key) => this.#senders.has(key));
    }
    const told = recorded.read + (recorded.write ?? 0);
    if (told > 0 && told < anchored.chain.minimumTokens) return { ...none, setApart: "contradicts itself" };
    const stored = {
      holds: (key: string): boolean => this.#entries.has(key),
      holdsWords: (tokens: number, link: number): boolean =>
        this.#lengths.get(tokens)?.has(prefixWords(layout, anchored.chain, link)) === true,
      ends: new Set([...anchored.chain.breakpoints.map(({ link }) => link), ...(end === null ? [] : [end.link])]),
    };
    return scoreRead(anchored, prediction, { ...recorded, read: recorded.read }, stored);
  }

  /** The marked end, but where it was stored before and this exchange wrote nothing: its read would be the only evidence for it. */
  #untold({ links }: PromptChain, end: StoredEnd | null, recorded: TokenCounts | null): StoredEnd | null {
    const isRead = end !== null && !end.isWhole && this.#entries.has(links[end.link]?.key ?? "");
    return isRead && (recorded?.write ?? 0) === 0 ? null : end;
  }

  /** Writing in `lag` mode takes until the next request was answered. */
  #commit(id: string, chain: PromptChain, end: StoredEnd | null, commit: Commit): void {
    if (this.#pending !== null) this.#store(this.#pending);
    this.#pending = this.#options.mode === "lag" ? commit : null;
    if (this.#options.mode === "upper") this.#store(commit);
    for (const { key } of chain.links) this.#senders.set(key, id);
    for (const { key } of commit.prediction.writes) this.#entries.add(key);
    const last = chain.links[end?.link ?? -1];
    if (last !== undefined) this.#ends.add(last.key);
  }

  #store({ prediction, firstByteMs, answer }: Commit): void {
    this.#cache.commit(prediction, firstByteMs, answer);
  }

  #follows({ links }: PromptChain): string | null {
    const deepest = links.findLast(({ key }) => this.#senders.has(key));
    return deepest === undefined ? null : (this.#senders.get(deepest.key) ?? null);
  }

  #classOf(chain: PromptChain, at: number | null): ReadClass {
    const link = at === null ? undefined : chain.links[at];
    if (at === null || link === undefined) return "none";
    const last = chain.breakpoints.at(-1)?.link ?? Infinity;
    if (at >= last || this.#isDeepestEnd(chain, at)) return "full";
    return link.segment === "messages" ? "mid" : link.segment;
  }

  /** Whether nothing behind this link was the end of an earlier request, and this was. */
  #isDeepestEnd({ links }: PromptChain, at: number): boolean {
    return links.findLastIndex(({ key }) => this.#ends.has(key)) === at;
  }
}

/** The reported usage is impossible, or covers only the last step. */
const UNPRICED: ReadonlySet<Exclusion> = new Set(["contradicts itself", "compaction"] as const);

function pricedUsage(
  usage: RecordedUsage | null,
  setApart: Exclusion | null,
): (RecordedUsage["counts"] & Pick<PricedUsage, "longWrite"> & { readonly output: number | null }) | null {
  if (usage === null || (setApart !== null && UNPRICED.has(setApart))) return null;
  return { ...usage.counts, output: usage.outputTokens, longWrite: usage.longWrite };
}

/**
 * The unread part of a marked prefix is written again: if their sum differs, a shorter read does not come from a shorter entry.
 */
function heldAgainst(scored: ReadScore, residual: Residual | null): ReadScore {
  const isShort = scored.score === "shorter-entry" && residual !== null && residual.tokens !== 0;
  return isShort ? { score: "wrong", setApart: null, link: null } : scored;
}

/**
 * A read that matches no entry gives an end that no known request wrote. For an entry of an earlier run, the rest was written
 * after it.
 */
function isStray({ link, setApart }: ReadScore, { read, write }: TokenCounts, end: StoredEnd | null): boolean {
  if (setApart === "warm start" && (write ?? 0) > 0) return false;
  return end?.isWhole !== true && read !== null && read > 0 && link === null;
}

/** A read that ends at no known entry has no class but where it is nothing. */
function recordedClass(
  { link }: ReadScore,
  recorded: TokenCounts | null,
  classOf: (link: number | null) => ReadClass,
): ReadClass | null {
  if (recorded === null || recorded.read === null) return null;
  if (recorded.read === 0) return "none";
  return link === null ? null : classOf(link);
}
