import type { Header } from "../kernel/exchange.ts";
import { markedBlocks } from "../wires/marked-blocks.ts";
import type { Layout } from "../kernel/layout.ts";
import { once } from "../kernel/memo/once.ts";
import type { ProviderRules } from "../providers/rules/cache-rules.ts";
import { asksTokenizer } from "./compare-to-minimum.ts";
import { areParted, type Sender } from "./cache-scope.ts";
import { createPromptCache } from "./engines/create-prompt-cache.ts";
import { estimateTokens, tokenizedTokens } from "./estimate-tokens.ts";
import { type Chains, outlinePair } from "./outline/outline-pair.ts";
import { sharedLinks } from "./expected-ratio.ts";
import { soughtLinks } from "./engines/marked-block-cache.ts";
import type { Prediction } from "./prompt-cache.ts";
import type { Link } from "./prompt/link.ts";
import { chainOf, isChained, type PromptChain } from "./prompt/prompt-chain.ts";
import { rulesOf } from "./rules/rules-of.ts";
import type { ProviderCache } from "../providers/provider.ts";
import { storedEnd } from "./engines/stored-end.ts";
import type { TokenCounter } from "./token-counter.ts";

/** A request, and when it was sent. Unrecorded parts are null. */
export type PlayedRequest = {
  readonly layout: Layout;
  readonly model: string;
  readonly startedAtMs: number | null;
  readonly firstByteMs: number | null;
  readonly headers?: readonly Header[];
  readonly host?: string | null;
  readonly path?: string;
};

/** The effect of two successive requests on a provider's cache. Lengths are estimates. */
export type PairPlay = {
  readonly rules: ProviderRules;
  readonly stored: PromptChain;
  readonly asked: PromptChain;
  /** The last prefix that the parent stores, according to its body; null if it stores no prefix. */
  readonly end: Link | null;
  /** How many of the parent's leading blocks the child's key covers. */
  readonly shared: number;
  /** Whether that is all that the parent stored. */
  readonly isShared: boolean;
  /** The child's read. */
  readonly prediction: Prediction;
  /** Whether not even the parent's own request could have read its entry when the child was sent: it had expired. */
  readonly hasExpired: boolean;
  /** False where one was not recorded: a minute is assumed to lie between. */
  readonly timesKnown: boolean;
  /** Of a pair that may be played by its outline: the same with every key made and every length counted. */
  readonly whole?: () => PairPlay;
};

/** The part of it that is played. */
type PlayedPair = Omit<PairPlay, "rules" | "timesKnown" | "whole">;

const ASSUMED_GAP_MS = 60_000;

/**
 * Plays the parent's request and then the child's by the rules of the cache that answers; null where it is not modelled. The rules are known
 * at once, the rest when it is first read: most rules of a diagnosis need no more.
 */
export function playPair(
  provider: string,
  parent: PlayedRequest,
  child: PlayedRequest,
  caches?: readonly ProviderCache[],
): PairPlay | null {
  const rules = rulesFor(provider, parent, caches);
  if (rules === null) return null;
  const timesKnown = parent.startedAtMs !== null && child.startedAtMs !== null;
  const whole = once(() => chains(parent, child, rules));
  const wholePlay = once((): PlayedPair => {
    const [stored, asked] = whole();
    return playChains(rules, stored, isParted() ? parted(asked) : asked, parent, child);
  });
  const isParted = once(() => areParted(senderOf("parent", parent), senderOf("child", child), rules));
  const play = once((): PlayedPair => {
    const context = { rules, tokens: estimateTokens, workspace: "", model: parent.model };
    const isNew = !isParted() && !isChained(parent.layout, context);
    const outlined = isNew ? outlinePair(parent, child, rules, whole) : null;
    return outlined === null ? wholePlay() : playChains(rules, ...outlined, parent, child);
  });
  const known = { rules, timesKnown };
  return playedWhenRead(
    known,
    play,
    once(() => playedWhenRead(known, wholePlay)),
  );
}

