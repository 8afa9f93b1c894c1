import type { Link } from "../cache-model/prompt/link.ts";
import type { PromptChain } from "../cache-model/prompt/prompt-chain.ts";
import type { StoredEnd } from "../cache-model/engines/stored-end.ts";
import type { Layout } from "../kernel/layout.ts";
import type { Residual, TokenCounts } from "../kernel/simulation.ts";
import { blockKeys, BlockLengths } from "./block-lengths.ts";
import { type Anchor, fitted } from "./fit-lengths.ts";

/** A length that an exchange reports. Its own total says nothing about the read, so it needs no earlier exchange. */
type ReportedLength = Anchor & { readonly isTotal?: boolean };

/** A chain whose lengths agree with what a provider reported. */
export type AnchoredChain = {
  readonly chain: PromptChain;
  /** Indexes of links whose length is not an estimate. */
  readonly exact: ReadonlySet<number>;
};

/**
 * Lengths of prefixes and of blocks, learnt from recorded counters. A response reports its whole prompt, the prefix at its last
 * breakpoint (read + write), the prefix that it read and, if lifetimes are reported separately, the last one for an hour. Two
 * reported prefixes give the blocks between them. Unreported lengths are estimates, stretched to fit between reported ones. A
 * length is frozen when it is first reported (harness/providers/FACTS.md#token-lengths): a later report of the same prefix is
 * compared with it and never replaces it.
 */
export class Calibration {
  readonly #sizes = new Map<string, number>();
  readonly #blocks = new BlockLengths();
  /** Tokens behind the last block, by model and kind of that block. */
  readonly #trailers = new Map<string, number>();
  /** Reported and estimated tokens of the latest whole prompt of a model. */
  readonly #scale = new Map<string, number>();

