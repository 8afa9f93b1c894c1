import type { Prediction } from "./prompt-cache.ts";
import type { Link, PromptChain } from "./prompt-chain.ts";

const QUOTE = 0x22;

/** What a request shares with what was stored, in tokens of its own. */
export type Readable = {
  readonly tokens: number;
  /** Whether a whole stored request stands here again, with nothing behind it. */
  readonly isRepeat: boolean;
  /** Whether it ends with an answer that was stored with its prompt. */
  readonly hasAnswer: boolean;
  readonly missed: Prediction["missed"];
};

type Stored = {
  readonly startMs: number;
  readonly readableMs: number;
  readonly ttlMs: number;
  readonly outputTokens: number;
};

/** When something was last used, since when it can be read, and how long it lives without use. */
type Lifetime = { touchedMs: number; readableMs: number; ttlMs: number };

/** A stored prefix that ends with a block. */
type Node = Lifetime & {
  /** Whether a stored request ended here, and how long the longest answer behind it was. */
  isEnd: boolean;
  outputTokens: number;
  /** Whether the prefix was stored as a unit of its own. */
  isUnit: boolean;
  /** The blocks that followed it, by their key. */
  readonly next: Map<string, Lifetime & { readonly link: Link; readonly body: Buffer }>;
};

/** Stored sequences as a tree of blocks, on a virtual clock. Memory follows the live ones; it holds their bodies. */
export class SequenceStore {
  readonly #nodes = new Map<string, Node>();
  readonly #rules: { readonly wholeUnits: boolean };
  #sweepAt = 4096;

  constructor(rules: { readonly wholeUnits: boolean }) {
    this.#rules = rules;
  }

  find(chain: PromptChain, nowMs: number): Readable {
    const at = this.#deepest(chain, nowMs, this.#rules.wholeUnits);
    const node = this.#nodes.get(keyAt(chain, at));
    const before = chain.links[at]?.tokens ?? 0;
    const isLast = at === chain.links.length - 1;
    const missed = at === -1 ? this.#missed(chain, nowMs) : null;
    const found = { isRepeat: false, hasAnswer: false, missed };
    if (node === undefined) return { ...found, tokens: 0 };
    if (isLast && node.isEnd) return { ...found, tokens: chain.total, isRepeat: true };
    const next = chain.links[at + 1];
    if (node.isEnd && next !== undefined && isGenerated(next)) {
      return { ...found, tokens: before + node.outputTokens, hasAnswer: node.outputTokens > 0 };
    }
    const start = at === -1 ? chain.head : before;
    const inside = this.#rules.wholeUnits || next === undefined ? 0 : this.#insideNext(chain, next, node, start, nowMs);
    return { ...found, tokens: inside === 0 ? before : start + inside };
  }

