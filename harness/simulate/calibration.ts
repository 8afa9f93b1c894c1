import type { PromptChain } from "../cache-model/prompt-chain.ts";
import type { StoredEnd } from "../cache-model/stored-end.ts";
import type { TokenCounts } from "../kernel/simulation.ts";

/** A chain whose lengths agree with what a provider reported. */
export type AnchoredChain = {
  readonly chain: PromptChain;
  /** Indexes of links whose length is not an estimate. */
  readonly exact: ReadonlySet<number>;
};

type Anchor = { readonly link: number; readonly tokens: number };

/**
 * Lengths of prefixes, learnt from recorded counters: a response tells its whole prompt, the prefix at its last breakpoint
 * (read + write) and the prefix that it read. Between two told lengths the estimate is stretched to fit.
 */
export class Calibration {
  readonly #sizes = new Map<string, number>();
  /** Told against estimated tokens of the latest whole prompt of a model. */
  readonly #scale = new Map<string, number>();

  /** What is told about this very exchange enters as its total and its marked end, never as its read. */
  anchor(chain: PromptChain, end: StoredEnd | null, recorded: TokenCounts | null): AnchoredChain {
    const total = recorded?.total ?? Math.round(chain.total * (this.#scale.get(chain.model) ?? 1));
    const anchors = this.#anchorsOf(chain, recorded === null ? null : toldEnd(end, recorded), total);
    return {
      chain: { ...chain, links: stretched(chain, anchors, total), total },
      exact: new Set(anchors.map(({ link }) => link)),
    };
  }

  /** `readLink` is the entry that the exchange was served, where that is beyond doubt. */
  learn(
    chain: PromptChain,
    estimatedTotal: number,
    end: StoredEnd | null,
    recorded: TokenCounts,
    readLink: number | null,
  ): void {
    if (recorded.total !== null && estimatedTotal > 0) {
      this.#scale.set(chain.model, recorded.total / estimatedTotal);
    }
    const told = toldEnd(end, recorded);
    if (told !== null) this.#tell(chain, told.link, told.tokens);
    if (readLink !== null && recorded.read !== null) this.#tell(chain, readLink, recorded.read);
  }

  #tell(chain: PromptChain, link: number, tokens: number): void {
    const key = chain.links[link]?.key;
    if (key !== undefined) this.#sizes.set(key, tokens);
  }

  #anchorsOf(chain: PromptChain, end: Anchor | null, total: number): readonly Anchor[] {
    const anchors: Anchor[] = [];
    let least = 0;
    for (const [link, { key }] of chain.links.entries()) {
      const tokens = end?.link === link ? end.tokens : this.#sizes.get(key);
      if (tokens === undefined || tokens <= least || tokens > total) continue;
      if (end !== null && link < end.link && tokens >= end.tokens) continue;
      anchors.push({ link, tokens });
      least = tokens;
    }
    return anchors;
  }
}

/** A request that stored or read something did so up to the last prefix that it stores. */
function toldEnd(end: StoredEnd | null, { read, write, total }: TokenCounts): Anchor | null {
  if (end === null) return null;
  if (end.isWhole) return total === null ? null : { link: end.link, tokens: total };
  return read === null || write === null || read + write === 0 ? null : { link: end.link, tokens: read + write };
}

function stretched(
  { links, head, total: estimated }: PromptChain,
  anchors: readonly Anchor[],
  total: number,
): PromptChain["links"] {
  let next = 0;
  // What the provider puts before every prompt is no part of what is stretched.
  let from = head < (anchors[0]?.tokens ?? total) ? { estimated: head, tokens: head } : { estimated: 0, tokens: 0 };
  return links.map((link, index) => {
    const anchor = anchors[next];
    if (anchor?.link === index) {
      from = { estimated: link.tokens, tokens: anchor.tokens };
      next += 1;
      return { ...link, tokens: anchor.tokens };
    }
    const to = anchor === undefined ? { estimated, tokens: total } : pointOf(anchor, links[anchor.link]?.tokens ?? 0);
    const share = to.estimated > from.estimated ? (link.tokens - from.estimated) / (to.estimated - from.estimated) : 0;
    return { ...link, tokens: Math.round(from.tokens + share * (to.tokens - from.tokens)) };
  });
}

function pointOf({ tokens }: Anchor, estimated: number): { readonly estimated: number; readonly tokens: number } {
  return { estimated, tokens };
}