  /**
   * This exchange's own reports count as its total, and as its marked end if no earlier one reported that; never as its read.
   * `end` is null if the read may be the only source for it.
   */
  anchor(
    estimated: PromptChain,
    layout: Layout,
    end: StoredEnd | null,
    recorded: TokenCounts | null,
  ): AnchoredChain & { readonly keys: readonly string[] } {
    const keys = blockKeys(layout, estimated);
    const chain = this.#remembered(estimated, keys);
    const told = recorded?.total ?? chain.total;
    // A marked prefix is part of the prompt: a total that is shorter than an earlier reported one is not its total.
    const total = end?.isWhole === true || told >= this.#frozenOf(chain) ? told : chain.total;
    const anchors = this.#anchorsOf(chain, recorded === null ? null : toldEnd(end, recorded), total);
    return {
      chain: { ...chain, links: this.#stretched(chain, keys, anchors, total), total },
      exact: new Set(anchors.map(({ link }) => link)),
      keys,
    };
  }

  /**
   * The reported marked end of the exchange, compared with the frozen length; null if no exchange reported it before, or this one
   * does not.
   */
  residual(chain: PromptChain, end: StoredEnd | null, recorded: TokenCounts): Residual | null {
    const told = end?.isWhole === true ? null : toldEnd(end, recorded);
    if (told === null) return null;
    const own = this.#sizes.get(chain.links[told.link]?.key ?? "");
    const before = this.#frozenOf({ links: chain.links.slice(0, told.link) });
    const frozen = own ?? (before > told.tokens ? before : null);
    return frozen === null ? null : { tokens: told.tokens - frozen, of: frozen };
  }

  /** `others` are prefixes in addition to the marked end whose lengths the exchange reports beyond doubt. */
  learn(
    { chain, keys }: Pick<AnchoredChain, "chain"> & { readonly keys: readonly string[] },
    estimatedTotal: number,
    end: StoredEnd | null,
    recorded: TokenCounts,
    others: readonly Anchor[],
  ): void {
    if (recorded.total !== null && estimatedTotal > 0) {
      this.#scale.set(chain.model, recorded.total / estimatedTotal);
    }
    const told = toldEnd(end, recorded);
    if (told !== null) this.#tell(chain, told);
    for (const other of others) {
      if (other.tokens > this.#frozenOf({ links: chain.links.slice(0, other.link) })) this.#tell(chain, other);
    }
    if (recorded.total === null) return;
    const anchors = this.#anchorsOf(chain, told, recorded.total);
    const links = this.#stretched(chain, keys, anchors, recorded.total);
    this.#blocks.learn(keys, links, new Set(anchors.map(({ link }) => link)));
    const last = links.at(-1);
    if (last !== undefined && anchors.at(-1)?.link === links.length - 1) {
      this.#trailers.set(trailerKey(chain), recorded.total - last.tokens);
    }
  }

  /** The chain by the lengths that are known: of prefixes, else of blocks; of what was never seen the estimate, to the recording's scale. */
  #remembered(chain: PromptChain, keys: readonly string[]): PromptChain {
    const scale = this.#scale.get(chain.model) ?? 1;
    let sum = 0;
    let estimated = 0;
    const links = chain.links.map((link, index) => {
      const told = this.#sizes.get(link.key) ?? 0;
      sum = told > sum ? told : sum + (this.#blocks.of(keys[index]) ?? (link.tokens - estimated) * scale);
      estimated = link.tokens;
      return { ...link, tokens: Math.round(sum) };
    });
    const trailer = this.#trailers.get(trailerKey(chain)) ?? (chain.total - estimated) * scale;
    return { ...chain, links, total: Math.round(sum + trailer) };
  }

  #stretched(chain: PromptChain, keys: readonly string[], anchors: readonly Anchor[], total: number): readonly Link[] {
    const parts = chain.links.map(({ tokens }, index) => ({
      tokens: tokens - (index === 0 ? 0 : (chain.links[index - 1]?.tokens ?? 0)),
      isKnown: this.#blocks.of(keys[index]) !== null,
    }));
    const trailer = { tokens: chain.total - (chain.links.at(-1)?.tokens ?? 0), isKnown: false };
    const lengths = fitted([...parts, trailer], [...anchors, { link: parts.length, tokens: total }], chain.head);
    return chain.links.map((link, index) => ({ ...link, tokens: lengths[index] ?? link.tokens }));
  }

  #tell(chain: PromptChain, { link, tokens, isTotal }: ReportedLength): void {
    const key = chain.links[link]?.key;
    if (key !== undefined && (isTotal === true || !this.#sizes.has(key))) this.#sizes.set(key, tokens);
  }

  /** The longest prefix with a frozen length; 0 without one. */
  #frozenOf({ links }: Pick<PromptChain, "links">): number {
    let most = 0;
    for (const { key } of links) most = Math.max(most, this.#sizes.get(key) ?? 0);
    return most;
  }

  /** Frozen lengths take precedence: this exchange's report of its end counts if it lies between those before and after. */
  #anchorsOf(chain: PromptChain, end: ReportedLength | null, total: number): readonly Anchor[] {
    const anchors: Anchor[] = [];
    let own: number | null = null;
    let least = 0;
    for (const [link, { key }] of chain.links.entries()) {
      const frozen = this.#sizes.get(key);
      const isOwn = end?.link === link && (frozen === undefined || end.isTotal === true);
      const tokens = isOwn ? end.tokens : frozen;
      if (tokens === undefined || tokens > total) continue;
      if (!isOwn && own !== null && tokens <= least) {
        anchors.splice(own, 1);
        own = null;
        least = anchors.at(-1)?.tokens ?? 0;
      }
      if (tokens <= least) continue;
      if (isOwn) own = anchors.length;
      anchors.push({ link, tokens });
      least = tokens;
    }
    return anchors;
  }
}

/** A request that stored or read something did so up to the last prefix that it stores. */
function toldEnd(end: StoredEnd | null, { read, write, total }: TokenCounts): ReportedLength | null {
  if (end === null) return null;
  if (end.isWhole) return total === null ? null : { link: end.link, tokens: total, isTotal: true };
  return read === null || write === null || read + write === 0 ? null : { link: end.link, tokens: read + write };
}

function trailerKey({ model, links }: PromptChain): string {
  return `${model} ${links.at(-1)?.kind ?? ""}`;
}