  add(chain: PromptChain, stored: Stored): void {
    const deepest = this.#deepest(chain, stored.startMs, false);
    // A prefix that two requests share becomes a unit once the second one was seen (DeepSeek, Context caching).
    this.#touch(keyAt(chain, deepest), stored).isUnit = true;
    let node = this.#touch(chain.root, stored);
    for (const link of chain.links) {
      const { startMs: touchedMs, readableMs, ttlMs } = stored;
      const known = node.next.get(link.key);
      if (known === undefined) node.next.set(link.key, { link, body: chain.body, touchedMs, readableMs, ttlMs });
      else prolong(known, stored);
      node = this.#touch(link.key, stored);
    }
    node.isEnd = true;
    node.isUnit = true;
    node.outputTokens = Math.max(node.outputTokens, stored.outputTokens);
    if (this.#nodes.size >= this.#sweepAt) this.#sweep(stored.startMs);
  }

  /** Index of the last link whose prefix can be read; -1 where that is the root or nothing. */
  #deepest(chain: PromptChain, nowMs: number, unitsOnly: boolean): number {
    return chain.links.findLastIndex(({ key }) => {
      const node = this.#nodes.get(key);
      if (node === undefined || !this.#isReadable(node, nowMs)) return false;
      return !unitsOnly || node.isUnit;
    });
  }

  /** The longest head that a stored block at this place shares with this one; a part of a text has its part of the tokens. */
  #insideNext(chain: PromptChain, next: Link, node: Node, before: number, nowMs: number): number {
    if (!this.#isReadable(node, nowMs)) return 0;
    let most = 0;
    for (const other of node.next.values()) {
      if (other.link.role !== next.role || other.link.segment !== next.segment) continue;
      if (this.#isReadable(other, nowMs)) most = Math.max(most, sharedHead(chain.body, next, other.body, other.link));
    }
    const text = Math.min(next.promptBytes, most - frameBytes(chain.body, next));
    return text <= 0 ? 0 : Math.floor(((next.tokens - before) * text) / next.promptBytes);
  }

  #missed(chain: PromptChain, nowMs: number): Prediction["missed"] {
    const link = chain.links.findLast(({ key }) => this.#nodes.has(key));
    const node = this.#nodes.get(link?.key ?? "");
    if (link === undefined || node === undefined || this.#isReadable(node, nowMs)) return null;
    const because = nowMs - node.touchedMs < node.ttlMs ? "not-yet-readable" : "expired";
    return { because, tokens: link.tokens };
  }

  #isReadable({ touchedMs, readableMs, ttlMs }: Lifetime, nowMs: number): boolean {
    return readableMs <= nowMs && nowMs - touchedMs < ttlMs;
  }

  #touch(key: string, stored: Stored): Node {
    const known = this.#nodes.get(key);
    if (known === undefined) {
      const { startMs: touchedMs, readableMs, ttlMs } = stored;
      const node = { touchedMs, readableMs, ttlMs, isEnd: false, outputTokens: 0, isUnit: false, next: new Map() };
      this.#nodes.set(key, node);
      return node;
    }
    const isAlive = stored.startMs - known.touchedMs < known.ttlMs;
    known.readableMs = isAlive ? Math.min(known.readableMs, stored.readableMs) : stored.readableMs;
    prolong(known, stored);
    return known;
  }

  #sweep(nowMs: number): void {
    for (const [key, node] of this.#nodes) {
      if (nowMs - node.touchedMs >= 2 * node.ttlMs) this.#nodes.delete(key);
      for (const [next, { touchedMs, ttlMs }] of node.next) {
        if (nowMs - touchedMs >= ttlMs) node.next.delete(next);
      }
    }
    this.#sweepAt = Math.max(4096, 2 * this.#nodes.size);
  }
}

/** Of what is alive the longer of two lifetimes holds: a use that asks for a shorter one takes nothing away. */
function prolong(known: Lifetime, { startMs, ttlMs }: Stored): void {
  const isAlive = startMs - known.touchedMs < known.ttlMs;
  const endsLater = known.touchedMs + known.ttlMs > startMs + ttlMs;
  if (isAlive && endsLater) return;
  known.touchedMs = Math.max(known.touchedMs, startMs);
  known.ttlMs = ttlMs;
}

function keyAt(chain: PromptChain, at: number): string {
  return chain.links[at]?.key ?? chain.root;
}

/** Whether a block is what a model wrote. */
function isGenerated({ role, kind }: Link): boolean {
  return role === "assistant" || role === "model" || kind === "tool-use" || kind === "thinking";
}

/** Bytes before the prompt of a block begins: a quote, or what wraps a text. */
function frameBytes(body: Buffer, { span, promptBytes }: Link): number {
  return body[span.start] === QUOTE ? 1 : Math.max(0, span.end - span.start - promptBytes - 2);
}

function sharedHead(body: Buffer, { span }: Link, otherBody: Buffer, { span: other }: Link): number {
  const length = Math.min(span.end - span.start, other.end - other.start);
  let at = 0;
  while (at < length && body[span.start + at] === otherBody[other.start + at]) at += 1;
  return at;
}
