import { insideNext, type NextBlock } from "./inside-next.ts";
import { isReadable, type Lifetime, prolong } from "./lifetime.ts";
import { missAt } from "./predict-lengths.ts";
import type { Prediction } from "../prompt-cache.ts";
import type { PromptChain } from "../prompt/prompt-chain.ts";
import {
  generatedRun,
  isGenerated,
  leavesThinkingOut,
  promptEnd,
  repeatedAnswer,
  type StoredAnswer,
} from "../repeated-answer.ts";

/** The tokens of a request that equal a stored sequence. */
export type ReadablePrefix = {
  readonly tokens: number;
  /** Whether a whole stored request stands here again, with nothing behind it. */
  readonly isRepeat: boolean;
  /** Whether it ends with an answer that was stored with its prompt. */
  readonly hasAnswer: boolean;
  readonly missed: Prediction["missed"];
};

type StoredRequest = {
  readonly startMs: number;
  readonly readableMs: number;
  readonly ttlMs: number;
  /** The answer that joins the prompt; null if its provider keeps no answers, or no answer came whole. */
  readonly answer: StoredAnswer | null;
  /** Tokens that the response says it read: there was such a unit. */
  readonly read: number;
};

/** A stored prefix that ends with a block. */
type Node = Lifetime & {
  /** Whether a stored request ended here, and what was answered behind it, by what it said. */
  isEnd: boolean;
  readonly answers: Map<string, Lifetime & StoredAnswer>;
  /** Whether the prefix was stored as a unit of its own. */
  isUnit: boolean;
  /** Tokens of the longest unit that a response reported as read and that ends in this block; 0 without one. */
  told: number;
  /** The blocks that followed it, by their key. */
  readonly next: Map<string, Lifetime & NextBlock>;
};

type StoreRules = {
  readonly wholeUnits: boolean;
  /** Tokens at whose multiples a unit ends, too; null without such a number. */
  readonly unitTokens: number | null;
  readonly needsThinking: boolean;
  readonly spellsArguments: boolean;
};

/** Stored sequences as a tree of blocks, on a virtual clock. Memory follows the live ones; it holds their bodies. */
export class SequenceStore {
  /** How many requests it has stored. */
  stored = 0;
  readonly #nodes = new Map<string, Node>();
  readonly #rules: StoreRules;
  #sweepAt = 4096;

  constructor(rules: StoreRules) {
    this.#rules = rules;
  }

