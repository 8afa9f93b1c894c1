import type { CacheRules } from "../cache-model/cache-rules.ts";
import { estimateTokens } from "../cache-model/estimate-tokens.ts";
import { createMarkedBlockCache } from "../cache-model/marked-block-cache.ts";
import type { Prediction, PromptCache } from "../cache-model/prompt-cache.ts";
import { chainOf, type PromptChain } from "../cache-model/prompt-chain.ts";
import type { Layout } from "../kernel/layout.ts";
import type { ReadClass, SetApart, SimulatedExchange, SimulationMode, TokenCounts } from "../kernel/simulation.ts";
import { type AnchoredChain, Calibration } from "./calibration.ts";
import { type ReadScore, scoreRead } from "./score-read.ts";

type Play = {
  readonly id: string;
  readonly provider: string | null;
  readonly layout: Layout;
  readonly recorded: TokenCounts | null;
  readonly setApart: SetApart | null;
  readonly startMs: number;
};

type Commit = { readonly prediction: Prediction; readonly atMs: number };

/** One provider's cache over a recording, with what earlier exchanges told of lengths. */
export class SimulatedRun {
  readonly #rules: CacheRules;
  readonly #options: { readonly anchored: boolean; readonly mode: SimulationMode };
  readonly #cache: PromptCache;
  readonly #calibration = new Calibration();
  /** Who last sent a prefix, by its key. */
  readonly #senders = new Map<string, string>();
  readonly #ends = new Set<string>();
  readonly #entries = new Set<string>();
  readonly #lengths = new Set<number>();
  #pending: Commit | null = null;

  constructor(rules: CacheRules, options: { readonly anchored: boolean; readonly mode: SimulationMode }) {
    this.#rules = rules;
    this.#options = options;
    this.#cache = createMarkedBlockCache(rules);
  }

  play({ id, provider, layout, recorded, setApart, startMs }: Play): SimulatedExchange {
    const estimated = chainOf(layout, { rules: this.#rules, tokens: estimateTokens, workspace: "" });
    const anchored: AnchoredChain = this.#options.anchored
      ? this.#calibration.anchor(estimated, setApart === null ? recorded : null)
      : { chain: estimated, exact: new Set() };
    const { chain } = anchored;
    const prediction = this.#cache.predict(chain, startMs);
    const { read, write, fresh, total } = prediction.usage;
    const scored = this.#score(anchored, prediction, recorded, setApart);
    const simulated: SimulatedExchange = {
      id,
      model: chain.model,
      provider,
      predicted: { read, write, fresh, total },
      recorded,
      follows: this.#follows(chain),
      class: {
        predicted: this.#classOf(chain, prediction.hit?.link ?? null),
        recorded: recordedClass(scored, recorded, (link) => this.#classOf(chain, link)),
      },
      exact: scored.setApart === null && recorded?.read !== null ? recorded?.read === read : null,
      score: scored.score,
      setApart: scored.setApart,
    };
    // A warm start proves nothing of the model, but it tells lengths.
    if ((scored.setApart === null || scored.setApart === "warm start") && recorded !== null) {
      this.#calibration.learn(chain, estimated.total, recorded, scored.link);
      if (recorded.read !== null) this.#lengths.add(recorded.read).add(recorded.read + (recorded.write ?? 0));
    }
    if (setApart !== "refused by the provider") this.#commit(id, chain, { prediction, atMs: startMs });
    return simulated;
  }

  #score(
    anchored: AnchoredChain,
    prediction: Prediction,
    recorded: TokenCounts | null,
    setApart: SetApart | null,
  ): ReadScore {
    const none = { score: "not-scored", link: null } as const;
    if (setApart !== null || recorded === null) return { ...none, setApart: setApart ?? "no usage reported" };
    if (recorded.read === null) return { ...none, setApart: "no usage reported" };
    const told = recorded.read + (recorded.write ?? 0);
    if (told > 0 && told < anchored.chain.minimumTokens) return { ...none, setApart: "contradicts itself" };
    const stored = {
      holds: (key: string): boolean => this.#entries.has(key),
      holdsLength: (tokens: number): boolean => this.#lengths.has(tokens),
    };
    return scoreRead(anchored, prediction, { ...recorded, read: recorded.read }, stored);
  }

  /** Writing in `lag` mode takes until the next request was answered. */
  #commit(id: string, chain: PromptChain, commit: Commit): void {
    if (this.#pending !== null) this.#cache.commit(this.#pending.prediction, this.#pending.atMs);
    this.#pending = this.#options.mode === "lag" ? commit : null;
    if (this.#options.mode === "upper") this.#cache.commit(commit.prediction, commit.atMs);
    for (const { key } of chain.links) this.#senders.set(key, id);
    for (const { key } of commit.prediction.writes) this.#entries.add(key);
    const end = chain.links[chain.breakpoints.at(-1)?.link ?? -1];
    if (end !== undefined) this.#ends.add(end.key);
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