function playedWhenRead(
  { rules, timesKnown }: Pick<PairPlay, "rules" | "timesKnown">,
  play: () => PlayedPair,
  whole?: () => PairPlay,
): PairPlay {
  return {
    rules,
    timesKnown,
    ...(whole && { whole }),
    get stored() {
      return play().stored;
    },
    get asked() {
      return play().asked;
    },
    get end() {
      return play().end;
    },
    get shared() {
      return play().shared;
    },
    get isShared() {
      return play().isShared;
    },
    get prediction() {
      return play().prediction;
    },
    get hasExpired() {
      return play().hasExpired;
    },
  };
}

function playChains(
  rules: ProviderRules,
  stored: PromptChain,
  asked: PromptChain,
  parent: PlayedRequest,
  child: PlayedRequest,
): PlayedPair {
  const end = lastStored(stored, rules);
  const cache = createPromptCache(rules);
  const startMs = parent.startedAtMs ?? 0;
  // A key says its place, so of what the parent stores only what stands at the child's places can be found.
  const sought = rules.engine === "marked-blocks" ? soughtLinks(asked, rules) : undefined;
  cache.commit(cache.predict(stored, startMs, sought), startMs + (parent.firstByteMs ?? 0));
  const timesKnown = parent.startedAtMs !== null && child.startedAtMs !== null;
  const shared = sharedLinks(stored, asked);
  const childMs = timesKnown ? (child.startedAtMs ?? 0) : startMs + ASSUMED_GAP_MS;
  return {
    stored,
    asked,
    end,
    shared,
    isShared: end !== null && stored.links.indexOf(end) < shared,
    prediction: cache.predict(asked, childMs),
    hasExpired: hasExpired(cache.predict(stored, childMs)),
  };
}

export function hasExpired(prediction: Prediction): boolean {
  const { missed } = prediction;
  return missed?.because === "expired" && missed.tokens > (prediction.hit?.tokens ?? 0);
}

function senderOf(id: string, { headers = [], host = null, path = "", layout }: PlayedRequest): Sender {
  return { id, headers, host, path, layout };
}

/** The same request as another cache sees it. */
function parted(chain: PromptChain): PromptChain {
  const links = chain.links.map((link) => ({ ...link, key: `elsewhere ${link.key}` }));
  return { ...chain, root: `elsewhere ${chain.root}`, links };
}

/** Where an estimate cannot tell whether the parent's prefix is long enough, both are counted by the model's own tokenizer, if there is one. */
function chains(parent: PlayedRequest, child: PlayedRequest, rules: ProviderRules): Chains {
  const chainBy =
    (tokens: TokenCounter) =>
    ({ layout, model }: PlayedRequest): PromptChain =>
      chainOf(layout, { rules, tokens, workspace: "", model });
  const estimated = chainBy(estimateTokens);
  const stored = estimated(parent);
  const end = lastStored(stored, rules);
  if (end === null || !asksTokenizer(stored, parent.layout, end.tokens)) return [stored, estimated(child)];
  const counted = chainBy(tokenizedTokens);
  return [counted(parent), counted(child)];
}

/** The last prefix that a request stores; null if it stores no prefix. */
export function lastStored(chain: PromptChain, rules: ProviderRules): Link | null {
  return chain.links[storedEnd(chain, rules)?.link ?? -1] ?? null;
}

/** The rules of the cache that answers a parent; null where it is not modelled. */
export function rulesFor(
  provider: string,
  { layout, model, headers = [], startedAtMs: sentAtMs }: PlayedRequest,
  caches?: readonly ProviderCache[],
): ProviderRules | null {
  const isMarked = layout.automaticMark !== null || markedBlocks(layout).length > 0;
  return rulesOf({ provider, model, dialect: layout.dialect, isMarked, headers, sentAtMs }, caches);
}

/** Whether what is read reaches as far as the parent stored: its own entry, or a longer one that another request left behind it. */
export function readsToEnd({ end, stored, isShared, prediction: { hit } }: PairPlay): boolean {
  if (end === null || hit === null) return false;
  return hit.key === end.key || (isShared && hit.link >= stored.links.indexOf(end));
}