  find(chain: PromptChain, nowMs: number): ReadablePrefix {
    const { wholeUnits, unitTokens } = this.#rules;
    const found = this.#longest(chain, nowMs, wholeUnits);
    if (!wholeUnits) return found;
    const cut =
      unitTokens === null ? 0 : Math.floor(this.#longest(chain, nowMs, false).tokens / unitTokens) * unitTokens;
    const most = Math.max(cut, this.#told(chain, nowMs));
    return most > found.tokens ? { ...found, tokens: most, hasAnswer: false } : found;
  }

  /** What time alone kept from being read, where nothing can be read: without a look at any length. */
  missed(chain: PromptChain, nowMs: number): Prediction["missed"] {
    const isFound = this.#deepest(chain, nowMs, this.#rules.wholeUnits) !== -1;
    return isFound ? null : this.#missedBehind(chain, nowMs);
  }

  /** The longest unit among the shared blocks that a response said to have read. */
  #told(chain: PromptChain, nowMs: number): number {
    const shared = chain.links.slice(0, this.#deepest(chain, nowMs, false) + 1);
    return Math.max(0, ...shared.map(({ key }) => this.#nodes.get(key)?.told ?? 0));
  }

  #longest(chain: PromptChain, nowMs: number, unitsOnly: boolean): ReadablePrefix {
    const at = this.#deepest(chain, nowMs, unitsOnly);
    const node = this.#nodes.get(keyAt(chain, at));
    const before = chain.links[at]?.tokens ?? 0;
    const isLast = at === chain.links.length - 1;
    const missed = at === -1 ? this.#missedBehind(chain, nowMs) : null;
    const found = { isRepeat: false, hasAnswer: false, missed };
    if (node === undefined) return { ...found, tokens: 0 };
    if (isLast && node.isEnd) return { ...found, tokens: chain.total, isRepeat: true };
    const next = chain.links[at + 1];
    const answered = this.#answered(chain, at, nowMs, unitsOnly);
    const start = at === -1 ? chain.head : before;
    const inside = unitsOnly || next === undefined ? 0 : insideNext(chain, next, readableNext(node, nowMs), start);
    const known = Math.max(inside === 0 ? before : start + inside, node.isEnd ? promptEnd(chain, at) : 0);
    return answered > known ? { ...found, tokens: answered, hasAnswer: true } : { ...found, tokens: known };
  }

  add(chain: PromptChain, stored: StoredRequest): void {
    this.stored += 1;
    const deepest = this.#deepest(chain, stored.startMs, false);
    // A prefix that two requests share becomes a unit once the second one was seen (DeepSeek, Context caching).
    this.#touch(keyAt(chain, deepest), stored).isUnit = true;
    let node = this.#touch(chain.root, stored);
    let before: NextBlock["before"] = headOf(chain);
    for (const link of chain.links) {
      const { startMs: touchedMs, readableMs, ttlMs } = stored;
      const known = node.next.get(link.key);
      const seed = chain.seeds?.[link.segment] ?? "";
      const next = { link, before, body: chain.body, seed, touchedMs, readableMs, ttlMs };
      if (known === undefined) node.next.set(link.key, next);
      else prolong(known, stored);
      node = this.#touch(link.key, stored);
      before = link;
    }
    node.isEnd = true;
    node.isUnit = true;
    const last = stored.read === 0 ? undefined : chain.links.find(({ tokens }) => tokens >= stored.read);
    const told = this.#nodes.get(last?.key ?? "");
    if (told !== undefined) told.told = Math.max(told.told, stored.read);
    // Of a prompt that can be read already the newest answer can, too (recorded: DeepSeek read one within a second).
    if (stored.answer !== null) keepAnswer(node.answers, stored.answer, { ...stored, readableMs: node.readableMs });
    if (this.#nodes.size >= this.#sweepAt) this.#sweep(stored.startMs);
  }

  /** Index of the last link whose prefix can be read; -1 where that is the root or nothing. */
  #deepest(chain: PromptChain, nowMs: number, unitsOnly: boolean): number {
    return chain.links.findLastIndex(({ key }) => {
      const node = this.#nodes.get(key);
      if (node === undefined || !isReadable(node, nowMs)) return false;
      return !unitsOnly || node.isUnit;
    });
  }

  /** The longest prefix that ends in an answer: one that was given where the model's newest words begin, or among them. */
  #answered(chain: PromptChain, deepest: number, nowMs: number, unitsOnly: boolean): number {
    const { needsThinking, spellsArguments } = this.#rules;
    let most = 0;
    for (let at = deepest; at >= -1; at -= 1) {
      const node = this.#nodes.get(keyAt(chain, at));
      const answers = [...(node?.answers.values() ?? [])].filter((answer) => isReadable(answer, nowMs));
      const run = answers.length === 0 ? [] : generatedRun(chain, at, spellsArguments);
      for (const answer of answers) {
        if (needsThinking && leavesThinkingOut(run, answer)) continue;
        const { tokens, isWhole } = repeatedAnswer(chain, at, run, answer, spellsArguments);
        if (isWhole || !unitsOnly) most = Math.max(most, tokens);
      }
      const link = chain.links[at];
      if (link === undefined || !isGenerated(link)) break;
    }
    return most;
  }

  #missedBehind(chain: PromptChain, nowMs: number): Prediction["missed"] {
    const link = chain.links.findLast(({ key }) => this.#nodes.has(key));
    const node = this.#nodes.get(link?.key ?? "");
    if (link === undefined || node === undefined || isReadable(node, nowMs)) return null;
    const because = nowMs - node.touchedMs < node.ttlMs ? "not-yet-readable" : "expired";
    return missAt(chain, link, because);
  }

  #touch(key: string, stored: StoredRequest): Node {
    const known = this.#nodes.get(key);
    if (known === undefined) {
      const { startMs: touchedMs, readableMs, ttlMs } = stored;
      const node = {
        touchedMs,
        readableMs,
        ttlMs,
        isEnd: false,
        answers: new Map(),
        isUnit: false,
        told: 0,
        next: new Map(),
      };
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
      for (const [said, { touchedMs, ttlMs }] of node.answers) {
        if (nowMs - touchedMs >= ttlMs) node.answers.delete(said);
      }
    }
    this.#sweepAt = Math.max(4096, 2 * this.#nodes.size);
  }
}

/** The same answer twice is one, as long as the longer of them. */
function keepAnswer(
  answers: Map<string, Lifetime & StoredAnswer>,
  answer: StoredAnswer,
  { startMs: touchedMs, readableMs, ttlMs }: StoredRequest,
): void {
  const said = answer.written === null ? "" : JSON.stringify(answer.written);
  const known = answers.get(said);
  const outputTokens = Math.max(known?.outputTokens ?? 0, answer.outputTokens);
  answers.set(said, { ...answer, outputTokens, touchedMs, readableMs, ttlMs });
}

function readableNext(node: Node, nowMs: number): readonly NextBlock[] {
  return isReadable(node, nowMs) ? [...node.next.values()].filter((next) => isReadable(next, nowMs)) : [];
}

/** What stands before the first block. */
function headOf(chain: PromptChain): NextBlock["before"] {
  return {
    get tokens() {
      return chain.head;
    },
  };
}

function keyAt(chain: PromptChain, at: number): string {
  return chain.links[at]?.key ?? chain.root;
}
